"""Any rule list plays any variant under any options to its end."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from native import End, Rules
from native.play.arena import simulate
from native.rulebase import RULES, Mode, RuleList
from tests.native.random_games import any_rules

pytestmark = pytest.mark.native

NAMES = [rule.name for rule in RULES]
LISTS = st.lists(st.sampled_from(NAMES), max_size=20)


@pytest.mark.long
@settings(max_examples=200, deadline=None)
@given(rules=any_rules(), names=LISTS, seed=st.integers(0, 2**32))
def test_clean_lists_play_to_the_end(rules: Rules, names: list[str], seed: int) -> None:
    result = simulate(rules, [RuleList(names)] * rules.players, 3, seed, threads=1)
    assert result.ends[End.TERMINATED] == 0
    assert sum(result.ends.values()) == 3


@pytest.mark.long
@settings(max_examples=200, deadline=None)
@given(rules=any_rules(), names=LISTS, seed=st.integers(0, 2**32))
def test_faithful_lists_play_to_the_end_or_give_up(
    rules: Rules, names: list[str], seed: int
) -> None:
    lists = [RuleList(names, Mode.FAITHFUL)] * rules.players
    result = simulate(rules, lists, 3, seed, threads=1)
    assert result.ends[End.TERMINATED] == sum(result.all_seats.given_up.values())
    assert sum(result.ends.values()) == 3
