"""What the commands of the study print, to the last word and digit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.agents.small_runs import made
from tests.analysis.conftest import play, trace
from tests.kept import printed, same_as_kept

pytestmark = pytest.mark.django_db


def games(folder: Path) -> str:
    file = folder / "games.jsonl"
    agents = ["rules:risky", "rules:piers"]
    lines = [trace(play(agents, i), ["Xenia", "Piers"], [None, agents[1]]) for i in range(3)]
    lines.append(
        trace(
            play([*agents, "rules:iggi"], 9),
            ["Xenia", "Piers", "I"],
            [None, *agents[1:], "rules:iggi"][:3],
        )
    )
    file.write_text("\n".join(map(json.dumps, lines)))
    return str(file)


def test_likeness(tmp_path: Path) -> None:
    file = games(tmp_path)
    few = ("--agents", "rules:piers", "rules:legal_random")
    calls = [
        printed("likeness", file, *few),
        printed("likeness", file, *few, "--seed", 1, "--json"),
    ]
    assert same_as_kept("likeness", "\n".join(calls).replace(str(tmp_path), ""))


@pytest.mark.long
def test_evaluate() -> None:
    few = ("--pool", "pool:literature7", "--games", 20, "--threads", 1)
    calls = [
        printed("evaluate", "rules:piers", *few),
        printed("evaluate", "conv:human", *few, "--seed", 2, "--scoring", "zero", "--json"),
        printed("evaluate", "rules:piers", *few, "--players", 3, "--json"),
        printed("evaluate", "rules:piers", "--games", 1),
        printed("evaluate", "rules:piers", "--session", 0),
        printed("evaluate", "rules:piers", "--keep", "--shown", 1),
        printed("evaluate", "rules:piers", "--rows", "nowhere/rows.csv"),
        printed("evaluate", "rules:piers", "--rows", "rows.txt"),
    ]
    assert same_as_kept("evaluate", "\n".join(calls))


@pytest.mark.long
@pytest.mark.usefixtures("runs_of_its_own")
def test_what_is_made_of_a_run() -> None:
    made("small")
    made("again")
    own = ("--threads", 1)
    calls = [
        printed("crossplay", "small", "--games", 4, *own),
        printed("crossplay", "small", "--games", 4, *own, "--json"),
        printed("crossplay", "small", "--games", 1),
        printed("action_agreement", "small", "--games", 2, *own),
        printed("action_agreement", "small", "--games", 2, "--seed", 2, *own, "--json"),
        printed("action_agreement", "small", "--games", 0),
        printed("corresponding", "small", "again", "--games", 4, "--recorded", 1, *own),
        printed("corresponding", "small", "again", "--games", 4, "--recorded", 1, *own, "--json"),
        printed("corresponding", "small", "small"),
        printed("check_archive", "small", "--games", 20, *own),
        printed("check_archive", "small", "--games", 20, "--seed", "other", *own, "--json"),
        printed("check_archive", "small", "--games", 1),
        printed("check_archive", "nothing"),
        printed("crossplay", "nothing"),
    ]
    assert same_as_kept("run-commands", "\n".join(calls))


@pytest.mark.long
def test_deals(tmp_path: Path) -> None:
    few = ("--games", 60, "--threads", 1)
    calls = [
        printed("deals", *few),
        printed("deals", *few, "--players", 5, "--seed", 2, "--hand", 5, "--tokens", 6, "--json"),
        printed("deals", *few, "--variant", "6 Suits", "--keep", tmp_path / "kept.json"),
        printed("deals", "--games", 90, "--variant", "6 Suits", "--keep", tmp_path / "kept.json"),
        printed("deals", "--games", 9, "--seed", 2, "--keep", tmp_path / "kept.json"),
        printed("deals", "--deal", 3),
        printed("deals", "--deal", 3, "--players", 3, "--json"),
        printed("deals", "--players", 7),
        printed("deals", "--games", 0),
    ]
    assert same_as_kept("deals-command", "\n".join(calls).replace(str(tmp_path), ""))


def test_import_and_export(tmp_path: Path) -> None:
    file = games(tmp_path)
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"players": ["A"]}\nnothing\n')
    calls = [
        printed("import_traces", file),
        printed("import_traces", file, "--json"),
        printed("import_traces", broken),
        printed("import_traces", broken, "--json"),
        printed("import_traces", tmp_path / "nowhere"),
        printed("import_traces"),
        printed("figure", "/analysis/?players=2", "partners"),
        printed("figure", "/analysis/", "partners", "--format", "json"),
        printed("figure", "/analysis/", "nothing"),
        printed("figure", "/nothing/", "partners"),
        printed("figure", "/learn/", "partners"),
        printed("figure", "/analysis/", "partners", "--player", 7),
    ]
    assert same_as_kept("traces-commands", "\n".join(calls).replace(str(tmp_path), ""))


def test_standings() -> None:
    calls = [
        printed("standings", "humans"),
        printed("standings", "literature7", "--scoring", "stacks"),
        printed("standings", "nothing"),
    ]
    assert same_as_kept("standings-command", "\n".join(calls))
