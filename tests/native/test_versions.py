"""A version names a behaviour: while it is the same, so is every move.

Traces, scores and archives say which version made them. If one of these fails and the change was
meant, raise the version and write down what the agent does now: `python -m tests.native.versions`.
"""

import json

import pytest

from agents import registry
from agents.kinds import cheats
from native.rulebase import VERSION, Family
from native.search.search import VERSION as SEARCH_VERSION
from native.strategies.perfect import Strategy
from tests.native.versions import (
    BASES,
    FAMILIES,
    FILE,
    GAMES,
    by_rule,
    of_agent,
    of_among,
    of_cheat,
    of_search,
)

pytestmark = pytest.mark.native

KNOWN = json.loads(FILE.read_text())


@pytest.mark.long
@pytest.mark.parametrize("address", GAMES)
def test_an_agent_plays_the_games_of_its_version(address: str) -> None:
    assert of_agent(address) == KNOWN[f"{address} {registry.find(address).version}"]


@pytest.mark.long
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name.lower())
def test_every_rule_answers_as_in_this_version_of_the_rule_base(family: Family) -> None:
    known, found = KNOWN[f"{family.name.lower()} rules {VERSION}"], by_rule(family)
    assert {name: found[name] for name in known} == known


@pytest.mark.long
@pytest.mark.parametrize("strategy", Strategy, ids=lambda strategy: strategy.slug)
def test_who_sees_every_hand_scores_as_in_this_version(strategy: Strategy) -> None:
    assert of_cheat(strategy) == KNOWN[f"cheat:{strategy.slug} {cheats.VERSION}"]


@pytest.mark.long
@pytest.mark.parametrize("address", BASES)
def test_a_search_finds_what_this_version_of_it_finds(address: str) -> None:
    assert of_search(address) == KNOWN[f"search {address} {SEARCH_VERSION}"]


@pytest.mark.parametrize("players", [2, 3])
def test_a_search_among_suspects_finds_what_this_version_of_it_finds(players: int) -> None:
    assert of_among(players) == KNOWN[f"among {players} {SEARCH_VERSION}"]
