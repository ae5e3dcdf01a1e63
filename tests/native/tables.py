"""Games set up by hand: the deck is written out, as far as it matters."""

from collections import Counter
from typing import Any

from native import Card, Game, Move, Rules


def table(cards: str, players: int = 2, variant: str = "", **options: Any) -> Game:
    """A game whose deck begins with these cards, seat 0's hand first; the rest follows sorted."""
    rules = Rules.standard(players, variant) if variant else Rules(players, **options)
    top = [Card.parse(text, rules.suits, rules.ranks) for text in cards.split()]
    rest = Counter({card: rules.copies[rules.identity(card)] for card in rules.cards}) - Counter(
        top
    )
    return Game(rules, deck=[*top, *sorted(rest.elements())])


def play(game: Game, moves: str) -> Any:
    """Make moves in text form; the last event."""
    event = None
    for text in moves.split():
        event = game.play(Move.parse(text, game.rules))
    return event
