"""Two tiny runs come out as they always did.

A change here means that the same seed no longer makes the same archive: the engine, a rule, the
random numbers or the loop behave differently, and every published run would have to be made anew.
"""

from __future__ import annotations

import pytest

from agents.archives import summary
from tests.agents.small_runs import made

pytestmark = pytest.mark.usefixtures("small_runs")


@pytest.mark.parametrize(
    ("algorithm", "games", "coverage", "qd_score", "best"),
    [
        ("paper", 4368, 17, 96.75, (2, 4)),
        ("improved", 3992, 13, 84.063, (2, 4)),
    ],
)
def test_the_same_seed_still_makes_the_same_archive(
    algorithm: str,
    games: int,
    coverage: int,
    qd_score: float,
    best: tuple[int, int],
) -> None:
    archive = made("golden", algorithm)
    now = summary(archive, stored=True)
    assert archive.games == games
    assert now.coverage == coverage
    assert round(now.qd_score, 3) == qd_score
    assert now.max_cell == best
