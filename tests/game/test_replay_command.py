"""`manage.py replay`: anybody's games, replayed from the command line."""

import gzip
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from game.management.commands.replay import _hindsight, _hindsight_line
from native.records import Replayed
from tests.game.conftest import Shell, said

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "tests" / "native" / "games"
TEMPLATES = GAMES / "hanab_live_templates.jsonl"
FIELDS = [
    *("source", "ok", "score", "stacks", "strikes", "turns"),
    *("end", "trailing_actions", "reason"),
]


def replay(*arguments: object, fails: bool = False) -> str:
    """What the command prints, and whether it fails as told."""
    if not fails:
        return said("replay", *arguments)
    out = StringIO()
    with pytest.raises(CommandError) as refusal:
        call_command("replay", *map(str, arguments), stdout=out)
    assert refusal.value.returncode == 1
    return out.getvalue()


def rows(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def test_it_prints_one_json_object_a_game() -> None:
    first, second = rows(replay(TEMPLATES, "--json"))
    assert list(first) == FIELDS
    assert first == {
        "source": f"{TEMPLATES}:1",
        "ok": True,
        "score": 24,
        "stacks": [5, 5, 4, 5, 5],
        "strikes": 2,
        "turns": 56,
        "end": "nothing_left",
        "trailing_actions": 2,
        "reason": "actions passed over after the end: 2",
    }
    assert (second["end"], second["score"]) == ("terminated", 0)


def test_it_prints_a_line_a_game_and_a_summary() -> None:
    lines = replay(TEMPLATES, GAMES / "own_export.json").splitlines()
    assert lines[0].startswith(f"ok      {TEMPLATES}:1: 24 points, 56 turns, nothing left")
    assert lines[-1] == "games: 3, ok: 3, not ok: 0"


def test_it_walks_folders() -> None:
    assert len(rows(replay(GAMES, "--json"))) == 7


def test_it_reads_the_rules_given_as_options() -> None:
    by_default, told = (
        [row["score"] for row in rows(replay(GAMES / "own.hanabi", "--json", *rules))]
        for rules in ([], ["--rules", "stacks"])
    )
    assert by_default == [0, 0, 0, 3]
    assert told == [2, 1, 3, 3]


def test_it_fails_when_a_score_is_not_the_recorded_one(tmp_path: Path) -> None:
    wrong = TEMPLATES.read_text().replace('"score":24', '"score":25')
    (tmp_path / "wrong.jsonl").write_text(wrong)
    first, second = rows(replay(tmp_path, "--json", fails=True))
    assert (first["ok"], second["ok"]) == (False, True)
    assert "the record says 25 points, the replay gives 24" in first["reason"]


def test_it_fails_on_a_broken_file_with_one_reason(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text('{"players": ["Ann"')
    lines = replay(tmp_path / "broken.json", fails=True).splitlines()
    assert lines == [
        f"NOT OK  {tmp_path}/broken.json: - (not JSON: Input data was truncated)",
        "games: 1, ok: 0, not ok: 1",
    ]


def test_the_replay_command_prints_no_control_characters(tmp_path: Path) -> None:
    (tmp_path / "\x1b[31mred.json").write_text("{}")
    assert "\x1b" not in replay(tmp_path, fails=True)


def test_a_dash_is_standard_input_packed_or_not(shell: Shell) -> None:
    for data in (TEMPLATES.read_bytes(), gzip.compress(TEMPLATES.read_bytes())):
        status, out, complaints = shell(data, "replay", "-", "--json")
        assert status == 0, complaints
        assert [row["source"] for row in rows(out)] == ["standard input:1", "standard input:2"]


def test_its_exit_status_distinguishes_a_bad_game_from_a_bad_argument(shell: Shell) -> None:
    assert shell(b"hello", "replay", "-")[0] == 1
    for arguments in (["nowhere"], [], ["-", "--rules", "moonlight"]):
        assert shell(b"", "replay", *arguments)[0] == 2


def test_it_prints_the_best_possible_score_at_every_turn() -> None:
    own = GAMES / "own_export.json"
    (facts,) = rows(replay(own, "--hindsight", "--json"))
    assert list(facts) == [*FIELDS, "low", "high"]
    assert len(facts["low"]) == len(facts["high"]) == facts["turns"] + 1
    assert facts["low"] == sorted(facts["low"], reverse=True)
    assert f"possible: {facts['low'][0]}" in replay(own, "--hindsight")


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        ([25, 24, 24, 22], [25, 24, 24, 22], "25, 24 from turn 1, 22 from turn 3"),
        ([20, 20], [25, 22], "20 to 25, 20 to 22 from turn 1"),
        ([17], [17], "17"),
        (None, None, "not known"),
    ],
)
def test_the_best_possible_score_is_printed_where_it_falls(
    low: list[int] | None, high: list[int] | None, said: str
) -> None:
    facts = {"low": low, "high": high}
    assert _hindsight_line(facts) == f"        possible: {said}"


def test_a_game_that_cannot_be_searched_has_no_bounds() -> None:
    refused = Replayed("a file", ok=False, reason="not JSON")
    assert _hindsight(refused) == {"low": None, "high": None}
