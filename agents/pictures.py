"""Pictures of ideas: a few hands and a clue, with what everybody makes of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PictureCard:
    """A card of a picture, seen from the front."""

    suit: str
    """The suit's letter."""
    rank: int
    clued: bool
    """A clue touched it before."""
    touched: bool
    """The clue of the picture touches it."""
    read: tuple[tuple[str, int], ...]
    """What the table takes it for, suit and rank; empty if that is nothing in particular."""
    label: str
    """What else stands below it; empty for most."""


@dataclass(frozen=True)
class PictureHand:
    """A hand, newest card first, as people sort it."""

    name: str
    cards: tuple[PictureCard, ...]


@dataclass(frozen=True)
class Picture:
    """One idea."""

    title: str
    text: str
    happens: str
    """What came before and which clue is given: “You clue red to Bo.”"""
    hands: tuple[PictureHand, ...]
