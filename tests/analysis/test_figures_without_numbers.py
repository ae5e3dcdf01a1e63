"""What is said where there is little or nothing to tell: few games, no elites, no tests."""

from __future__ import annotations

from math import sqrt

import msgspec
import pytest

from agents.archives import Archive, runs
from agents.runs.errors import BadRun
from analysis.papers.map_elites import corrections, replication
from analysis.papers.mwum import series
from analysis.people.forecast import Check, told
from analysis.statistics import Estimate
from analysis.statistics.power import Components, people_needed, smallest_difference


@pytest.mark.parametrize(
    ("check", "words"),
    [
        (
            Check(0, None, None),
            "Nobody has played enough games to check such forecasts, so they only give an order.",
        ),
        (
            Check(12, 1.234, 0.567),
            "For people left out, with at least 6 games with an agent, such forecasts were off by "
            "1.23 points (12 cases, correlation 0.57).",
        ),
        (
            Check(9, 1.234, None),
            "For people left out, with at least 6 games with an agent, such forecasts were off by "
            "1.23 points (9 cases): too much to show points.",
        ),
    ],
)
def test_it_is_said_how_good_forecasts_were(check: Check, words: str) -> None:
    assert told(check) == words


@pytest.mark.parametrize(
    ("difference", "games", "power"),
    [(0.0, 1, 0.8), (-1.0, 1, 0.8), (1.0, 0, 0.8), (1.0, 1, 0.5), (1.0, 1, 1.0)],
)
def test_an_experiment_that_asks_nothing_is_refused(
    difference: float, games: int, power: float
) -> None:
    with pytest.raises(ValueError, match="The difference must be above 0"):
        people_needed(Components(1, 1, 1, 0, 0), difference, games, power, "within")


@pytest.mark.parametrize("design", ["within", "between"])
def test_as_few_people_as_find_the_difference_are_asked_for_and_a_million_at_most(
    design: str,
) -> None:
    known = Components(4, 1, 9, 0, 0)
    step = 1 if design == "within" else 2
    for difference in (0.3, 1.0, 2.0, 8.0):
        people = people_needed(known, difference, 2, 0.8, design)  # type: ignore[arg-type]
        assert people is not None
        gaps = [
            smallest_difference(known, number, 2, 0.8, design)  # type: ignore[arg-type]
            for number in (people, max(2 * step, people - step))
        ]
        assert gaps[0] <= difference
        assert gaps[1] > difference or people == 2 * step
    assert people_needed(known, 0.001, 1, 0.8, design) is None  # type: ignore[arg-type]


def few(*scores: tuple[float, float | None, int]) -> Archive:
    """An archive of elites with these scores, their spreads and games."""
    changed = msgspec.structs.replace
    whole = runs.load("paper-1")
    cells = tuple(
        changed(
            cell,
            remeasured=None,
            stored=changed(cell.stored, objective=score, spread=spread, games=games),
        )
        for cell, (score, spread, games) in zip(whole.valid, scores, strict=False)
    )
    return changed(whole, cells=cells)


def test_the_mean_of_a_map_has_the_error_of_its_games() -> None:
    found = replication._mean(few((10.0, 3.0, 100), (14.0, 4.0, 100)))
    assert (found.value, found.units) == (12.0, 200)
    assert found.sem == pytest.approx(sqrt(0.3**2 + 0.4**2) / 2)
    for spread, games in ((None, 100), (4.0, 1)):
        found = replication._mean(few((10.0, 3.0, 100), (14.0, spread, games)))
        assert (found.value, found.sem) == (12.0, None)
    assert replication._mean(few()) == Estimate(None, None, 0)


def test_a_range_is_told_by_its_ends() -> None:
    assert corrections._range([]) == corrections._range([None]) == "–"
    assert corrections._range([0.504, None, 0.501]) == "0.50"
    assert corrections._range([9.5, 10.25, None, 1.0]) == "1.00–10.25"


def test_games_that_a_failing_rule_ended_are_counted_where_that_was_noted() -> None:
    changed = msgspec.structs.replace
    archive = few((10.0, 1.0, 100), (10.0, 1.0, 300), (10.0, 1.0, 50))
    tallies = ({"given_up": 10}, {"given_up": 90}, {"clues": 5})
    cells = tuple(
        changed(cell, stored=changed(cell.stored, tally=tally))
        for cell, tally in zip(archive.cells, tallies, strict=True)
    )
    assert corrections._given_up(changed(archive, cells=cells)) == 0.25
    assert corrections._given_up(changed(archive, cells=cells[2:])) == 0


def test_a_run_that_was_never_finished_has_no_test() -> None:
    with pytest.raises(BadRun, match="A run is unfinished"):
        series.tested(None, "zero")
