"""The page of perfect information: what is stored comes out again, every figure has its data."""

from itertools import product
from math import sqrt
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from analysis.papers.deals.counting import stored
from analysis.papers.perfect import measured, published, reduced_figures
from analysis.papers.perfect.findings import Findings
from analysis.papers.perfect.measured import BadMeasurements, Measured, Run, ScoreHistogram
from analysis.papers.perfect.perfect_figures import figures
from native.solver.reduced_games import Deviation, ReducedGame, missed_points
from native.strategies.perfect import Ruleset, Strategy
from tests.analysis.conftest import page_of, printed

ADDRESS = "/analysis/perfect/"
STORED = measured.load()

pytestmark = pytest.mark.django_db
SAMPLE = 400


@pytest.mark.parametrize("run", list(measured.runs()), ids=lambda run: run.name)
def test_stored_results_have_as_many_games_as_the_page_says(run: Run) -> None:
    assert STORED.of(run).games == measured.GAMES
    assert STORED.seed == measured.SEED


@pytest.mark.long
@pytest.mark.parametrize("run", list(measured.runs()), ids=lambda run: run.name)
def test_stored_means_agree_with_those_of_other_games(run: Run) -> None:
    stored, sample = STORED.of(run), ScoreHistogram().with_more(*run.play(SAMPLE, "again"))
    error = stored.mean.sem * sqrt(measured.GAMES) * sqrt(1 / SAMPLE + 1 / measured.GAMES)
    assert abs(sample.mean.value - stored.mean.value) < 5 * error


@pytest.mark.parametrize("deviations", measured.STEPS)
@pytest.mark.parametrize("hints", measured.HINTS)
def test_stored_counts_of_reduced_deals_are_reproduced(deviations: Deviation, hints: int) -> None:
    stored = STORED.won(deviations, hints)
    game = ReducedGame(hints=hints, deviations=deviations)
    won = missed_points(game, 2_000, "again")[0] / 20
    assert abs(won - stored[0]) < 5 * sqrt(stored[0] * (100 - stored[0]) / 2_000)


def test_results_with_too_few_games_are_named() -> None:
    assert measured.lacking(STORED, measured.GAMES) == []
    reduced = len(measured.STEPS) * len(measured.HINTS)
    assert len(measured.lacking(STORED, measured.GAMES + 1)) == len(list(measured.runs())) + reduced


def test_the_figure_of_reduced_deals_counts_those_of_both_readings() -> None:
    figure = reduced_figures.figure(STORED)
    of_each = {sum(STORED.reduced[f"seed {hints}"]) for hints in measured.HINTS}
    assert {figure.games} == {2 * len(measured.HINTS) * games for games in of_each}
    for hints, row in zip(measured.HINTS, figure.rows, strict=True):
        missed = published.REDUCED_MISSED[hints]
        assert row[:2] == (str(hints), pytest.approx(100 * missed[0] / sum(missed)))
    steps = reduced_figures.steps(STORED)
    assert steps.games == sum(
        sum(STORED.reduced[measured.reduced_name(*step)])
        for step in product(measured.STEPS, measured.HINTS)
    )
    points = reduced_figures.short(STORED)
    assert [row[1] for row in points.rows[:3]] == [
        *(published.PAPER, "as its program", "official rules")
    ]
    for row in points.rows:
        if row[1] == "as its program":
            missed = STORED.reduced[f"seed {row[0]}"]
            assert row[2:] == (*missed[:3], sum(missed[3:]))


@pytest.mark.parametrize("hints", measured.HINTS)
def test_the_reduced_table_agrees_with_the_papers_in_its_own_reading(hints: int) -> None:
    paper, ours = published.REDUCED_MISSED[hints], STORED.reduced[f"seed {hints}"]
    assert sum(paper) == 100_000
    for theirs, found in zip(paper, ours, strict=False):
        assert abs(theirs - found) < 4.5 * sqrt(theirs + found)


@pytest.mark.parametrize("cost", published.CURVE)
def test_the_curve_agrees_with_the_papers_program_in_its_own_reading(cost: float) -> None:
    ours = STORED.of(Run(Strategy.CLUE_COST, Ruleset.SEED, cost=cost)).mean.value
    assert ours == pytest.approx(published.CURVE[cost], abs=0.05)


@pytest.mark.parametrize("players", measured.PLAYERS)
def test_foresight_wins_more_games_than_every_public_program(players: int) -> None:
    ours = STORED.of(Run(Strategy.FORESIGHT, Ruleset.OFFICIAL, players))
    for other in published.CHEATERS:
        assert ours.mean.value > other.means[players]
        assert ours.perfect[1] > other.perfect[players]


def test_the_first_games_of_a_stored_histogram_are_contained_in_it() -> None:
    run = Run(Strategy.PRIORITY, Ruleset.OFFICIAL)
    first = ScoreHistogram().with_more(*run.play(3_000, measured.SEED))
    assert all(a <= b for a, b in zip(first.histogram, STORED.of(run).histogram, strict=True))


@pytest.mark.long
def test_measuring_resumes_and_starts_over_with_another_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "found.json"
    few = [Run(Strategy.PRIORITY, Ruleset.SEED), Run(Strategy.CLUE_COST, Ruleset.OFFICIAL, 2, 1.5)]
    monkeypatch.setattr(measured, "runs", lambda: iter(few))
    monkeypatch.setattr(measured, "BLOCK", 30)
    measured.measure(40, "one", file)
    lines: list[str] = []
    grown = measured.measure(100, "one", file, lines.append)
    assert lines[0] == "priority seed 2: 70 of 100 games"
    whole = measured.measure(100, "one", tmp_path / "other.json")
    assert grown == whole == measured.load(file)
    assert measured.measure(50, "two", file).of(few[0]).games == 50


def test_damaged_measurements_are_refused_with_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measured, "FILE", tmp_path / "broken.json")
    measured.FILE.write_text('{"scores": 3}')
    with pytest.raises(CommandError, match=r"broken\.json holds no measurements: ") as refusal:
        call_command("rebuild", "perfect")
    assert refusal.value.returncode == 2


@pytest.mark.parametrize("reading", ["seed", "official"])
def test_the_page_shows_all_figures_by_either_reading(client: Client, reading: str) -> None:
    shown = page_of(client, f"{ADDRESS}?reading={reading}")
    for title in ("Fig. 1", "Fig. 2", "Fig. 3", "Fig. 4", "Fig. 5", "Fig. 6", "24.74596"):
        assert title in shown
    for section in ("The question", "Results", "What it means for a player"):
        assert section in shown
    assert "manage.py perfect priority" in shown
    assert ("--reading seed" in shown) == (reading == "seed")


@pytest.mark.parametrize("reading", Ruleset)
def test_every_figure_names_its_number_of_games(reading: Ruleset) -> None:
    for figure in figures(STORED, reading):
        assert figure.games >= measured.GAMES, figure.name
        assert figure.seed == measured.SEED, figure.name


def test_the_histograms_are_those_of_the_chosen_reading() -> None:
    readings = [printed(f"{ADDRESS}?reading={name}", "fig2") for name in ("seed", "official")]
    assert readings[0] != readings[1]
    assert printed(ADDRESS, "fig2") == readings[1]


def test_shares_of_a_histogram_are_shares_of_all_games() -> None:
    rows = printed(ADDRESS, "fig6")
    for words in list(rows[0])[1:]:
        assert sum(float(row[words]) for row in rows) == pytest.approx(100)


def test_an_unknown_reading_is_refused_with_a_message(client: Client) -> None:
    assert "A reading is official or seed" in page_of(client, f"{ADDRESS}?reading=mine", 404)


def test_a_page_without_measurements_still_opens(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measured, "load", lambda: Measured())
    page_of(client, ADDRESS)


def test_a_broken_file_is_reported(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Measured:
        raise BadMeasurements("measured.json holds no measurements.")

    monkeypatch.setattr(measured, "load", broken)
    assert "holds no measurements" in page_of(client, ADDRESS, 404)


def test_costs_are_small_and_scores_fall_with_the_price_of_a_clue() -> None:
    found = Findings(measured.load())
    assert 0 < found.discards_cost < 1
    assert 0 < found.clued_cost < 2
    assert found.colour_against_number < 0.1
    assert 25 > found.half > found.whole > found.double > 10


def test_the_figures_of_priced_plays_say_how_their_strategy_differs_from_priority() -> None:
    for reading in Ruleset:
        notes = {one.name: one.note for one in figures(measured.load(), reading)}
        assert all(" otherwise than “priority”" in notes[name] for name in ("fig4", "fig5"))


def test_study_opens_with_two_questions_and_their_measured_answers(client: Client) -> None:
    text = client.get("/analysis/").content.decode()
    won = Findings(measured.load()).ahead[0][3]
    winnable = stored(2)
    for answer, digits, address in ((winnable.share[0], 2, "/analysis/deals/"), (won, 1, ADDRESS)):
        assert f"{answer:.{digits}f}%" in text
        assert address in text


def test_a_run_is_named_as_it_stands_in_the_file_and_made_by_its_command() -> None:
    said = {
        (run.name, run.command)
        for run in (
            Run(Strategy.PRIORITY, Ruleset.OFFICIAL),
            Run(Strategy.PRIORITY, Ruleset.SEED, 3),
            Run(Strategy.CLUE_COST, Ruleset.SEED, 2, 0.25),
        )
    }
    assert said == {
        ("priority official 2", "manage.py perfect priority"),
        ("priority seed 3", "manage.py perfect priority --reading seed --players 3"),
        ("clue-cost seed 2 0.25", "manage.py perfect clue-cost --reading seed --clue-cost 0.25"),
    }
