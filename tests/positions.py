"""Games set up by hand: the deck is written out, “r1 r1 y1 g2 g5”, as far as it matters."""

from collections import Counter
from typing import Any

from native import Card, Game, Move, Rules


def dealt(rules: Rules, cards: str) -> Game:
    """A game whose deck begins with these cards, seat 0's hand first; the rest follows sorted."""
    top = [Card.parse(text, rules.suits, rules.ranks) for text in cards.split()]
    left = Counter(dict(zip(rules.cards, rules.copies, strict=True)))
    left.subtract(top)
    return Game(rules, deck=[*top, *left.elements()])


def play(game: Game, moves: str) -> Any:
    """Make moves in text form; the last event."""
    event = None
    for text in moves.split():
        event = game.play(Move.parse(text, game.rules))
    return event


def table(cards: str, players: int = 2, variant: str = "", **options: Any) -> Game:
    rules = Rules.standard(players, variant) if variant else Rules(players, **options)
    return dealt(rules, cards)


def position(hands: str, moves: str = "", drawn: str = "") -> Game:
    """The game after these moves from hands of five cards each, its oldest card first; behind them
    lie the cards `drawn`."""
    game = dealt(Rules.standard(len(hands.split()) // 5), f"{hands} {drawn}")
    play(game, moves)
    return game
