"""Positions set up card by card, and what a rule answers there."""

from collections import Counter

from native import Card, Game, Move, Rules
from native.rulebase import Silence, answers, find


def game(rules: Rules, top: str, *moves: str) -> Game:
    """A game whose deck begins with these cards (hand by hand), after these moves."""
    cards = [Card(rules.suits.index(text[0]), int(text[1])) for text in top.split()]
    left = Counter(card for card in rules.cards for _ in range(rules.copies[rules.identity(card)]))
    left.subtract(cards)
    started = Game(rules, deck=cards + list(left.elements()))
    for move in moves:
        started.play(Move.parse(move, rules))
    return started


def answer(name: str, played: Game) -> set[str] | Silence:
    assert played.to_move is not None
    found = answers(played.view(played.to_move), find(name))
    if isinstance(found, Silence):
        return found
    return {Move.from_id(played.rules, move).text(played.rules) for move in found}
