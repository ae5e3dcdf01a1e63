"""Positions set up card by card, and what a rule answers there."""

from native import Game, Move, Rules
from native.rulebase import Silence, answers, find
from tests.positions import dealt, play


def game(rules: Rules, top: str, *moves: str) -> Game:
    """A game whose deck begins with these cards (hand by hand), after these moves."""
    started = dealt(rules, top)
    play(started, " ".join(moves))
    return started


def answer(name: str, played: Game) -> set[str] | Silence:
    found = answers(played.view(played.to_move), find(name))
    if isinstance(found, Silence):
        return found
    return {Move.from_id(played.rules, move).text(played.rules) for move in found}
