"""`manage.py strength`: a comparison that stops itself without naming a winner by chance."""

import json
from typing import Any

import numpy as np
import pytest

from agents import registry
from analysis.statistics.sequential import LEAST_UNITS, Watched
from native import Rng, Rules
from native.play.rows import rows
from tests.game.conftest import said

pytestmark = pytest.mark.long

RUNS, DEALS = 200, 1_000


def strength(*arguments: object, **options: Any) -> dict[str, Any]:
    return json.loads(said("strength", *arguments, **options, json=True))


def test_of_200_comparisons_of_an_agent_with_itself_at_most_5_percent_name_a_winner() -> None:
    iggi = registry.find("rules:iggi").in_core(2)
    scores = rows(Rules.standard(2), [iggi, iggi], 2 * RUNS * DEALS, "equal")["score"]
    first, second = np.split(scores.astype(float), 2)
    named = 0
    for differences in np.split(first - second, RUNS):
        watched = Watched()
        for difference in differences:
            watched = watched.plus(float(difference))
            if watched.decided:
                named += 1
                break
    assert named <= 0.05 * RUNS


def test_a_clear_difference_is_found_long_before_the_last_game() -> None:
    found = strength("rules:piers", "rules:iggi", games=20_000, seed="clear")
    assert found["verdict"] == "rules:piers is stronger"
    assert found["deals"] < 2_000
    assert 0 < found["low"] < found["difference"] < found["high"]


def test_the_verdict_does_not_depend_on_the_order_of_the_agents() -> None:
    one = strength("rules:piers", "rules:flawed", seed="order")
    other = strength("rules:flawed", "rules:piers", seed="order")
    assert (other["verdict"], other["deals"]) == (one["verdict"], one["deals"])
    assert other["difference"] == -one["difference"]


def test_an_agent_that_plays_the_same_games_is_within_the_margin() -> None:
    """Equal games leave room for a rare one that differs by every card."""
    found = strength("rules:piers", "rules:piers")
    assert found["verdict"] == "within 0.1 points"
    assert found["deals"] > 25 / 0.1
    assert found["low"] == -found["high"] == pytest.approx(-0.1, abs=0.001)
    assert Watched(units=LEAST_UNITS).margin == float("inf")


def test_a_difference_smaller_than_the_games_can_show_is_undecided() -> None:
    found = strength("rules:iggi", "rules:iggi2", games=120, margin=0.001, seed="few")
    assert found["deals"] == 120
    assert found["verdict"] == "undecided"


def test_a_comparison_may_be_beside_other_partners() -> None:
    found = strength("rules:piers", "rules:flawed", partner="rules:iggi", seed="partner")
    assert found["verdict"] == "rules:piers is stronger"


def test_the_interval_holds_the_truth_at_every_moment_of_most_runs() -> None:
    """Also where values are skewed, as scores with lost games are."""
    stream = np.random.default_rng(Rng("sequential").next())
    missed = 0
    for _ in range(RUNS):
        watched = Watched()
        for value in stream.choice([0.0, 20.0], 600, p=[0.2, 0.8]):
            watched = watched.plus(float(value))
            if not watched.low <= 16.0 <= watched.high:
                missed += 1
                break
    assert missed <= 0.05 * RUNS
