"""The recommended partners do better with scripted people than the others that could sit there."""

from functools import cache

import pytest

from agents import registry
from agents.recommended import recommended
from tests.personas.table import CROWDS, scores

GAMES, SEED = 6, "promise"
"""Games with each of the people. The differences promised here are at least two points, the
standard error of a mean of these games is 1.2 at most."""


@cache
def mean(address: str, crowd: str) -> float:
    entry = registry.find(address)
    played = [scores(entry, person, GAMES, SEED) for person in CROWDS[crowd]]
    return sum(map(sum, played)) / (GAMES * len(played))


@pytest.mark.slow
def test_the_recommended_partner_scores_more_than_the_others() -> None:
    for kind, crowd, others in (
        ("new", "beginners", ["conv:beginner", "conv:expert", "rules:iggi"]),
        ("conventions", "keepers", ["wary:expert", "rules:piers"]),
        ("unknown", "beginners", ["conv:beginner", "conv:expert"]),
        ("unknown", "keepers", ["wary:expert"]),
    ):
        best = mean(recommended(kind, 2), crowd)
        assert best > max(mean(other, crowd) for other in others), (kind, crowd)
