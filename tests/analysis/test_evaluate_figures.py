"""What the figures of an evaluation say of its report."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from django.core.management import CommandError, call_command

from agents.archives import runs
from agents.challengers import challenger
from agents.contract import AgentError
from agents.matchups.core_games import PlayedGames, play_in_core
from agents.matchups.playing import Plan
from agents.matchups.python_games import play_in_python
from analysis.evaluate.evaluation import evaluate
from analysis.evaluate.evaluation_figures import by_game, command, with_members
from analysis.evaluate.pools import pool, thinned
from analysis.evaluate.report import rows_of
from native import End, Rules
from tests.game.conftest import said
from tests.reports import a_member, a_report

MEMBERS = [
    a_member(
        title="Piers", mean=12.0, low=11.0, high=13.0, generalist=14.0, oracle=16.0, weight=0.75
    ),
    a_member(
        title="IGGI",
        mean=8.0,
        sem=None,
        low=None,
        high=None,
        strikeouts=0.5,
        generalist=9.0,
        oracle=10.0,
        self_play=11.0,
        weight=0.25,
    ),
]
REPORT: dict[str, Any] = {
    "players": 3,
    "games": 6,
    "seed": "s",
    "mean": 10.0,
    "weighted": 11.0,
    "members": MEMBERS,
}


def test_each_member_is_a_row_beside_the_lines_of_its_pool() -> None:
    figure = with_members(a_report(**REPORT))
    assert [column.title for column in figure.columns][4:] == [
        "struck out",
        "best fixed agent",
        "best pool member",
        "with itself",
        "weight",
    ]
    assert figure.rows == [
        ("Piers", 12, 11, 13, 0.25, 14, 16, 15, 0.75),
        ("IGGI", 8, None, None, 0.5, 9, 10, 11, 0.25),
    ]
    assert (figure.title, figure.games, figure.seed) == ("With each member of p", 12, "s")
    assert "The best fixed agent of the pool is rules:g." in figure.note
    assert figure.note.endswith("the mean over the pool is 11.00 instead of 10.00.")
    drawn = {
        trace["name"]: dict(zip(trace["y"], trace["x"], strict=True)) for trace in figure.traces
    }
    assert drawn == {
        "this agent": {"Piers": 12, "IGGI": 8},
        "best fixed agent": {"Piers": 14, "IGGI": 9},
        "best pool member": {"Piers": 16, "IGGI": 10},
        "with itself": {"Piers": 15, "IGGI": 11},
    }
    assert figure.layout["xaxis"]["title"]["text"] == "mean score (three strikes score 0)"
    own = next(trace for trace in figure.traces if trace["name"] == "this agent")
    # Student's t with five degrees of freedom: the deals are the units.
    assert own["error_x"]["array"] == [pytest.approx(2.5705818 * 0.5, abs=1e-4), None]


def test_an_older_report_without_weights_has_no_column_of_weights() -> None:
    members = [{k: v for k, v in member.items() if k != "weight"} for member in MEMBERS]
    old = {k: v for k, v in REPORT.items() if k != "weighted"} | {"members": members}
    figure = with_members(a_report(**old))
    assert [len(row) for row in figure.rows] == [len(figure.columns)] * 2 == [8, 8]
    assert figure.note.endswith("rules:g.")


def test_means_by_game_number_have_sessions_as_units() -> None:
    places = [{"mean": 9.0, "sem": 1.0}, {"mean": 12.0, "sem": 0.5}]
    figure = by_game(a_report(**REPORT | {"session": 2, "by_game": places}))
    half = 4.3026527
    assert figure.rows == [
        (1, 9, pytest.approx(9 - half), pytest.approx(9 + half)),
        (2, 12, pytest.approx(12 - half / 2), pytest.approx(12 + half / 2)),
    ]
    assert (figure.games, figure.seed) == (12, "s")
    assert [(one.title, one.digits) for one in figure.columns] == [
        ("game", 0),
        ("mean", 2),
        ("low", 2),
        ("high", 2),
    ]
    assert figure.note.startswith("Sessions of 2 games with one partner, each with a new agent.")


@pytest.mark.parametrize(
    ("more", "options"),
    [
        ({}, ""),
        ({"session": 3}, " --session 3"),
        ({"session": 2, "shown": 5}, " --session 2 --shown 5"),
    ],
)
def test_the_command_of_a_report_has_all_its_settings(more: dict[str, int], options: str) -> None:
    assert command(
        a_report(**REPORT | more | {"seed": "two words", "pool": "rules:a;rules:b"})
    ) == (
        "manage.py evaluate rules:a --pool 'rules:a;rules:b' --games 6 --seed 'two words' "
        f"--scoring zero --players 3{options}"
    )


CALCULABLE = "conv:expert;hat:information"
"""They draw no lots, so they play the same games in the core and in Python."""


@pytest.mark.parametrize("form", ["parquet", "csv", "jsonl"])
def test_every_game_of_an_evaluation_can_be_written_as_a_row(form: str, tmp_path: Path) -> None:
    file = tmp_path / f"games.{form}"
    options = {"pool": "pool:literature7", "games": 6, "rows": str(file), "json": True}
    report = json.loads(said("evaluate", "rules:piers", **options))
    frame = {
        "parquet": pd.read_parquet,
        "csv": pd.read_csv,
        "jsonl": lambda path: pd.read_json(path, lines=True),
    }[form](file)
    assert len(frame) == 7 * 6
    assert frame.stacks.mean() == pytest.approx(report["mean"])
    assert set(frame.partner) == {member["agent"] for member in report["members"]}
    assert (frame.strikes[frame.struck == 1] == 3).all()
    assert frame.turns.between(1, 120).all()
    assert set(frame.end) <= {end.name.lower() for end in End}
    assert frame.communicativeness_agent.between(0, 1).all()


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_has_one_record_wherever_it_is_played(players: int) -> None:
    rules = Rules.standard(players)
    members = pool(CALCULABLE, rules).members
    fast = play_in_core(rules, members, members, 4, "8")
    core = play_in_core(rules, members, members, 4, "8", keep_records=True)
    python = play_in_python(rules, members, members, 4, "8")
    assert (fast.stacks == core.stacks).all()
    assert (fast.struck == core.struck).all()
    assert (core.records == python.records).all()


def test_measures_are_reported_for_the_agent_its_partners_and_all_seats() -> None:
    kept: list[PlayedGames] = []
    agent, plan = challenger("rules:focus"), Plan(Rules.standard(3), 8, "2", session=4)
    partners = pool("rules:legal_random", plan.rules)
    evaluate(agent, partners, plan, keep=kept.append)
    rows = rows_of(agent, partners, plan, kept[0])
    assert rows["game"].tolist() == [1, 2, 3, 4] * 2
    own, others = (kept[0].records[0, 0][seats] for seats in ("own", "others"))
    talks = (own["clues"] + others["clues"]) / (own["offered"] + others["offered"])
    assert rows["communicativeness"] == pytest.approx(talks)
    assert rows["communicativeness_agent"] == pytest.approx(own["clues"] / own["offered"])
    # Who plays at random takes risks that a careful agent does not.
    assert np.nanmean(rows["risk_aversion_partner"]) < np.nanmean(rows["risk_aversion_agent"])


def test_a_file_that_cannot_be_written_is_refused_before_anybody_plays(tmp_path: Path) -> None:
    for file, words in (("games.txt", "must end with"), ("no/games.csv", "There is no folder")):
        with pytest.raises(CommandError, match=words):
            call_command("evaluate", "python:nobody:Nobody", rows=str(tmp_path / file))
    assert not list(tmp_path.iterdir())


SCORES = {(0, 0): 4.0, (0, 1): 5.0, (1, 3): 9.0, (3, 0): 0.0, (3, 2): 7.0, (3, 3): 7.0}
"""Of four rows and six columns."""


@pytest.fixture(autouse=True)
def few_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> Any:
        cells = {
            place: SimpleNamespace(latest=SimpleNamespace(objective=score))
            for place, score in SCORES.items()
        }
        return SimpleNamespace(setting=SimpleNamespace(grid=(4, 6)), by_place=cells)

    monkeypatch.setattr(runs, "load", load)


def left(wishes: str, run: str = "r") -> list[str]:
    addresses = [f"elite:{run}/{row},{column}" for row, column in SCORES]
    return [address.partition("/")[2] for address in thinned(addresses, wishes)]


@pytest.mark.parametrize(
    ("wishes", "places"),
    [
        ("least=0", ["0,0", "0,1", "1,3", "3,0", "3,2", "3,3"]),
        ("least=5", ["0,1", "1,3", "3,2", "3,3"]),
        ("least=5.01", ["1,3", "3,2", "3,3"]),
        # Quarters of two rows and three columns; of equals the first.
        ("grid=2", ["0,1", "1,3", "3,2", "3,3"]),
        ("grid=1", ["1,3"]),
        ("grid=2&least=7", ["1,3", "3,2", "3,3"]),
        ("least=9&grid=4", ["1,3"]),
    ],
)
def test_thinning_a_pool_keeps_the_best_elite_of_each_coarser_cell_in_order(
    wishes: str, places: list[str]
) -> None:
    assert left(wishes) == places


def test_thinning_a_pool_of_several_runs_treats_each_run_by_itself() -> None:
    addresses = ["elite:one/0,0", "elite:two/0,1", "elite:two/0,0"]
    assert thinned(addresses, "grid=2") == addresses[:2]


def test_a_grid_as_fine_as_the_shorter_side_is_the_finest() -> None:
    assert left("grid=4")
    refusal = r"The map of r has 4 by 6 cells, so a grid of 5 is not coarser\."
    with pytest.raises(AgentError, match=refusal):
        left("grid=5")


@pytest.mark.parametrize("wishes", ["", "least", "least=5&", "grid=0", "grid=100", "least=5 "])
def test_a_malformed_choice_of_elites_is_refused(wishes: str) -> None:
    with pytest.raises(
        AgentError, match=r"^Write \?least=5, \?grid=10 or \?least=5&grid=10, not \?.*\.$"
    ):
        left(wishes)


def test_a_refusal_of_too_large_a_request_names_its_size() -> None:
    with pytest.raises(AgentError, match=r"^None of these elites scores 9\.5 or more\.$"):
        left("least=9.5")
