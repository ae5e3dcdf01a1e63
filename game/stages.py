"""Which stage of elimination removed what: clue, basic, cross, symmetric, exact."""

from __future__ import annotations

from native import Game
from native.elimination import Stages, stages

STAGES = list(Stages._fields)


def stages_by_card(game: Game, seats: str) -> dict[int, list[int]]:
    """By draw number: the identity set that each stage leaves to these observers.

    ``seats`` is «all» or seat numbers with commas. Raises ValueError for seats that are none.
    """
    left = stages(game, _observers(game, seats))
    cards = {}
    for seat in range(game.rules.players):
        for slot in range(game.rules.hand_size):
            order = game.order(seat, slot)
            if order is not None:
                cards[order] = [stage[seat][slot] for stage in left]
    return cards


def _observers(game: Game, seats: str) -> list[int]:
    if seats == "all":
        return list(range(game.rules.players))
    numbers = seats.split(",")
    if not all(number.isascii() and number.isdecimal() and len(number) < 3 for number in numbers):
        raise ValueError("Seats are «all» or numbers with commas.")
    return [int(number) for number in numbers]
