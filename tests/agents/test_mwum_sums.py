"""What a run of the method comes to, in sums and words, by hand for a few games."""

from __future__ import annotations

import zlib
from math import sqrt
from typing import Any

import msgspec
import numpy as np
import pytest

from agents.mwum import policies
from agents.mwum.run import Block, MwumRecipe, MwumRun, report, sentences
from agents.mwum.run import FreshGames as FreshGames
from agents.mwum.training import Training
from agents.runs.errors import BadRun
from native import Rules
from native.strategies.mwum.learning import Kind, Method, Option, Tally
from native.strategies.mwum.policy import ENTRY

RECIPE = MwumRecipe("paper", seed="7", eta=0.5, block=4, plateau=8)
STACKS = (1, 0, 2, 1)
"""One game of 0 points, two of 2, one of 3."""
TEST = FreshGames(4, 40, 10, STACKS, (0, 0, 1, 0))


def block(points: int, games: int = 4) -> Block:
    return Block(games, 10 * games, 3 * games, points, 0, 0)


def run(*points: int, last: int = 4) -> MwumRun:
    curve = [block(each) for each in points]
    return MwumRun("by-hand", RECIPE, 100, (*curve[:-1], block(points[-1], last)))


def test_a_block_adds_up_points_and_their_squares() -> None:
    tally = Tally(games=4, moves=40, met=10, stacks=STACKS, struck=(1, 0, 1, 0))
    made = Block.of(tally)
    assert made == Block(games=4, moves=40, met=10, points=7, squares=17, struck=2)
    assert made + Block(1, 2, 3, 4, 5, 6) == Block(5, 42, 13, 11, 22, 8)
    assert FreshGames.of(tally) == FreshGames(4, 40, 10, STACKS, (1, 0, 1, 0))


def test_a_game_struck_out_scores_nothing_where_only_whole_games_count() -> None:
    assert TEST.counts == {
        "stacks": {0: 1, 1: 0, 2: 2, 3: 1},
        "zero": {0: 2, 1: 0, 2: 1, 3: 1},
    }


@pytest.mark.parametrize(
    ("curve", "ended"),
    [
        (run(1, 1, 1, 1), True),
        (run(9, 1, 1, 1, 1), True),
        (run(1, 1, 1, 2), False),
        (run(1, 2, 2, 1), True),
        (run(9, 9, 1, 1, 9, 8), False),
        (run(1, 1, 1), False),
        (run(2, 2, 2, 2, 1, last=3), False),
        (msgspec.structs.replace(run(1, 1, 1, 1), recipe=MwumRecipe("paper", "7", 0.5, 4)), False),
    ],
)
def test_it_is_on_a_plateau_where_as_many_games_before_were_as_good(
    curve: MwumRun, ended: bool
) -> None:
    assert curve.on_plateau is ended


def test_the_games_of_a_run_are_those_of_its_blocks() -> None:
    assert run(1, 1, 1, last=3).games == 11


def test_the_mean_of_the_last_whole_block_is_told_while_it_learns() -> None:
    assert Training(run(6, 1, last=2)).note == "1.50 points a game"
    assert Training(run(3, last=2)).note == "1.50 points a game"


def test_programs_are_told_means_errors_and_shares() -> None:
    told = report(msgspec.structs.replace(run(4, 6), drawn=TEST))
    assert (told["run"], told["games"], told["eta"], told["plateau"]) == ("by-hand", 8, 0.5, 8)
    assert told["last_block"] == 1.5
    assert told["met"] == pytest.approx(0.3)
    stacks, zero = [0, 2, 2, 3], [0, 0, 2, 3]
    assert told["tests"] == {
        "drawn": {
            "games": 4,
            "mean_stacks": 1.75,
            "sem_stacks": pytest.approx(np.std(stacks, ddof=1) / sqrt(4)),
            "mean_zero": 1.25,
            "sem_zero": pytest.approx(np.std(zero, ddof=1) / sqrt(4)),
            "strikeouts": 1,
            "perfect": 1,
        }
    }


def test_people_are_told_the_same_in_sentences() -> None:
    one = FreshGames(1, 1, 1, (0, 1, 0, 0), (0, 0, 0, 0))
    ended = msgspec.structs.replace(run(1, 1, 1, 1), drawn=TEST, best=one)
    assert sentences(ended).splitlines() == [
        "by-hand: 16 games, 0.25 points a game in the last 4.",
        "It ended: its last 8 games were no better than those before.",
        "Actions drawn by weight: 1.75 ± 0.63 stacks, 1.25 ± 0.75 zero, over 4 games.",
        "Always the heaviest action: 1.00 ± 0.00 stacks, 1.00 ± 0.00 zero, over 1 games.",
    ]
    assert len(sentences(run(1, 2)).splitlines()) == 1


def test_a_policy_of_few_entries_is_read_as_it_was_written() -> None:
    entries = np.zeros(3, ENTRY)
    entries["key"] = [5, 1 << 62, (1 << 62) + 7]
    entries["value"] = [-3.0, -255.0, -0.0]
    read = policies.decode(policies.encode(entries)).learnt
    assert read["key"].tolist() == entries["key"].tolist()
    assert read["value"].tolist() == entries["value"].tolist()


def test_a_policy_with_too_many_entries_is_refused() -> None:
    more = bytes((policies.MOST + 1) * policies.WIDTH)
    with pytest.raises(ValueError, match="truncated or too long"):
        policies.decode(zlib.compress(more, 1))


def test_a_run_without_a_policy_says_so() -> None:
    with pytest.raises(BadRun, match=r"^The run plain-1 has not saved a policy yet\.$"):
        policies.load("plain-1")


# --- recipes


def recipe(**changes: Any) -> MwumRecipe:
    return MwumRecipe(**{"agent": "knowing", "seed": "7", "eta": 0.5, "block": 10, **changes})


def test_every_option_reaches_the_core() -> None:
    made = recipe(
        players=4, visits=True, episode=7, penalty=2.5, epsilon=0.3, decay=0.9, least=0.01
    )
    expected = Method(Kind.KNOWING, 0.5, Option.VISITS, 7, 2.5, 0.3, 0.9, 0.01)
    assert made.method == expected
    assert made.rules == Rules.standard(4)
    both = recipe(agent="paper", bucketed=True, shaped=True).method
    assert (both.kind, both.options) == (Kind.PAPER, Option.BUCKETED | Option.SHAPED)
