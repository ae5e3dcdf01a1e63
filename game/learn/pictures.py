"""Pictures of cards for the page of rules, taken from the first lesson's game."""

from dataclasses import dataclass
from functools import cache

from game import protocol as p
from game.board.perspective import frames
from game.board.viewpoint import Viewpoint
from game.learn.lesson import lessons, state_of
from native.engine.variants import suits_of

LEARNER = 0


@dataclass(frozen=True)
class IdentityCell:
    """A cell in the grid of identities that is drawn on a card: `on` if the card may have the
    identity, and whether a card of this identity is `playable` or `useless` in the position.
    """

    suit: str
    rank: int
    on: bool
    playable: bool
    useless: bool


@dataclass(frozen=True)
class CardPicture:
    """A card in a hand as the board draws it; `suit` and `rank` are empty if it is face down."""

    slot: int
    suit: str
    rank: str
    marks: tuple[str, ...]
    cells: tuple[IdentityCell, ...]
    odds: tuple[int, ...]
    """Percentages: playable, trash and critical; empty for a teammate's card."""
    words: str
    """A description for screen readers."""


@cache
def hand(turn: int, seat: int) -> tuple[CardPicture, ...]:
    """Return pictures of a seat's cards, newest first, as the learner sees them after `turn` moves
    of the first lesson's first scene.
    """
    first = lessons()[0]
    frame = frames(state_of(first, first.scenes[0]), Viewpoint(LEARNER, open=False))[turn]
    return tuple(_picture(frame, card) for card in frame.hands[seat])


def _picture(frame: p.Frame, card: p.ShownCard) -> CardPicture:
    possible = card.possible or 0
    cells = tuple(
        IdentityCell(
            suit.letter,
            rank + 1,
            on=bool(possible & (bit := 1 << (column * frame.rules.ranks + rank))),
            playable=bool(frame.playable & bit),
            useless=bool(frame.useless & bit),
        )
        for column, suit in enumerate(frame.rules.suits)
        for rank in range(frame.rules.ranks)
    )
    names = {suit.letter: suit.name.lower() for suit in suits_of(frame.rules.variant)}
    face = f"{names[card.id[0]]} {card.id[1]}" if card.id else "face down"
    marks = " and ".join(names.get(mark, mark) for mark in card.marks or [])
    return CardPicture(
        slot=card.slot,
        suit=card.id[0] if card.id else "",
        rank=card.id[1] if card.id else "",
        marks=tuple(card.marks or []),
        cells=cells,
        odds=tuple(round(100 * chance) for chance in card.odds or ()),
        words=f"Slot {card.slot}: {face}" + (f", clued {marks}" if marks else ""),
    )
