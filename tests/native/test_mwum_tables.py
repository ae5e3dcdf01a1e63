"""Tables that were learned and saved name situations by keys, so a situation keeps its key."""

from hashlib import blake2b

import pytest

from native import Rules
from native.strategies.mwum.learning import Kind, Method, Option, learn
from native.strategies.mwum.policy import Memory

pytestmark = pytest.mark.native

KEYS = {
    "whole": "f8e9b74a25b16662",
    "rough": "92cdb442b9ab8a15",
    "knowing": "43d43dd09a0e5f8e",
}
METHODS = {
    "whole": Method(Kind.PAPER, 0.0),
    "rough": Method(Kind.PAPER, 0.0, Option.BUCKETED),
    "knowing": Method(Kind.KNOWING, 0.0, episode=4),
}
"""Weights that never move: what is met depends on no arithmetic."""

TABLES = (
    Rules(2, strikes=12),
    Rules(3, strikes=12),
    Rules(2, strikes=12, copies=(3, 2, 2, 2, 2) * 5),
)


@pytest.mark.parametrize("name", METHODS)
def test_what_was_learned_is_found_again_under_its_key(name: str) -> None:
    found = blake2b(digest_size=8)
    for rules in TABLES:
        memory = Memory()
        learn(rules, METHODS[name], "keys", 40, memory)
        learnt = memory.learnt
        found.update(learnt["key"].tobytes() + learnt["visits"].tobytes())
    assert found.hexdigest() == KEYS[name]
