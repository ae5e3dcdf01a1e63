"""How an agent is presented to people: its persona, and pictures of its conventions.

A picture shows a few hands and a clue, and which identities the table believes possible for cards.
"""

from collections.abc import Collection
from dataclasses import dataclass
from zlib import crc32


@dataclass(frozen=True)
class Persona:
    """An agent's level, the people it suits, and its recommended role."""

    level: str = "For the curious"
    suits: str = ""
    """A sentence about the people who will like it."""
    role: str = ""
    """Why it is recommended; empty if it is not."""
    place: int = 0
    """Its rank among the recommended agents, from 1; 0 if it is not recommended."""
    name: str = ""
    """A first name for sentences about it; empty if it has none."""


EASY, SOME, EXPERT = "Easy", "Intermediate", "Expert"
"""Levels of a `Persona`."""

CURIOUS = Persona()
"""The persona of an agent that is not recommended to anybody in particular."""


FIRST_NAMES = (
    *("Ada", "Ben", "Cleo", "Dan", "Eva", "Felix", "Gwen", "Hugo", "Iris", "Jon", "Kira", "Leo"),
    *("Nina", "Otto", "Pia", "Rosa", "Sam", "Tess", "Udo", "Vera", "Will", "Yuri", "Zara"),
)
"""First names for agents without one of their own, and for second copies at a table."""


def first_name(address: str, taken: Collection[str] = ()) -> str:
    """Return a first name for an agent, always the same for one address, that is not `taken`.

    Raises ValueError if all names are taken.
    """
    start = crc32(address.encode()) % len(FIRST_NAMES)
    free = [name for name in FIRST_NAMES[start:] + FIRST_NAMES[:start] if name not in taken]
    if not free:
        raise ValueError(f"All {len(FIRST_NAMES)} first names are taken.")
    return free[0]


@dataclass(frozen=True)
class PictureCard:
    """A card of a picture, face up."""

    suit: str
    """The suit's letter."""
    rank: int
    clued: bool
    """Whether an earlier clue touched it."""
    touched: bool
    """Whether the picture's clue touches it."""
    read: tuple[tuple[str, int], ...]
    """Suit and rank of each identity that the table believes possible; empty if unclued or if there
    are too many."""
    label: str
    """The text below the card; empty for most."""


@dataclass(frozen=True)
class PictureHand:
    """A hand in a picture that explains a convention: the player's name, and the cards, newest
    first.
    """

    name: str
    cards: tuple[PictureCard, ...]


@dataclass(frozen=True)
class Picture:
    """A picture that explains one convention."""

    title: str
    text: str
    happens: str
    """The earlier moves and the clue, as sentences: “You clue red to Bo.”"""
    hands: tuple[PictureHand, ...]
