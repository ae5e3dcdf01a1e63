"""Where the package finds runs: as the site or the environment says, else in the clone."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hanabi_lab import settings as module

CLONE = Path(__file__).resolve().parents[2]


def configured(monkeypatch: pytest.MonkeyPatch, already: bool, **environment: str) -> Any:
    """What Django is told, if anything."""
    told: list[dict[str, str]] = []
    fake = SimpleNamespace(configured=already, configure=lambda **given: told.append(given))
    monkeypatch.setattr(module, "settings", fake)
    monkeypatch.setattr(os, "environ", environment)
    module.configure()
    return told


def test_inside_the_site_its_settings_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    site = {"DJANGO_SETTINGS_MODULE": "hanabi_site.settings"}
    assert configured(monkeypatch, already=True) == []
    assert configured(monkeypatch, already=False, **site) == []
    assert configured(monkeypatch, already=True, **site) == []


def test_elsewhere_the_environment_says_where_runs_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    assert configured(monkeypatch, already=False, RUNS_DIR="/mine") == [{"RUNS_DIR": "/mine"}]


@pytest.mark.parametrize("empty", [{}, {"RUNS_DIR": ""}])
def test_else_runs_lie_in_the_clone(monkeypatch: pytest.MonkeyPatch, empty: dict[str, str]) -> None:
    expected = [{"RUNS_DIR": str(CLONE / "runs")}]
    assert configured(monkeypatch, already=False, **empty) == expected


def test_without_a_clone_runs_lie_where_one_works(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "__file__", str(tmp_path / "a" / "hanabi_lab" / "settings.py"))
    monkeypatch.chdir(tmp_path)
    expected = [{"RUNS_DIR": str(tmp_path / "runs")}]
    assert configured(monkeypatch, already=False) == expected
