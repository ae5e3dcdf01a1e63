"""A move of random play stays as cheap as it is."""

import pytest

from tests.bench.instructions import NoCallgrind, instructions_per_move

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("players", "measured"), [(2, 278), (5, 323)])
def test_a_move_costs_no_more_instructions_than_measured(players: int, measured: int) -> None:
    try:
        counted = instructions_per_move(players)
    except NoCallgrind as missing:
        pytest.skip(f"Instructions were not counted: {missing}.")
    assert counted < 1.1 * measured
