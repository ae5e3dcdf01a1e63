"""How a run of the method is made: what its numbers may be, and what they are told to the core."""

from __future__ import annotations

from typing import Any

import pytest

from agents.archives.errors import BadParameters
from agents.mwum.training_run import Recipe
from native import Rules
from native.strategies.mwum.learning import Kind, Method, Option

WHOLE: dict[str, Any] = {"agent": "knowing", "seed": "7", "eta": 0.5, "block": 10}
EPISODES = {"episode": 5}
TRYING = {"epsilon": 0.5}


def recipe(**changes: Any) -> Recipe:
    return Recipe(**{**WHOLE, **changes})


@pytest.mark.parametrize(
    ("changes", "name", "low", "high"),
    [
        ({}, "eta", 0, 100),
        (EPISODES, "penalty", 0, 100),
        ({}, "epsilon", 0, 1),
        (TRYING, "decay", 0, 1),
        ({"epsilon": 1}, "least", 0, 1),
        ({}, "episode", 0, 50),
        ({"block": 1}, "plateau", 0, 1_000_000_000),
        ({}, "block", 1, 1_000_000_000),
        ({}, "players", 2, 5),
    ],
)
def test_a_number_may_be_as_small_and_as_great_as_that(
    changes: dict[str, Any], name: str, low: int, high: int
) -> None:
    for value in (low, high):
        assert getattr(recipe(**changes, **_known(changes, name, value)), name) == value
    for value in (low - 1, high + 1):
        with pytest.raises(BadParameters) as refusal:
            recipe(**changes, **_known(changes, name, value))
        told = f"{name} must be from {low} to {high}, not {value}."
        assert str(refusal.value) == told


def _known(changes: dict[str, Any], name: str, value: int) -> dict[str, Any]:
    return {name: value} if name not in changes else {}


@pytest.mark.parametrize("seed", ["a", "é" * 100])
def test_a_seed_is_up_to_a_hundred_letters_that_can_be_printed(seed: str) -> None:
    assert recipe(seed=seed).seed == seed
    for wrong in ("", seed * 101, seed[:9] + "\n"):
        with pytest.raises(BadParameters, match=r"^seed must be 1 to 100 printable characters"):
            recipe(seed=wrong)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"agent": "no" * 30}, f"agent must be paper or knowing, not {'no' * 20}."),
        ({"eta": float("inf")}, "eta must be from 0 to 100, not inf."),
        ({"penalty": 1}, "a penalty needs mini-episodes; give --episode a number of moves."),
        ({"least": 0.1}, "least is what epsilon falls to, so it cannot be more."),
        ({"plateau": 15}, "plateau must be whole blocks of 10 games."),
        ({"bucketed": True}, "bucketed is a way to see the paper's state; leave it out."),
        (
            {"shaped": True, "episode": 1},
            "shaped is a reward for a whole game, so episode must be 0.",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadParameters) as refusal:
        recipe(**changes)
    assert str(refusal.value) == words


def test_what_just_makes_sense_is_taken() -> None:
    recipe(epsilon=0.5, least=0.5, decay=0.0)
    recipe(plateau=20)
    recipe(shaped=True)
    recipe(agent="paper", bucketed=True)


def test_the_core_is_told_every_part_of_it() -> None:
    made = recipe(
        players=4, visits=True, episode=7, penalty=2.5, epsilon=0.3, decay=0.9, least=0.01
    )
    expected = Method(Kind.KNOWING, 0.5, Option.VISITS, 7, 2.5, 0.3, 0.9, 0.01)
    assert made.method == expected
    assert made.rules == Rules.standard(4)
    both = recipe(agent="paper", bucketed=True, shaped=True).method
    assert (both.kind, both.options) == (Kind.PAPER, Option.BUCKETED | Option.SHAPED)


def test_left_out_it_is_the_plain_method_at_a_table_of_two() -> None:
    assert recipe().method == Method(Kind.KNOWING, 0.5, Option(0), 0, 0.0, 0.0, 1.0, 0.0)
    assert recipe().rules == Rules.standard(2)
    assert recipe().plateau == 0
