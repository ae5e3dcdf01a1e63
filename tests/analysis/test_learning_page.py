"""The page of deep learning: the paper's table beside whatever runs there are."""

import json
import shlex
import shutil
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import LazySettings
from django.core.management import CommandError
from django.test import Client
from hypothesis import HealthCheck, example, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from agents.learning.evaluation import SelfPlay
from agents.learning.hcic_run import MODELS, HcicPoint, HcicRecipe, HcicRun
from agents.learning.recipe import LearningRecipe
from agents.learning.run import LEARNERS, LearningPoint, LearningRun, command
from agents.runs.storage import RunFolders, make_folder
from analysis.papers.learning import ways
from analysis.papers.learning.curve_figures import ITERATION
from analysis.papers.learning.ways import PLAYERS, VARIANTS
from tests.analysis.conftest import page_of, printed

ADDRESS = "/analysis/learning/"
TURNS = 500_000

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("runs_of_its_own", "nothing_shipped")]


@pytest.fixture
def nothing_shipped(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    """None of those that come with the program either."""
    monkeypatch.setattr(RunFolders, "_homes", lambda _: [Path(settings.RUNS_DIR)])


def measured(score: int, players: int) -> SelfPlay:
    """Ten games, half of them one point better, all of discards."""
    stacks = tuple(5 * (n in (score, score + 1)) for n in range(26))
    return SelfPlay(10, 100, stacks, (0,) * 26, discards(players, 100))


def discards(players: int, turns: int) -> tuple[int, ...]:
    """How often each move was made, if all were discards from the oldest slot."""
    moves = LearningRecipe("rainbow", players, "1").rules.move_count
    return (turns, *[0] * (moves - 1))


def finished(name: str, score: int, **changes: Any) -> LearningRun:
    """A run that is at its end, and was measured halfway."""
    test = measured(score, changes.get("players", 3))
    return stored(name, test, (TURNS // 5, TURNS), **changes)


def stored(name: str, test: SelfPlay, turns: tuple[int, ...], **changes: Any) -> LearningRun:
    """A run that was measured after these turns, the last of them at its end."""
    recipe = LearningRecipe(**{"algorithm": "rainbow", "players": 3, "seed": "1"} | changes)
    curve = tuple(LearningPoint(at, 1.0, test) for at in turns)
    run = LearningRun(name, recipe, turns[-1], turns[-1], 3600.0, curve, test)
    make_folder(LEARNERS.own(name))
    LEARNERS.write(run)
    return run


def rows_of(figure: str) -> dict[str, dict[str, str]]:
    return {row["players and learner"]: row for row in printed(ADDRESS, figure)}


def cell(name: str) -> dict[str, str]:
    return rows_of("table")[name]


@pytest.mark.long
def test_a_cell_of_the_papers_table_without_a_run_shows_its_command(client: Client) -> None:
    assert len(printed(ADDRESS, "table")) == len(PLAYERS) * len(VARIANTS)
    row = cell("3 players, GOIR")
    assert (row["the paper"], row["ours"], row["turns"]) == ("11.78", "not run", "")
    assert row["command"] == (
        "manage.py train goir-3p --players 3 --goir paper --turns 10000000 --seed 1"
    )
    assert "3 players, GOIR (not run)" in page_of(client, ADDRESS)


def test_a_cell_has_the_mean_of_its_run_with_an_interval_over_games() -> None:
    run = finished("mine", 9)
    row = cell("3 players, Rainbow")
    assert (row["ours"], row["turns"], row["seeds"]) == ("9.5", "500000", "1")
    assert row["command"] == command(run)
    spaced = finished("spaced", 9, seed="a seed")
    assert shlex.split(command(spaced))[-2:] == ["--seed", "a seed"]
    spread = sqrt(0.25 * 10 / 9 / 10)
    assert float(row["high"]) == pytest.approx(9.5 + 2.262 * spread, abs=1e-3)


def test_several_seeds_make_an_interval_over_runs() -> None:
    for seed, score in (("1", 8), ("2", 10)):
        finished(f"run-{seed}", score, seed=seed)
    row = cell("3 players, Rainbow")
    assert (row["ours"], row["seeds"]) == ("9.5", "2")
    assert float(row["high"]) == pytest.approx(9.5 + 12.706, abs=1e-2)


def test_a_run_with_an_unusual_network_or_reward_is_in_no_cell() -> None:
    finished("narrow", 9, hidden=64)
    finished("cards", 9, reward="cards")
    assert cell("3 players, Rainbow")["ours"] == "not run"
    assert {row["how it learnt"] for row in printed(ADDRESS, "cost")} >= {
        "Rainbow, 64 units",
        "Rainbow, for cards played",
    }


def test_a_run_of_our_recipe_may_have_any_options() -> None:
    finished("plus", 9, algorithm="rainbow+", belief="exact", reward="cards")
    assert cell("3 players, Rainbow+")["ours"] == "9.5"


def test_the_curve_of_our_recipe_has_a_figure_of_its_own(client: Client) -> None:
    finished("mine", 4)
    finished("plus", 20, algorithm="rainbow+")
    for name, score in (("curves-3", "4.5"), ("curves-plus-3", "20.5")):
        assert {row["points a game"] for row in printed(ADDRESS, name)} == {score}
    assert "Learning curves of Rainbow+ with 3 players" in page_of(client, ADDRESS)


def test_runs_that_differ_by_their_memory_alone_stand_beside_each_other() -> None:
    with pytest.raises(CommandError, match="There is no figure memory on"):
        printed(ADDRESS, "memory")
    finished("much", 11, kept=1_000_000)
    finished("mine", 9)
    finished("other", 9, seed="2")
    finished("alone", 9, players=4)
    finished("exact", 9, belief="exact", kept=1_000_000)
    longer = finished("goir", 11, goir="paper")
    finished("short", 9, goir="paper", kept=100_000)
    LEARNERS.write(msgspec.structs.replace(longer, turns=2 * TURNS, of=2 * TURNS))
    told = [(row["players and learner"], row["turns kept"]) for row in printed(ADDRESS, "memory")]
    assert told == [("3p Rainbow", "50000"), ("3p Rainbow", "1000000")]
    assert [row["points a game"] for row in printed(ADDRESS, "memory")] == ["9.5", "11.5"]
    assert [row["seeds"] for row in printed(ADDRESS, "memory")] == ["2", "1"]


def test_of_equally_long_runs_the_cell_has_the_papers_memory_or_our_best() -> None:
    for name, score, kept in (("a", 11, 1_000_000), ("b", 9, 50_000), ("c", 12, 20_000)):
        finished(name, score, kept=kept)
        finished(f"plus-{name}", score, kept=kept, algorithm="rainbow+")
    assert cell("3 players, Rainbow")["ours"] == "9.5"
    assert cell("3 players, Rainbow+")["ours"] == "12.5"


def test_a_run_that_is_not_finished_has_a_curve_and_no_cell() -> None:
    run = finished("mine", 9, goir="paper")
    LEARNERS.write(LearningRun(run.name, run.recipe, 2 * TURNS, TURNS, 1.0, run.curve))
    assert cell("3 players, GOIR")["ours"] == "not run"
    assert [row["points a game"] for row in printed(ADDRESS, "curves-3")] == ["9.5", "9.5"]


def test_in_drawings_runs_are_named_as_in_the_table_unless_two_had_the_same_name() -> None:
    finished("both", 9, goir="paper", belief="exact")
    finished("goir", 9, goir="paper")
    finished("much", 9, goir="paper", kept=1_000_000)
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


def test_shares_of_actions_are_shown_at_the_papers_iterations() -> None:
    finished("mine", 9)
    rows = printed(ADDRESS, "actions-3")
    assert [row["iteration"] for row in rows] == ["10", "50"]
    assert {row["discard, %"] for row in rows} == {"100.0"}


def test_curves_and_actions_are_shown_only_once_a_run_has_reached_them() -> None:
    for name in ("curves-3", "actions-3"):
        with pytest.raises(CommandError, match=f"There is no figure {name} on"):
            printed(ADDRESS, name)
    early = finished("early", 9)
    first = (LearningPoint(ITERATION, 1.0, measured(9, 3)),)
    LEARNERS.write(LearningRun(early.name, early.recipe, TURNS, ITERATION, 1.0, first))
    assert [row["turns"] for row in printed(ADDRESS, "curves-3")] == [str(ITERATION)]
    with pytest.raises(CommandError, match="There is no figure actions-3 on"):
        printed(ADDRESS, "actions-3")


def test_runs_on_two_machines_learnt_the_same_way_and_their_hours_are_not_added(
    client: Client,
) -> None:
    finished("one", 8)
    finished("two", 10, seed="2", precision="bfloat16", device="cuda")
    assert {row["runs"] for row in printed(ADDRESS, "curves-3")} == {"2"}
    assert client.get(ADDRESS).context["numbers"].hours == 1
    assert [row["device"] for row in printed(ADDRESS, "cost")] == ["cpu", "cuda"]


def test_the_papers_differences_are_tested_as_a_family_of_nine() -> None:
    rows = rows_of("differences")
    sure = {name for name, row in rows.items() if float(row["the paper, low"]) > 0}
    assert sure == {"4p GOIR", "4p HCIC", "4p GOIR and HCIC"}, "nine differences are a family"
    assert float(rows["4p GOIR"]["the paper"]) == pytest.approx(6.15)
    assert pytest.approx(1.96, abs=0.01) == ways.MARGIN


@pytest.mark.parametrize("changes", [{"initial": "published"}, {"seed": "2"}])
def test_differences_are_compared_after_equally_many_turns(changes: dict[str, str]) -> None:
    finished("mine", 9)
    finished("goir", 11, goir="paper")
    stored("exact", measured(11, 3), (2 * TURNS,), belief="exact")
    told = rows_of("differences")
    assert "3p exact odds" not in told
    stored("longer", measured(15, 3), (TURNS, 2 * TURNS), **changes)
    assert cell("3 players, Rainbow")["ours"] == "15.5"
    for row in (told["3p GOIR"], rows_of("differences")["3p GOIR"]):
        assert (row["ours"], row["turns"]) == ("2.0", str(TURNS))


def told_model(held: float) -> None:
    """A model that loses this much on games it was not trained on."""
    point = HcicPoint(10, 2.5, held)
    run = HcicRun("told", HcicRecipe("mine", 3, "1"), 10, 10, 60.0, 100, 2.0, 2.1, (point,))
    make_folder(MODELS.own("told"))
    (MODELS.own("told") / MODELS.file).write_bytes(msgspec.json.encode(run))


def test_beliefs_stand_beside_the_exact_odds(client: Client) -> None:
    told_model(2.25)
    row = next(row for row in printed(ADDRESS, "beliefs") if row["model"] == "told")
    assert row["the model, nats a card"] == "2.25"
    assert row["exact odds, nats a card"] == "2.0"
    assert float(row["any card at all, nats a card"]) == pytest.approx(3.2189, abs=1e-4)
    page = page_of(client, ADDRESS)
    assert "Guessing your cards" in page
    assert "manage.py hcic told --source mine --steps 10 --seed 1" in page


def test_the_page_leaves_out_a_damaged_run(client: Client) -> None:
    finished("mine", 9)
    (LEARNERS.own("mine") / LEARNERS.file).write_text("{")
    assert "mine" not in [way.runs[0].name for way in ways.all_ways()]
    assert page_of(client, ADDRESS)


def test_every_figure_has_a_table_and_files(client: Client) -> None:
    finished("mine", 9)
    figures = client.get(ADDRESS).context["figures"]
    assert {"table", "differences", "curves-3", "actions-3", "cost"} <= {f.name for f in figures}
    for figure in figures:
        data = json.loads(page_of(client, f"{ADDRESS}?figure={figure.name}&format=json"))
        assert len(data["rows"]) == len(figure.rows) > 0
        assert all(len(row) == len(figure.columns) for row in figure.rows)


KINDS: dict[str, dict[str, str]] = {
    "plain": {},
    "counting": {"belief": "exact"},
    "guessing": {"belief": "hcic", "hcic": "mine"},
}


def test_gains_by_beliefs_are_shown_only_after_equally_many_turns(client: Client) -> None:
    runs = [
        finished(kind, score, **KINDS[kind]) for kind, score in zip(KINDS, (8, 9, 10), strict=True)
    ]
    told = "after 500,000 turns: 10.50, 9.50 and 8.50 with 3 players. Where there is a single run"
    assert told in page_of(client, ADDRESS)
    LEARNERS.write(msgspec.structs.replace(runs[2], turns=TURNS - 1))
    assert "What Rainbow scores with" not in page_of(client, ADDRESS)
    LEARNERS.write(runs[2])
    two = [finished(f"{kind}-2p", 3, players=2, **changes) for kind, changes in KINDS.items()]
    told = "3.50, 3.50 and 3.50 with 2 players; 10.50, 9.50 and 8.50 with 3 players."
    assert told in page_of(client, ADDRESS)
    for run in two:
        LEARNERS.write(msgspec.structs.replace(run, turns=TURNS - 1))
    assert (
        "with 2 players" not in page_of(client, ADDRESS).split("What Rainbow scores with")[1][:300]
    )


def test_figures_do_not_call_several_seeds_single_runs(client: Client) -> None:
    for kind, changes in KINDS.items():
        for seed in ("1", "2"):
            finished(f"{kind}-{seed}", 9, seed=seed, **changes)
    assert "9.50, 9.50 and 9.50 with 3 players.</p>" in page_of(client, ADDRESS)


def reached(*means: float, turns: int = ways.TURNS, **changes: Any) -> None:
    """A finished run for each mean, which seeds tell apart."""
    for seed, mean in enumerate(means):
        test = measured_at(mean, changes.get("players", 3))
        name = "-".join(["run", *map(str, changes.values()), str(seed), str(turns)]).lower()
        stored(name, test, (turns,), seed=str(seed), **changes)


def measured_at(mean: float, players: int, spread: int = 1) -> SelfPlay:
    """A hundred games: as many `spread` points above the mean as below it."""
    stacks = [0] * 26
    above = round(100 * (mean - int(mean)))
    stacks[int(mean)] = 100 - above
    stacks[int(mean) + 1] = above
    for shift in (-spread, spread):
        stacks[int(mean) + shift] += 10
    stacks[int(mean)] -= 20
    return SelfPlay(100, 1_000, tuple(stacks), (0,) * 26, discards(players, 1_000))


def judged(name: str = "3 players, Rainbow") -> str:
    return cell(name)["reproduced?"]


def test_a_run_that_falls_short_of_the_papers_turns_reproduces_nothing(client: Client) -> None:
    reached(9.9, 10.1, 9.7, turns=2_000_000)
    assert judged() == "not reached (2.0M of 10M turns)"
    assert "None reproduce the paper's number, 1 has not reached" in page_of(client, ADDRESS)


def test_a_cell_stands_if_the_next_run_would_come_within_a_point_of_the_papers_number(
    client: Client,
) -> None:
    reached(9.1, 9.2, 9.3)
    reached(11.6, goir="paper")
    reached(6.0, 6.2, 6.4, players=4)
    assert judged() == "reproduced", "the paper's 9.90 is of a hundred games"
    assert judged("3 players, GOIR") == "reproduced", "a single run deviates as its neighbours do"
    assert judged("4 players, Rainbow") == "refuted"
    assert "reproduced</dt><dd>2</dd>" in page_of(client, ADDRESS)


def test_runs_that_differ_too_much_among_each_other_or_that_are_single_decide_nothing() -> None:
    reached(8.0, 10.0, 12.0)
    assert judged() == "undecided", "an interval wider than 3 points to either side"
    reached(11.7, goir="paper")
    assert judged("3 players, GOIR") == "undecided"
    reached(10.4, players=4)
    assert judged("4 players, Rainbow") == "undecided", "nobody knows how such runs differ"


@pytest.mark.long
@examples(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    ours=st.lists(st.integers(400, 800), min_size=1, max_size=3),
    base=st.lists(st.integers(400, 800), min_size=1, max_size=3),
    spread=st.integers(2, 3),
)
@example(ours=[400], base=[400, 400], spread=2)
@example(ours=[500, 500], base=[400, 400], spread=2)
def test_no_page_and_no_download_gives_a_single_run_the_error_of_its_games(
    client: Client, ours: list[int], base: list[int], spread: int
) -> None:
    for run in LEARNERS.names():
        shutil.rmtree(LEARNERS.own(run))
    reached(*[mean / 100 for mean in base])
    reached(*[mean / 100 for mean in ours], belief="exact")
    rows = rows_of("differences")
    alike = len(set(ours)) == len(set(base)) == 1
    assert (rows["3p exact odds"]["ours, low"] == "") is alike, "no two runs of a side differ"
    compared, sentence = comparisons(client), told_sentence(page_of(client, ADDRESS))
    assert bool(sentence) is (len(ours) + len(base) > 2), "one run on each side"
    for name in LEARNERS.names():
        run = LEARNERS.load(name)
        wider = measured_at(run.final.mean, 3, spread)
        assert wider.mean == pytest.approx(run.final.mean)
        LEARNERS.write(msgspec.structs.replace(run, final=wider))
    assert comparisons(client) == compared, "games that spread more changed a difference"
    assert told_sentence(page_of(client, ADDRESS)) == sentence


def comparisons(client: Client) -> dict[str, tuple[str, str, str]]:
    """Every figure that compares recipes, by its name: drawing, CSV and JSON."""
    return {
        figure.name: (str(figure.drawing), figure.csv(), figure.json().decode())
        for figure in client.get(ADDRESS).context["figures"]
        if {"difference", "ours, low"} & {column.title for column in figure.columns}
    }


def told_sentence(text: str) -> str:
    """What the page says of being told of one's own cards, nothing if it says nothing."""
    return text.partition("Being told your cards")[2].partition("</p>")[0]


def test_the_effect_of_beliefs_is_tested_over_all_runs_with_and_without(client: Client) -> None:
    reached(4.55, 5.19, 4.72, players=2, turns=TURNS)
    reached(4.76, 5.31, 4.33, players=2, turns=TURNS, goir="paper")
    reached(5.79, players=2, turns=TURNS, belief="exact")
    reached(6.43, players=2, turns=TURNS, belief="hcic", hcic="mine")
    reached(5.66, players=2, turns=TURNS, belief="hcic", hcic="mine", goir="paper")
    reached(13.0, players=2)  # A longer run of a recipe does not hide its shorter ones.
    (row,) = printed(ADDRESS, "told")
    assert (row["runs told"], row["runs not told"]) == ("3", "6")
    # As a review computed them by hand: t p .004, Welch .017.
    assert float(row["difference"]) == pytest.approx(1.15, abs=0.005)
    assert float(row["p"]) == pytest.approx(0.004, abs=0.0005)
    assert float(row["p by Welch's test"]) == pytest.approx(0.017, abs=0.001)
    assert "3 runs against 6" in page_of(client, ADDRESS)


def test_each_learner_names_the_papers_figures_that_are_missing() -> None:
    finished("mine", 9)
    reached(9.9, turns=2 * ways.TURNS, belief="hcic", hcic="mine")
    rows = {
        row["players and learner"]: list(row.values())[1:] for row in rows_of("missing").values()
    }
    assert rows["3 players, Rainbow"] == [
        "50",
        "950 of 1,000",
        "2,950 of 3,000",
        "200 and 500 and 1,000",
    ]
    assert rows["3 players, HCIC"] == ["2000", "nothing", "", ""]
    assert rows["3 players, GOIR"][:2] == ["0", "1,000 of 1,000"]


def test_models_that_lose_more_than_the_clues_allow_are_called_under_trained(
    client: Client,
) -> None:
    for held, under_trained in ((2.25, True), (2.05, False)):
        told_model(held)
        assert ("under-trained: this says" in page_of(client, ADDRESS)) is under_trained


@pytest.mark.parametrize(
    ("rainbow", "goir", "turns", "said"),
    [
        ([8, 9, 8], [8, 8, 9], ways.TURNS, "refuted"),
        ([8, 8, 8, 9, 9], [12, 12, 12, 13, 13], ways.TURNS, "confirmed"),
        # 6 points more, but the runs of each differ by as much.
        ([2, 5, 11], [8, 11, 17], ways.TURNS, "undecided"),
        ([8], [14], ways.TURNS, "undecided"),
        # Two runs say too little of how much runs differ.
        ([8.3, 8.7], [10.5], ways.TURNS, "undecided"),
        ([8, 9, 8], [8, 8, 9], TURNS, "not reached (0.5M of 10M turns)"),
        ([8, 9, 8], [], ways.TURNS, "not run"),
    ],
)
def test_a_claim_of_the_paper_stands_or_falls_by_the_difference_of_one_more_run_each(
    rainbow: list[float], goir: list[float], turns: int, said: str
) -> None:
    """The paper's GOIR brings 6.15 points with four players."""
    for kind, scores in (("none", rainbow), ("paper", goir)):
        for seed, score in enumerate(scores):
            changes = {"players": 4, "seed": str(seed), "goir": kind}
            stored(f"{kind}-{seed}", measured_at(score, 4), (turns,), **changes)
    assert rows_of("differences")["4p GOIR"]["the claim"] == said


def test_a_long_curve_is_thinned_and_ends_where_the_run_ends() -> None:
    stored("long", measured(9, 3), tuple(range(1_000, 121_000, 1_000)))
    turns = [int(row["turns"]) for row in printed(ADDRESS, "curves-3")]
    assert turns == list(range(3_000, 121_000, 3_000))
