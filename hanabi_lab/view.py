"""The view from which an agent decides, and the moves that it can make.

Slots are numbered as on screen (1 is the newest card), and colours are letters. Recorded games use
the engine's notation instead: `p0` and `d3` play and discard from slots 0 and 3, `c1r` clues red to
the next player, `c25` rank 5 to the player after that. The engine's slots count from 0 and do not
shift: a drawn card takes the slot of the card that left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import Literal, SupportsIndex

from native import Event, MoveKind
from native import Move as CoreMove
from native import View as CoreView
from native.empathy.exact import common, empathy, odds

Cards = frozenset[str]
"""A set of cards, each a text such as r1: the letter of the suit, then the rank."""


@dataclass(frozen=True)
class Play:
    """The move of playing one of your own cards.

    Attributes:
        slot: The card's slot: 1 is the newest card, on the left of the screen.
    """

    slot: int


@dataclass(frozen=True)
class Discard:
    """The move of discarding one of your own cards.

    Attributes:
        slot: The card's slot: 1 is the newest card, on the left of the screen.
    """

    slot: int


@dataclass(frozen=True)
class Clue:
    """The move of giving a clue to another seat.

    Attributes:
        seat: The seat that receives the clue.
        value: The letter of a colour, or a rank as a number.
    """

    seat: int
    value: str | int


Move = Play | Discard | Clue


@dataclass(frozen=True)
class Turn:
    """A move that was made, as every seat saw it.

    Attributes:
        seat: The seat that moved.
        kind: `play`, `discard` or `clue`.
        card: The card played or discarded; None for a clue.
        success: Whether a played card scored; False for other moves.
        target: The seat that received the clue; None for other moves.
        value: The letter of the clued colour, or the clued rank; None for other moves.
        touched: The cards that the clue touched, by their places in the deck (`Card.drawn`); empty
            for other moves.
    """

    seat: int
    kind: Literal["play", "discard", "clue"]
    card: str | None = None
    success: bool = False
    target: int | None = None
    value: str | int | None = None
    touched: tuple[int, ...] = ()


@dataclass(frozen=True)
class Card:
    """A card in a hand.

    Attributes:
        slot: Its slot: 1 is the newest card of its hand.
        identity: The card that you see, such as r1; None for a card of your own.
        possible: The cards that it can be: by all that you know for a card of your own, by common
            knowledge for another player's.
        clued: Whether a clue has touched it.
        drawn: Its place in the deck, from 0, which tells copies of a card apart.
    """

    slot: int
    identity: str | None
    possible: Cards
    clued: bool
    drawn: int

    @property
    def colour(self) -> str | None:
        """The letter of the card's suit if you see the card or its suit is certain; otherwise
        None.
        """
        return _only({card[0] for card in self._seen})

    @property
    def rank(self) -> int | None:
        """The card's rank if you see the card or its rank is certain; otherwise None."""
        rank = _only({card[1:] for card in self._seen})
        return int(rank) if rank else None

    @property
    def _seen(self) -> Cards:
        return frozenset([self.identity]) if self.identity else self.possible


@dataclass(frozen=True)
class Partner:
    """Another player at the table.

    Attributes:
        seat: The player's seat.
        hand: The cards in the player's hand, the newest first.
    """

    seat: int
    hand: tuple[Card, ...]


class View:
    """The table as your seat sees it. Each property is computed when it is read.

    Attributes:
        core: The engine's own view, with cards as bit sets and slots that do not shift when a card
            leaves the hand.
    """

    def __init__(self, core: CoreView) -> None:
        self.core = core
        """The engine's own view, with cards as bit sets and slots that do not shift when a card
        leaves the hand."""
        self._rules = core.rules

    def __repr__(self) -> str:
        stacks = " ".join(f"{suit}{height}" for suit, height in self.stacks.items())
        return f"<View of seat {self.seat}, turn {self.turn}: {stacks}, {self.tokens} clue tokens>"

    @property
    def seat(self) -> int:
        """Your seat, from 0."""
        return self.core.seat

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._rules.players

    @property
    def turn(self) -> int:
        """The number of moves made so far."""
        return self.core.turn

    @property
    def tokens(self) -> int:
        """The number of clue tokens left."""
        return self.core.clue_tokens

    @property
    def strikes(self) -> int:
        """The number of strikes so far."""
        return self.core.strikes

    @property
    def deck(self) -> int:
        """The number of cards left in the deck."""
        return self.core.deck_left

    @property
    def score(self) -> int:
        """The number of cards on the stacks; a strikeout does not set it to 0."""
        return self.core.score

    @property
    def turns_left(self) -> int | None:
        """The number of turns until the end of the game; None while the deck is not empty."""
        return self.core.turns_left

    @property
    def stacks(self) -> dict[str, int]:
        """The height of each stack by the letter of its suit."""
        return dict(zip(self._rules.suits, self.core.stacks, strict=True))

    @property
    def discards(self) -> list[str]:
        """The cards discarded or misplayed, such as r1, each copy listed, by suit and rank."""
        return [card.text(self._rules.suits) for card in self.core.discards]

    @cached_property
    def playable(self) -> Cards:
        """The cards, such as r1, that the stacks need next."""
        return self._cards(self.core.playable)

    @cached_property
    def useless(self) -> Cards:
        """The cards, such as r1, that can never score any more."""
        return self._cards(self.core.useless)

    @cached_property
    def critical(self) -> Cards:
        """The cards, such as r1, that can still score and have only one copy left."""
        return self._cards(self.core.critical)

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """Your own cards, the newest first, with the identities that each can have."""
        return self._hand(self.seat, empathy(self.core, [self.seat])[self.seat])

    @cached_property
    def partners(self) -> tuple[Partner, ...]:
        """The other players, in the order of play after you."""
        known = common(self.core)
        seats = [(self.seat + step) % self.players for step in range(1, self.players)]
        return tuple(Partner(seat, self._hand(seat, known[seat])) for seat in seats)

    def chances(self, slot: int) -> dict[str, float]:
        """Return the probability of each possible identity of one of your cards.

        Probabilities are counted over all deals that are consistent with your view.

        Args:
            slot: The slot of the card: 1 is the newest.

        Returns:
            Probabilities by card, such as `{'r1': 0.75, 'y1': 0.25}`.

        Raises:
            ValueError: If there is no card in that slot.
        """
        found = odds(self.core)[self._own(slot)]
        assert found is not None, "there is a card in the slot"
        texts = self._texts.items()
        return {text: found.chance(bit) for bit, text in texts if found.ways[bit]}

    @property
    def history(self) -> list[Turn]:
        """All moves so far, the first move first."""
        return [self._turn(event) for event in self.core.history]

    @property
    def legal(self) -> list[Move]:
        """All legal moves of your seat."""
        return [self._readable(move) for move in self.core.legal_moves()]

    def core_move(self, move: Move) -> CoreMove:
        """Return a move of your seat in the engine's form, which has the engine's slots.

        Args:
            move: A Play, Discard or Clue of your seat.

        Raises:
            ValueError: If it is not a move, or names a slot, colour or partner that does not
                exist.
        """
        if isinstance(move, Play):
            return CoreMove.play(self._own(move.slot))
        if isinstance(move, Discard):
            return CoreMove.discard(self._own(move.slot))
        if not isinstance(move, Clue):
            raise ValueError(f"{move!r:.80} is not a move: answer with Play, Discard or Clue.")
        partners = [seat for seat in range(self.players) if seat != self.seat]
        if not isinstance(move.seat, SupportsIndex) or index(move.seat) not in partners:
            seats = ", ".join(map(str, partners))
            raise ValueError(f"There is no partner at seat {move.seat!r:.60}: clue one at {seats}.")
        step = (index(move.seat) - self.seat) % self.players
        if isinstance(move.value, SupportsIndex):
            return CoreMove.rank(step, index(move.value))
        letters = [colour.letter for colour in self._rules.colours]
        if move.value not in letters:
            raise ValueError(
                f"There is no colour {move.value!r:.60}: clue one of {', '.join(letters)}."
            )
        return CoreMove.colour(step, letters.index(move.value))

    def _own(self, slot: int) -> int:
        """Return the engine's slot for one of your slots as numbered on screen.

        Raise ValueError if the slot is empty.
        """
        slots = self.core.slots(self.seat)
        if not isinstance(slot, SupportsIndex) or not 1 <= index(slot) <= len(slots):
            raise ValueError(f"You have slots 1 to {len(slots)}; there is no slot {slot!r:.60}.")
        return slots[index(slot) - 1]

    def _hand(self, seat: int, possible: Sequence[int]) -> tuple[Card, ...]:
        """Return a seat's cards. `possible` has their possible identities (bit sets) by the
        engine's slot.
        """
        seen = self.core.hands[seat]
        return tuple(
            Card(
                slot=place,
                identity=card.text(self._rules.suits) if (card := seen[slot]) else None,
                possible=self._cards(possible[slot]),
                clued=self.core.touched(seat, slot),
                drawn=self.core.order(seat, slot) or 0,
            )
            for place, slot in enumerate(self.core.slots(seat), start=1)
        )

    @cached_property
    def _texts(self) -> dict[int, str]:
        cards = enumerate(self._rules.cards)
        return {bit: card.text(self._rules.suits) for bit, card in cards}

    def _cards(self, identities: int) -> Cards:
        return frozenset(text for bit, text in self._texts.items() if identities >> bit & 1)

    def _readable(self, move: CoreMove) -> Move:
        if move.slot is not None:
            place = self.core.slots(self.seat).index(move.slot) + 1
            return Play(place) if move.kind is MoveKind.PLAY else Discard(place)
        assert move.target is not None
        return Clue((self.seat + move.target) % self.players, self._value(move))

    def _value(self, clue: CoreMove) -> str | int:
        assert clue.value is not None
        colour = clue.kind is MoveKind.COLOUR
        return self._rules.colours[clue.value].letter if colour else clue.value

    def _turn(self, event: Event) -> Turn:
        if event.target is not None:
            value, touched = self._value(event.move), event.touched_orders
            return Turn(event.seat, "clue", target=event.target, value=value, touched=touched)
        assert event.card is not None
        kind: Literal["play", "discard"] = "play" if event.move.kind is MoveKind.PLAY else "discard"
        return Turn(event.seat, kind, event.card.text(self._rules.suits), event.success)


def _only(values: set[str]) -> str | None:
    return next(iter(values)) if len(values) == 1 else None
