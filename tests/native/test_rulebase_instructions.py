"""A move of a rule list stays as cheap as it is."""

import pytest

from native.bench.instructions import NoCallgrind, instructions_per_move
from native.bench.rules import LISTS
from native.rulebase import find

pytestmark = pytest.mark.slow

MEASURED = {"15 cheap rules": 640, "iggi": 585, "piers": 703, "elite (0.45, 0.8)": 798}


@pytest.mark.parametrize("name", LISTS)
def test_a_move_costs_no_more_instructions_than_measured(name: str) -> None:
    try:
        counted = instructions_per_move(2, [find(key) for key in LISTS[name]])
    except NoCallgrind as missing:
        pytest.skip(f"Instructions were not counted: {missing}.")
    assert counted < 1.1 * MEASURED[name]


@pytest.mark.parametrize(("players", "measured"), [(2, 2_705_000), (3, 2_137_000)])
def test_looking_ahead_costs_no_more_instructions_than_measured(
    players: int, measured: int
) -> None:
    try:
        counted = instructions_per_move(players, [find(key) for key in LISTS["piers"]], 200)
    except NoCallgrind as missing:
        pytest.skip(f"Instructions were not counted: {missing}.")
    assert counted < 1.1 * measured
