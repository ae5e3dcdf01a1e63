"""`manage.py families`: whoever has not changed is not played again, unless it is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command

from agents.pools import freezing
from agents.pools.freezing import Frozen
from analysis.protocols import families

TWO = ("rules:iggi", "rules:outer")
PAIRS = ["rules:iggi and rules:iggi", "rules:iggi and rules:outer", "rules:outer and rules:outer"]


@pytest.fixture(autouse=True)
def _two_members(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(families, "FILE", tmp_path / "crossplay.json")
    monkeypatch.setattr(families, "GAMES", 4)
    frozen = Frozen("two", 1, tuple((one, "1") for one in TWO), ("a",), 4)
    monkeypatch.setattr(freezing, "load", lambda _: frozen)
    monkeypatch.setattr(freezing, "addresses", lambda _: list(TWO))


def played(capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    """The pairs that the command says it plays."""
    call_command("families", "--threads", "1", *options)
    return [line.removesuffix(" ...") for line in capsys.readouterr().err.splitlines()]


def test_pairs_are_played_once_and_again_only_when_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert played(capsys) == PAIRS
    stored = families.FILE.read_bytes()
    assert played(capsys) == []
    assert played(capsys, "--anew") == PAIRS
    assert families.FILE.read_bytes() == stored


def test_a_dry_run_stores_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert played(capsys, "--dry-run") == PAIRS
    assert not families.FILE.exists()
