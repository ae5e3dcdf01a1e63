"""How an agent is presented to people: its persona, and pictures of its conventions.

A picture shows a few hands and a clue, and the identities that the table believes possible for
some cards.
"""

from collections.abc import Collection
from dataclasses import dataclass
from zlib import crc32


@dataclass(frozen=True)
class Persona:
    """An agent's level, the people it suits, and its recommended role."""

    level: str = "For the curious"
    suits: str = ""
    """A sentence about the people who will like the agent."""
    role: str = ""
    """What the agent is recommended for, such as “First games”; empty if it is not recommended."""
    place: int = 0
    """The agent's rank among the recommended agents, from 1; 0 if it is not recommended."""
    name: str = ""
    """A first name for sentences about the agent; empty if it has none."""


EASY, SOME, EXPERT = "Easy", "Intermediate", "Expert"
"""Values of `Persona.level`."""

CURIOUS = Persona()
"""The default persona, of an agent that is not recommended to anybody in particular."""


FIRST_NAMES = (
    *("Ada", "Ben", "Cleo", "Dan", "Eva", "Felix", "Gwen", "Hugo", "Iris", "Jon", "Kira", "Leo"),
    *("Nina", "Otto", "Pia", "Rosa", "Sam", "Tess", "Udo", "Vera", "Will", "Yuri", "Zara"),
)
"""First names for agents that have none, and for second copies of an agent at a table."""


def first_name(address: str, taken: Collection[str] = ()) -> str:
    """Return a first name for the agent at `address` that is not in `taken`; the same arguments
    always give the same name.

    Raises ValueError if all names are taken.
    """
    start = crc32(address.encode()) % len(FIRST_NAMES)
    free = [name for name in FIRST_NAMES[start:] + FIRST_NAMES[:start] if name not in taken]
    if not free:
        raise ValueError(f"All {len(FIRST_NAMES)} first names are taken.")
    return free[0]


@dataclass(frozen=True)
class PictureCard:
    """A card, face up, in a picture that explains a convention."""

    suit: str
    """The suit's letter."""
    rank: int
    clued: bool
    """Whether an earlier clue touched it."""
    touched: bool
    """Whether the clue that the picture shows touches it."""
    read: tuple[tuple[str, int], ...]
    """Suit letter and rank of each identity that the table believes possible; empty if the card is
    unclued or there are too many."""
    label: str
    """A text to show below the card; empty for most cards."""


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
    """The moves before the clue and the clue itself, as sentences: “You clue red to Bo.”"""
    hands: tuple[PictureHand, ...]
