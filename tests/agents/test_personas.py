"""The recommended partners do better with scripted people than the others that could sit there."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agents import registry
from agents.recommended import recommended
from tests.personas.table import CROWDS, scores

GAMES, SEED = 8, "promise"
"""Games with each of the people. The differences promised here are at least three points, the
standard error of a mean of these games is below one."""


def mean(address: str, crowd: str) -> float:
    entry = registry.find(address)
    played = [scores(entry, person, GAMES, SEED) for person in CROWDS[crowd]]
    return sum(map(sum, played)) / (GAMES * len(played))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "crowd", "others"),
    [
        ("new", "beginners", ["conv:beginner", "conv:expert", "rules:iggi"]),
        ("conventions", "keepers", ["wary:expert", "partner:new", "rules:piers"]),
        ("unknown", "beginners", ["conv:beginner", "conv:expert"]),
        ("unknown", "keepers", ["wary:expert", "partner:new"]),
    ],
)
def test_the_recommended_partner_scores_more_than_the_others(
    kind: str, crowd: str, others: Sequence[str]
) -> None:
    best = mean(recommended(kind, 2), crowd)
    assert best > max(mean(other, crowd) for other in others) + 1
