"""`manage.py empathy`: anybody's positions, answered on the command line."""

import json
import sys
from io import BytesIO, StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.game.conftest import Shell

ROOT = Path(__file__).parents[2]
SEED = ROOT / "tests" / "native" / "empathy_seed.jsonl"


def empathy(file: Path | str, *options: str) -> tuple[list[dict[str, Any]], str]:
    """What the command prints to standard output and standard error."""
    out, err = StringIO(), StringIO()
    call_command("empathy", str(file), *options, stdout=out, stderr=err)
    return [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def test_the_seeds_examples_come_out_as_the_seed_says() -> None:
    found, summary = empathy(SEED)
    assert [line["ok"] for line in found] == [True, True, True]
    assert summary == "positions: 3, refused: 0, different: 0\n"


def test_json_prints_nothing_but_the_objects() -> None:
    found, summary = empathy(SEED, "--json")
    assert [line.keys() for line in found] == [{"id", "possible", "ok"}] * 3
    assert summary == ""


def test_standard_input_is_read_like_a_file(shell: Shell) -> None:
    status, out, complaints = shell(SEED.read_bytes(), "empathy", "-", "--json")
    assert (status, complaints) == (0, "")
    assert [json.loads(line) for line in out.splitlines()] == empathy(SEED)[0]


@pytest.mark.parametrize(
    ("change", "summary"),
    [
        ({"players": 3}, "positions: 3, refused: 1, different: 0"),
        ({"expect": [[["r4"]], []]}, "positions: 3, refused: 0, different: 1"),
    ],
)
def test_a_refused_or_different_line_makes_the_exit_status_1(
    change: dict[str, Any], summary: str, shell: Shell
) -> None:
    lines = [json.loads(line) for line in SEED.read_text().splitlines()]
    lines[1] |= change
    given = "\n".join(map(json.dumps, lines)).encode()
    status, out, complaints = shell(given, "empathy", "-")
    assert status == 1
    assert [json.loads(line)["id"] for line in out.splitlines()] == [line["id"] for line in lines]
    assert summary in complaints


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for file, reason in (
        (tmp_path / "none.jsonl", "No such file or directory"),
        (tmp_path, "Is a directory"),
    ):
        with pytest.raises(CommandError, match=rf"^{file}: {reason}\.$") as refusal:
            empathy(file)
        assert refusal.value.returncode == 2


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=BytesIO(SEED.read_bytes())))
    assert empathy("-") == empathy(SEED)


def test_the_command_counts_what_is_refused_and_what_is_different(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in SEED.read_text().splitlines()]
    lines[0] |= {"players": 3}
    lines[1] |= {"players": 3}
    lines[2] |= {"expect": [[["r4"]], []]}
    file = tmp_path / "positions.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    with pytest.raises(CommandError) as refusal:
        empathy(file)
    assert str(refusal.value) == "positions: 3, refused: 2, different: 1"
    assert refusal.value.returncode == 1
