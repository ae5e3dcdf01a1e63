"""The kernel against an oracle that walks through every deal: no identity wrongly removed, none
wrongly kept, for every group of observers."""

import pytest

from native.empathy import empathy
from tests.native import empathy_oracle
from tests.native.empathy_moments import as_bits, groups, position, random_moments

pytestmark = pytest.mark.native


def assert_exact(seed: int, count: int) -> None:
    for moment in random_moments(seed, count):
        for group in groups(moment):
            known = as_bits(empathy_oracle.possible(moment, group))
            assert empathy(position(moment), group) == known, (moment, group)
            for seat in group:
                assert empathy(position(moment, hidden=seat), group) == known, (moment, group, seat)


def test_every_group_knows_exactly_what_can_be() -> None:
    assert_exact(seed=1, count=600)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 5))
def test_every_group_knows_exactly_what_can_be_at_length(seed: int) -> None:
    assert_exact(seed, count=4000)
