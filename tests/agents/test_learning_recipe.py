"""How runs that learn are made, to the last value that they may have, and what is told of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from agents.archives.errors import BadParameters
from agents.learning import methods
from agents.learning.completion import SIZES
from agents.learning.evaluation import Measured
from agents.learning.hcic_run import HcicRecipe, HcicRun
from agents.learning.methods import METHODS, SCHEDULES, Method, Schedule
from agents.learning.recipe import Recipe
from agents.learning.report import command, figures, kinds, report, sentences
from agents.learning.run import Point, Run
from agents.learning.weight_files import MOST_BYTES
from native import Rules

PLAIN: dict[str, Any] = {"algorithm": "rainbow", "players": 2, "seed": "7"}
CARDS: dict[str, Any] = {"source": "small-2p", "players": 2, "seed": "7"}


@pytest.mark.parametrize(
    ("kind", "plain", "name", "low", "high"),
    [
        (Recipe, PLAIN, "players", 2, 5),
        (Recipe, PLAIN, "hidden", 8, 4_096),
        (Recipe, PLAIN, "kept", 1_000, 4_000_000),
        (HcicRecipe, CARDS, "players", 2, 5),
        (HcicRecipe, CARDS, "games", 10, 1_000_000),
        (HcicRecipe, CARDS, "batch", 1, 65_536),
    ],
)
def test_a_number_is_from_here_to_there(
    kind: type[Any], plain: dict[str, Any], name: str, low: int, high: int
) -> None:
    for value in (low, high):
        assert getattr(kind(**plain | {name: value}), name) == value
    for value in (low - 1, high + 1):
        with pytest.raises(BadParameters) as refusal:
            kind(**plain | {name: value})
        assert str(refusal.value) == f"{name} must be from {low} to {high}, not {value}."


@pytest.mark.parametrize("name", ["algorithm", "schedule", "credit", "belief", "reward", "device",
                                  "precision"])  # fmt: skip
def test_a_choice_that_there_is_not_is_refused_with_those_that_there_are(name: str) -> None:
    with pytest.raises(BadParameters, match=rf"^{name} must be one of .*, not {'z' * 40}\.$"):
        Recipe(**PLAIN | {name: "z" * 50})


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"seed": ""}, "seed must be 1 to 100 printable characters."),
        ({"seed": "s" * 101}, "seed must be 1 to 100 printable characters."),
        ({"seed": "\n"}, "seed must be 1 to 100 printable characters."),
        ({"credit": "previous"}, "credit says whose an intrinsic reward is, so it needs --goir."),
        (
            {"belief": "hcic"},
            "belief hcic needs --hcic with the name of a model, no other does.",
        ),
        (
            {"hcic": "small-2p"},
            "belief hcic needs --hcic with the name of a model, no other does.",
        ),
        ({"advice": "a" * 101}, "advice is the address of an agent."),
    ],
)
def test_what_does_not_go_together_is_refused(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(BadParameters) as refusal:
        Recipe(**PLAIN | wrong)
    assert str(refusal.value) == words


def test_what_just_goes_together_is_taken() -> None:
    Recipe(**PLAIN | {"seed": "s" * 100, "advice": "a" * 100})
    Recipe(**PLAIN | {"goir": True, "credit": "previous"})
    Recipe(**PLAIN | {"belief": "hcic", "hcic": "small-2p"})


def test_left_out_it_is_rainbow_in_large_steps() -> None:
    recipe = Recipe(**PLAIN)
    assert recipe == Recipe(
        "rainbow", 2, "7", "batched", False, "acting", "none", "", "score", 50_000, 512, "cpu",
        "float32", False, False, "",
    )  # fmt: skip
    assert (recipe.method, recipe.timing) == (METHODS["rainbow"], SCHEDULES["batched"])
    cards = HcicRecipe(**CARDS)
    assert cards == HcicRecipe("small-2p", 2, "7", 10_000, "small", 256, 1e-3, "cpu")
    assert (cards.shape, cards.rules, cards.held_out) == (SIZES["small"], Rules.standard(2), 1_000)
    assert HcicRecipe(**CARDS | {"games": 19}).held_out == 1


def test_what_is_told_besides_the_observation_has_its_room() -> None:
    """Two hold five cards of 25 kinds and have 20 moves; four hold four, and have 38."""
    for players, cards, moves in ((2, 125, 20), (4, 100, 38)):
        recipe = PLAIN | {"players": players}
        assert Recipe(**recipe).told == 0
        assert Recipe(**recipe | {"belief": "exact"}).told == cards
        assert Recipe(**recipe | {"advice": "rules:focus"}).told == moves
        both = Recipe(**recipe | {"belief": "exact", "advice": "rules:focus"})
        assert both.told == cards + moves


def test_the_numbers_of_the_algorithms_are_those_of_the_papers() -> None:
    assert {
        "rainbow": Method(0.99, 1, False, False, 1.0, 3.125e-5, 0.0, 0.0, (0.0, 0.0)),
        "rainbow+": Method(0.999, 3, True, True, 2.5, 3.125e-5, 5.0, 0.9995, (0.1, 1e-4)),
    } == METHODS
    assert {
        "paper": Schedule(1, 32, 4, 500, 500, 1_000, 2.5e-5),
        "batched": Schedule(256, 256, 32, 512, 4_096, 8_192, 2e-4),
    } == SCHEDULES
    assert methods.VALUES.tolist() == list(range(-25, 26))
    assert methods.VALUES.dtype == np.float32
    assert (methods.ATOMS, MOST_BYTES) == (51, 67_108_864)


def test_turns_go_over_as_often_in_large_steps_as_in_small_ones() -> None:
    paper, batched = SCHEDULES["paper"], SCHEDULES["batched"]
    assert paper.batch / paper.update == batched.batch / batched.update == 8
    assert methods.ITERATION == 10_000


# --- what a run came to


def measured() -> Measured:
    """Five games of two: 0 and 2 points, and 3 and 3 of which one was struck out, and 1."""
    stacks, struck = (1, 1, 1, 2), (0, 0, 0, 1)
    actions = (1, 2, 3, 4, 0, 5, 0, 0, 5, 0, 1, 1, 1, 1, 2, 0, 0, 0, 0, 24)
    return Measured(5, 50, stacks, struck, actions)


def test_a_test_is_told_in_means_errors_and_shares() -> None:
    scores = [0, 0, 1, 2, 3]
    assert figures(measured(), 2) == {
        "games": 5,
        "mean": pytest.approx(1.2),
        "error": pytest.approx(np.std(scores, ddof=1) / np.sqrt(5)),
        "lost": pytest.approx(0.2),
        "mean_stacks": pytest.approx(1.8),
        "kinds": {"discard": 0.2, "play": 0.2, "colour": 0.12, "rank": 0.48},
        "scores": (2, 1, 1, 1),
        "actions": measured().actions,
    }
    assert Measured(1, 9, (0, 1), (0, 0), ()).error == 0


def test_moves_of_four_are_of_four_cards_and_fifteen_clues_each_way() -> None:
    actions = (1,) * 4 + (2,) * 4 + (3,) * 15 + (4,) * 15
    told = kinds(Measured(1, 100, (1,), (0,), actions), 4)
    assert told == {"discard": 0.04, "play": 0.08, "colour": 0.45, "rank": 0.6}
    assert set(kinds(Measured(1, 0, (1,), (0,), (0,) * 38), 4).values()) == {0}


def test_a_run_is_told_to_programs_with_its_curve_and_its_rate() -> None:
    recipe = Recipe(**PLAIN | {"hidden": 16})
    point = Point(25_000, 0.5, measured())
    run = Run("mine", recipe, 40_000, 30_000, 12.0, (point,), measured())
    told = report(run)
    assert point.iteration == 2
    assert {name: told[name] for name in ("run", "hidden", "turns", "seconds")} == {
        "run": "mine", "hidden": 16, "turns": 30_000, "seconds": 12.0,
    }  # fmt: skip
    assert told["turns_per_second"] == 2_500
    assert told["curve"] == [{"turns": 25_000, "loss": 0.5, **figures(measured(), 2)}]
    assert told["final"] == figures(measured(), 2)
    fresh = report(Run("mine", recipe, 40_000))
    assert (fresh["turns_per_second"], fresh["curve"], fresh["final"]) == (None, [], None)


def test_a_run_is_told_to_people_with_what_its_policy_scores() -> None:
    run = Run("mine", Recipe(**PLAIN), 40_000, 30_000, 1_200.0, final=measured())
    assert sentences(run).splitlines() == [
        "mine: 30,000 turns in 1,200 s, 25 a second.",
        "Its policy: 1.20 ± 0.58 points a game, lost games at 0 (20% of them); "
        "1.80 cards played; 5 games.",
    ]
    assert sentences(Run("new", Recipe(**PLAIN), 9)) == "new: 0 turns in 0 s, 0 a second."


def test_the_command_that_makes_a_run_names_what_is_unusual_about_it() -> None:
    unusual = PLAIN | {"algorithm": "rainbow+", "goir": True, "seed": "two words", "players": 3}
    assert command(Run("mine", Recipe(**unusual), 500)) == (
        "manage.py train mine --players 3 --algorithm rainbow+ --goir --turns 500 "
        "--seed 'two words'"
    )
    plain = "manage.py train plain --players 2 --turns 9 --seed 7"
    assert command(Run("plain", Recipe(**PLAIN), 9)) == plain


def test_a_run_begins_with_nothing_learnt() -> None:
    run = Run("mine", Recipe(**PLAIN), 9)
    assert (run.turns, run.seconds, run.curve, run.final) == (0, 0.0, (), None)
    assert (run.format, run.schema) == ("hanabi-lab-learning", 1)
    cards = HcicRun("mine", HcicRecipe(**CARDS), 9)
    assert (cards.steps, cards.seconds, cards.cards, cards.exact, cards.possible, cards.curve) == (
        0, 0.0, 0, 0.0, 0.0, (),
    )  # fmt: skip
    assert (cards.format, cards.schema) == ("hanabi-lab-hcic-run", 1)
