"""Estimate the value of moves from one seat's view, by rollouts over the hands that the seat could
hold.

Hints, “Compare moves”, the coach and puzzles use it.
"""

from functools import lru_cache

from agents import registry
from native import Move, MoveKind, Rules, View
from native.search.search import Search, Setting, Value

CONVENTIONS, RULES = "conv:expert", "rules:focus"
"""The addresses of the two agents that can play the rollouts: the second does so only if the first
does not support the rules."""


def judge_of(rules: Rules) -> str:
    """Return the address of the agent that plays the rollouts in games with these rules:
    `conv:expert` or, if that does not support them, `rules:focus`.

    Raise ValueError if neither supports the rules.
    """
    for address in (CONVENTIONS, RULES):
        if not registry.find(address).refusal(rules):
            return address
    raise ValueError("Nobody here knows these rules well enough to look ahead.")


@lru_cache(maxsize=32)
def search(address: str, players: int, setting: Setting) -> Search:
    """Return a search whose rollouts are played by the agent at `address`, for a table of this
    many players. The agent has to be one that the C core can simulate. `setting` has the search's
    budget and thresholds.
    """
    blueprint = registry.find(address).in_core(players)
    assert blueprint is not None
    return Search(blueprint, setting)


def order(value: Value) -> tuple[int, float]:
    """Return a key for sorting estimated moves from worst to best: the number of possible hands in
    which the move was tried, since weak moves are dropped early, then its mean score.
    """
    return value.worlds, value.value


def is_strike(view: View, move: Move) -> bool:
    """Return whether a move is a play of a card that the mover, by `view`, knows cannot be played,
    so that it is certain to be a strike.
    """
    if move.kind is not MoveKind.PLAY or move.slot is None:
        return False
    return not view.possible(move.slot) & view.playable
