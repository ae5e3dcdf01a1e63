"""Convention positions, written as hands with the newest card first, as people read them."""

from typing import Any

from agents.kinds.conv import levels
from native import Game, Move, Rng
from native.strategies.conv import reading
from tests.positions import play, table

EXPERT = levels.blueprint("expert")


def position(hands: list[str], moves: str = "", drawn: str = "", **options: Any) -> Game:
    """Seats with these cards, slot 1 (the newest) first, after some moves in text form; `drawn` are
    the next cards of the deck."""
    cards = " ".join(" ".join(reversed(hand.split())) for hand in hands)
    game = table(f"{cards} {drawn}", len(hands), **options)
    play(game, moves)
    return game


def taken_for(game: Game, seat: int, number: int, level: str = "expert") -> str:
    """What the table takes the card in slot `number` of a seat for: `r1 r2`."""
    sets = reading(levels.blueprint(level), game.view(seat)).said
    slot = next(s for s in range(game.rules.hand_size) if number_of(game, seat, s) == number)
    cards = game.rules.cards_in(sets[seat][slot])
    return " ".join(card.text(game.rules.suits) for card in cards)


def number_of(game: Game, seat: int, slot: int) -> int | None:
    return game.view(seat).position(seat, slot)


def chosen(game: Game) -> str:
    """The expert's move: `play 2`, `discard 5`, or the move's own text for a clue."""
    view = game.view(game.to_move)
    move = EXPERT.decide(view, Rng(0)).move
    return in_words(view, move)


def in_words(view: Any, move: Move) -> str:
    if move.is_clue:
        return move.text(view.rules)
    return f"{move.kind.name.lower()} {view.position(view.seat, move.slot)}"
