"""Moves in the words of the table: slots as on screen, seats, colours by their letters.

Files have the engine's text instead, as traces do: `p0` and `d3` play and discard from slot 0 and
3, `c1r` clues red to the next player, `c25` rank 5 to the player after that. The engine's slots go
from 0 and do not shift: a drawn card takes the slot of the card that left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Play:
    """Play the card in a slot of your own: 1 is the newest, on the left of the screen."""

    slot: int


@dataclass(frozen=True)
class Discard:
    """Discard the card in a slot of your own: 1 is the newest, on the left of the screen."""

    slot: int


@dataclass(frozen=True)
class Clue:
    """Tell another seat a colour, by its letter, or a rank."""

    seat: int
    value: str | int


Move = Play | Discard | Clue


@dataclass(frozen=True)
class Turn:
    """What somebody did, as everybody saw it."""

    seat: int
    kind: Literal["play", "discard", "clue"]
    card: str | None = None
    """Played or discarded."""
    success: bool = False
    """Of a play: whether it went on its stack."""
    target: int | None = None
    """The seat that was told something."""
    value: str | int | None = None
    """The colour or the rank that it was told."""
    touched: tuple[int, ...] = ()
    """The cards that a clue touched, by their places in the deck (`Card.drawn`)."""
