"""The page of deep learning: the paper's table beside whatever runs there are."""

from __future__ import annotations

import csv
import json
import shlex
from io import StringIO
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.test import Client

from agents.learning import hcic_run, storage
from agents.learning.evaluation import Measured
from agents.learning.hcic_run import HcicPoint, HcicRecipe, HcicRun
from agents.learning.recipe import Recipe
from agents.learning.report import command
from agents.learning.run import Point, Run
from agents.runs.storage import RunFolders, make_folder
from analysis.papers.learning import published, ways
from analysis.papers.learning.curve_figures import ITERATION
from analysis.papers.learning.published import PLAYERS, VARIANTS

ADDRESS = "/analysis/learning/"
TURNS = 500_000

pytestmark = pytest.mark.usefixtures("runs_of_its_own", "nothing_shipped")


@pytest.fixture
def nothing_shipped(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    """None of those that come with the program either."""
    monkeypatch.setattr(RunFolders, "_homes", lambda _: [Path(settings.RUNS_DIR)])


def page(client: Client, query: str = "") -> str:
    response = client.get(ADDRESS + query)
    assert response.status_code == 200
    return response.content.decode()


def printed(name: str) -> list[dict[str, str]]:
    out = StringIO()
    call_command("figure", ADDRESS, name, stdout=out)
    return list(csv.DictReader(StringIO(out.getvalue())))


def measured(score: int, players: int) -> Measured:
    """Ten games, half of them one point better, all of discards."""
    stacks = tuple(5 * (n in (score, score + 1)) for n in range(26))
    rules = Recipe("rainbow", players, "1").rules
    actions = [0] * rules.move_count
    actions[0] = 100
    return Measured(10, 100, stacks, (0,) * 26, tuple(actions))


def finished(name: str, score: int, **changes: Any) -> Run:
    """A run that is at its end, and was measured halfway."""
    recipe = Recipe(**{"algorithm": "rainbow", "players": 3, "seed": "1"} | changes)
    test = measured(score, recipe.players)
    curve = tuple(Point(turns, 1.0, test) for turns in (TURNS // 5, TURNS))
    run = Run(name, recipe, TURNS, TURNS, 3600.0, curve, test)
    make_folder(storage.own_folder(name))
    storage.save_run(run)
    return run


def cell(name: str) -> dict[str, str]:
    return next(row for row in printed("table") if row["players and learner"] == name)


@pytest.mark.long
def test_a_cell_without_a_run_says_so_and_how_to_make_it(client: Client) -> None:
    rows = printed("table")
    assert len(rows) == len(PLAYERS) * len(VARIANTS)
    row = cell("3 players, GOIR")
    assert (row["the paper"], row["ours"], row["turns"]) == ("11.78", "not run", "")
    assert row["command"] == (
        "manage.py train goir-3p --players 3 --goir --turns 10000000 --seed 1"
    )
    assert "3 players, GOIR (not run)" in page(client)


def test_a_cell_has_the_mean_of_its_run_with_an_interval_over_games() -> None:
    run = finished("mine", 9)
    row = cell("3 players, Rainbow")
    assert (row["ours"], row["turns"], row["seeds"], row["hours"]) == ("9.5", "500000", "1", "1.0")
    assert row["command"] == command(run)
    spaced = finished("spaced", 9, seed="a seed")
    assert shlex.split(command(spaced))[-2:] == ["--seed", "a seed"]
    spread = sqrt(0.25 * 10 / 9 / 10)
    assert float(row["high"]) == pytest.approx(9.5 + 2.262 * spread, abs=1e-3)


def test_several_seeds_make_an_interval_over_runs() -> None:
    for seed, score in (("1", 8), ("2", 10)):
        finished(f"run-{seed}", score, seed=seed)
    row = cell("3 players, Rainbow")
    assert (row["ours"], row["seeds"], row["hours"]) == ("9.5", "2", "2.0")
    assert float(row["high"]) == pytest.approx(9.5 + 12.706, abs=1e-2)


def test_a_run_with_another_network_or_reward_is_in_no_cell() -> None:
    finished("narrow", 9, hidden=64)
    finished("cards", 9, reward="cards")
    assert cell("3 players, Rainbow")["ours"] == "not run"
    assert {row["how it learnt"] for row in printed("cost")} >= {
        "Rainbow, 64 units",
        "Rainbow, for cards played",
    }


def test_our_recipe_may_have_what_it_likes() -> None:
    finished("plus", 9, algorithm="rainbow+", belief="exact", reward="cards")
    assert cell("3 players, Rainbow+")["ours"] == "9.5"


def test_the_curve_of_our_recipe_has_a_figure_of_its_own(client: Client) -> None:
    finished("mine", 4)
    finished("plus", 20, algorithm="rainbow+")
    for name, score in (("curves-3", "4.5"), ("curves-plus-3", "20.5")):
        assert {row["points a game"] for row in printed(name)} == {score}
    assert "Learning curves of Rainbow+ with 3 players" in page(client)


def test_runs_that_differ_by_their_memory_alone_stand_beside_each_other() -> None:
    with pytest.raises(CommandError, match="There is no figure memory on"):
        printed("memory")
    finished("much", 11, kept=1_000_000)
    finished("mine", 9)
    finished("other", 9, seed="2")
    finished("alone", 9, players=4)
    finished("exact", 9, belief="exact", kept=1_000_000)
    longer = finished("goir", 11, goir=True)
    finished("short", 9, goir=True, kept=100_000)
    storage.save_run(msgspec.structs.replace(longer, turns=2 * TURNS, of=2 * TURNS))
    told = [(row["players and learner"], row["turns kept"]) for row in printed("memory")]
    assert told == [("3p Rainbow", "50000"), ("3p Rainbow", "1000000")]
    assert [row["points a game"] for row in printed("memory")] == ["9.5", "11.5"]
    assert [row["seeds"] for row in printed("memory")] == ["2", "1"]


def test_of_two_that_went_as_far_the_cell_has_the_one_with_the_memory_of_the_text_or_our_best() -> (
    None
):
    for name, score, kept in (("a", 11, 1_000_000), ("b", 9, 50_000), ("c", 12, 20_000)):
        finished(name, score, kept=kept)
        finished(f"plus-{name}", score, kept=kept, algorithm="rainbow+")
    assert cell("3 players, Rainbow")["ours"] == "9.5"
    assert cell("3 players, Rainbow+")["ours"] == "12.5"


def test_a_run_that_is_not_finished_has_a_curve_and_no_cell() -> None:
    run = finished("mine", 9, goir=True)
    storage.save_run(Run(run.name, run.recipe, 2 * TURNS, TURNS, 1.0, run.curve))
    assert cell("3 players, GOIR")["ours"] == "not run"
    assert [row["points a game"] for row in printed("curves-3")] == ["9.5", "9.5"]


def test_in_drawings_runs_are_named_as_in_the_table_unless_two_had_the_same_name() -> None:
    finished("both", 9, goir=True, belief="exact")
    finished("goir", 9, goir=True)
    finished("much", 9, goir=True, kept=1_000_000)
    finished("plus", 9, algorithm="rainbow+", cards=True)
    finished("advised", 9, algorithm="rainbow+", advice="rules:focus", kept=1_000_000)
    assert ways.short_names(ways.all_ways()) == {
        "Rainbow, GOIR": "GOIR",
        "Rainbow, GOIR, 1,000,000 kept": "GOIR, 1,000,000 kept",
        "Rainbow, GOIR, exact odds": "Rainbow, GOIR, exact odds",
        "Rainbow+, telling its cards": "Rainbow+",
        "Rainbow+, advised by rules:focus, 1,000,000 kept": "Rainbow+, 1,000,000 kept",
    }
    finished("told", 9, algorithm="rainbow+", belief="exact")
    assert ways.short_names(ways.all_ways())["Rainbow+, telling its cards"].endswith("its cards")


def test_what_is_done_is_told_at_the_papers_iterations() -> None:
    finished("mine", 9)
    rows = printed("actions-3")
    assert [row["iteration"] for row in rows] == ["10", "50"]
    assert {row["discard, %"] for row in rows} == {"100.0"}


def test_without_a_run_that_came_so_far_there_is_no_such_figure() -> None:
    for name in ("curves-3", "actions-3"):
        with pytest.raises(CommandError, match=f"There is no figure {name} on"):
            printed(name)
    early = finished("early", 9)
    first = (Point(ITERATION, 1.0, measured(9, 3)),)
    storage.save_run(Run(early.name, early.recipe, TURNS, ITERATION, 1.0, first))
    assert [row["turns"] for row in printed("curves-3")] == [str(ITERATION)]
    with pytest.raises(CommandError, match="There is no figure actions-3 on"):
        printed("actions-3")


def test_runs_that_differ_by_their_seed_and_their_machine_learnt_the_same_way() -> None:
    finished("one", 8)
    finished("two", 10, seed="2", precision="bfloat16", device="cuda")
    assert {row["runs"] for row in printed("curves-3")} == {"2"}


def test_the_papers_differences_are_as_sure_as_hundred_games_make_them() -> None:
    rows = {row["players and learner"]: row for row in printed("differences")}
    sure = {name for name, row in rows.items() if float(row["the paper, low"]) > 0}
    assert sure == {"3p GOIR", "4p GOIR", "4p HCIC", "4p GOIR and HCIC"}
    assert float(rows["4p GOIR"]["the paper"]) == pytest.approx(6.15)
    assert pytest.approx(1.386, abs=1e-3) == published.MARGIN


def test_ours_differ_where_both_learnt_from_as_many_turns() -> None:
    finished("mine", 9)
    finished("goir", 11, goir=True)
    longer = finished("exact", 11, belief="exact")
    storage.save_run(
        Run(longer.name, longer.recipe, 2 * TURNS, 2 * TURNS, 1.0, longer.curve, longer.final)
    )
    rows = {row["players and learner"]: row for row in printed("differences")}
    assert rows["3p GOIR"]["ours"] == "2.0"
    assert "3p exact odds" not in rows


def test_beliefs_stand_beside_the_exact_odds(client: Client) -> None:
    home = hcic_run.FOLDERS.own("told")
    make_folder(home)
    run = HcicRun(
        "told", HcicRecipe("mine", 3, "1"), 10, 10, 60.0, 100, 2.0, 2.1,
        (HcicPoint(10, 2.5, 2.25),),
    )  # fmt: skip
    (home / hcic_run.FILE).write_bytes(msgspec.json.encode(run))
    row = next(row for row in printed("beliefs") if row["model"] == "told")
    assert row["the model, nats a card"] == "2.25"
    assert row["exact odds, nats a card"] == "2.0"
    assert float(row["any card at all, nats a card"]) == pytest.approx(3.2189, abs=1e-4)
    assert "Guessing your cards" in page(client)


def test_a_damaged_run_is_left_out(client: Client) -> None:
    finished("mine", 9)
    (storage.own_folder("mine") / storage.FILE).write_text("{")
    assert "mine" not in [way.runs[0].name for way in ways.all_ways()]
    assert page(client)


def test_every_figure_has_a_table_and_files(client: Client) -> None:
    finished("mine", 9)
    figures = client.get(ADDRESS).context["figures"]
    assert {"table", "differences", "curves-3", "actions-3", "cost"} <= {f.name for f in figures}
    for figure in figures:
        data = json.loads(page(client, f"?figure={figure.name}&format=json"))
        assert len(data["rows"]) == len(figure.rows) > 0
        assert all(len(row) == len(figure.columns) for row in figure.rows)


KINDS: dict[str, dict[str, str]] = {
    "plain": {},
    "counting": {"belief": "exact"},
    "guessing": {"belief": "hcic", "hcic": "mine"},
}


def test_what_guesses_bring_is_told_where_all_learnt_as_long(client: Client) -> None:
    runs = [
        finished(kind, score, **KINDS[kind]) for kind, score in zip(KINDS, (8, 9, 10), strict=True)
    ]
    told = "after 500,000 turns: 10.50, 9.50 and 8.50 with 3 players. Where there is a single run"
    assert told in page(client)
    storage.save_run(msgspec.structs.replace(runs[2], turns=TURNS - 1))
    assert "What Rainbow scores with" not in page(client)
    storage.save_run(runs[2])
    two = [finished(f"{kind}-2p", 3, players=2, **changes) for kind, changes in KINDS.items()]
    told = "3.50, 3.50 and 3.50 with 2 players; 10.50, 9.50 and 8.50 with 3 players."
    assert told in page(client)
    for run in two:
        storage.save_run(msgspec.structs.replace(run, turns=TURNS - 1))
    assert "with 2 players" not in page(client).split("What Rainbow scores with")[1][:300]


def test_several_seeds_of_each_are_no_single_runs(client: Client) -> None:
    for kind, changes in KINDS.items():
        for seed in ("1", "2"):
            finished(f"{kind}-{seed}", 9, seed=seed, **changes)
    assert "9.50, 9.50 and 9.50 with 3 players.</p>" in page(client)
