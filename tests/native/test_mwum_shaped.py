"""The shaped reward of every score that comes up, read off the weights of a single game."""

import pytest

from native import Rules
from native.strategies.mwum.learning import Kind, Method, Option, learn
from native.strategies.mwum.policy import Memory

pytestmark = pytest.mark.native

METHOD = Method(Kind.PAPER, 1.0, Option.SHAPED)
RULES = Rules(2, suits="rygbpt", ranks=3, copies=(4, 3, 3) * 6, strikes=100)
"""Short stacks, many copies, and no misplay ends a game: random games score up to 17."""


def shaped(score: int, better: bool) -> float:
    """Listing 5 of the paper."""
    if score < 5:
        return -1.0
    if score < 10:
        return 0.5 * score / 25
    if score < 15:
        return 1.5 * score / 25 + 0.1 * better
    return 3 * score / 25 + 0.2 * better


@pytest.mark.parametrize("average", [0, 25])
def test_each_score_has_the_reward_of_its_class(average: int) -> None:
    met = set()
    for seed in range(400):
        memory = Memory(scores=bytes([average] * 100), games=100)
        tally = learn(RULES, METHOD, str(seed), 1, memory)
        score = tally.stacks.index(1)
        once = memory.learnt[memory.learnt["visits"] == 1]
        rewards = {round(float(value), 5) for value in once["value"] if value}
        assert rewards == {round(shaped(score, score > average), 5)}, score
        met.add(score)
    assert {9, 10, 14, 15} <= met, sorted(met)
