"""Which elites are left when a pool is thinned, on an archive of a few cells."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from agents.archives import runs
from agents.contract import AgentError
from analysis.evaluate.thinning import thinned

SCORES = {(0, 0): 4.0, (0, 1): 5.0, (1, 3): 9.0, (3, 0): 0.0, (3, 2): 7.0, (3, 3): 7.0}
"""Of four rows and six columns."""


@pytest.fixture(autouse=True)
def few_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> Any:
        cells = {
            place: SimpleNamespace(latest=SimpleNamespace(objective=score))
            for place, score in SCORES.items()
        }
        return SimpleNamespace(setting=SimpleNamespace(grid=(4, 6)), by_place=cells)

    monkeypatch.setattr(runs, "load", load)


def left(wishes: str, run: str = "r") -> list[str]:
    addresses = [f"elite:{run}/{row},{column}" for row, column in SCORES]
    return [address.partition("/")[2] for address in thinned(addresses, wishes)]


@pytest.mark.parametrize(
    ("wishes", "places"),
    [
        ("least=0", ["0,0", "0,1", "1,3", "3,0", "3,2", "3,3"]),
        ("least=5", ["0,1", "1,3", "3,2", "3,3"]),
        ("least=5.01", ["1,3", "3,2", "3,3"]),
        # Quarters of two rows and three columns; of equals the first.
        ("grid=2", ["0,1", "1,3", "3,2", "3,3"]),
        ("grid=1", ["1,3"]),
        ("grid=2&least=7", ["1,3", "3,2", "3,3"]),
        ("least=9&grid=4", ["1,3"]),
    ],
)
def test_the_best_of_each_coarser_cell_are_left_in_their_order(
    wishes: str, places: list[str]
) -> None:
    assert left(wishes) == places


def test_each_run_keeps_the_best_of_its_own_cells() -> None:
    addresses = ["elite:one/0,0", "elite:two/0,1", "elite:two/0,0"]
    assert thinned(addresses, "grid=2") == addresses[:2]


def test_a_grid_as_fine_as_the_shorter_side_is_the_finest() -> None:
    assert left("grid=4")
    refusal = r"The map of r has 4 by 6 cells, so a grid of 5 is not coarser\."
    with pytest.raises(AgentError, match=refusal):
        left("grid=5")


@pytest.mark.parametrize("wishes", ["", "least", "least=5&", "grid=0", "grid=100", "least=5 "])
def test_what_is_no_wish_is_refused(wishes: str) -> None:
    with pytest.raises(
        AgentError, match=r"^Write \?least=5, \?grid=10 or \?least=5&grid=10, not \?.*\.$"
    ):
        left(wishes)


def test_who_asks_too_much_is_told_how_much_that_was() -> None:
    with pytest.raises(AgentError, match=r"^None of these elites scores 9\.5 or more\.$"):
        left("least=9.5")
