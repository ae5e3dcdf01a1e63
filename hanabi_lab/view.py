"""What an agent sees, in the words of the table: sets of cards, slots as on screen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from hanabi_lab.moves import Clue, Discard, Move, Play, Turn
from native import Card as CoreCard
from native import Event, MoveKind
from native import Move as CoreMove
from native import View as CoreView
from native.empathy.exact import common, empathy
from native.empathy.odds import odds

Cards = frozenset[str]
"""Cards such as r1: the letter of the suit and the rank."""


@dataclass(frozen=True)
class Card:
    """A card in a hand. `identity` is what you see; None for a card of your own."""

    slot: int
    """1 is the newest card of its hand."""
    identity: str | None
    possible: Cards
    """What it can be: of your own cards by all that you know, of another's by what everybody
    knows."""
    clued: bool
    """Whether a clue touched it."""
    drawn: int
    """Its place in the deck, from 0."""

    @property
    def colour(self) -> str | None:
        """The letter of its suit, if it is seen or everybody knows it."""
        return _only({card[0] for card in self._seen})

    @property
    def rank(self) -> int | None:
        """Its rank, if it is seen or everybody knows it."""
        rank = _only({card[1:] for card in self._seen})
        return int(rank) if rank else None

    @property
    def _seen(self) -> Cards:
        return frozenset([self.identity]) if self.identity else self.possible


@dataclass(frozen=True)
class Partner:
    """Another player, and the cards in their hand, the newest first."""

    seat: int
    hand: tuple[Card, ...]


class View:
    """The table from your seat. Everything is computed when it is asked for."""

    def __init__(self, core: CoreView) -> None:
        self.core = core
        """The engine's own view, with bit sets and slots that do not shift."""
        self._rules = core.rules

    def __repr__(self) -> str:
        stacks = " ".join(f"{suit}{height}" for suit, height in self.stacks.items())
        return f"<View of seat {self.seat}, turn {self.turn}: {stacks}, {self.tokens} clue tokens>"

    @property
    def seat(self) -> int:
        """Yours, from 0."""
        return self.core.seat

    @property
    def players(self) -> int:
        return self._rules.players

    @property
    def turn(self) -> int:
        """Moves made so far."""
        return self.core.turn

    @property
    def tokens(self) -> int:
        """Clue tokens left."""
        return self.core.clue_tokens

    @property
    def strikes(self) -> int:
        """Strikes used so far."""
        return self.core.strikes

    @property
    def deck(self) -> int:
        """Cards left to draw."""
        return self.core.deck_left

    @property
    def score(self) -> int:
        """Cards played."""
        return self.core.score

    @property
    def turns_left(self) -> int | None:
        """Turns until the end; None while there are cards to draw."""
        return self.core.turns_left

    @property
    def stacks(self) -> dict[str, int]:
        """The top rank of each suit's stack."""
        return dict(zip(self._rules.suits, self.core.stacks, strict=True))

    @property
    def discards(self) -> list[str]:
        """Cards discarded or misplayed, suit by suit."""
        return [card.text(self._rules.suits) for card in self.core.discards]

    @cached_property
    def playable(self) -> Cards:
        """Cards that go on a stack now."""
        return self._cards(self.core.playable)

    @cached_property
    def useless(self) -> Cards:
        """Cards that can never score."""
        return self._cards(self.core.useless)

    @cached_property
    def critical(self) -> Cards:
        """Cards that can still score and of which one copy is left."""
        return self._cards(self.core.critical)

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """Your own cards, the newest first, with what they can be."""
        known = empathy(self.core, [self.seat])[self.seat]
        return tuple(
            self._card(self.seat, slot, place, None, known[slot])
            for place, slot in enumerate(self._slots(self.seat), start=1)
        )

    @cached_property
    def partners(self) -> tuple[Partner, ...]:
        """The others, in the order of play after you."""
        known, hands = common(self.core), self.core.hands
        seats = [(self.seat + step) % self.players for step in range(1, self.players)]
        return tuple(
            Partner(
                seat,
                tuple(
                    self._card(seat, slot, place, hands[seat][slot], known[seat][slot])
                    for place, slot in enumerate(self._slots(seat), start=1)
                ),
            )
            for seat in seats
        )

    def chances(self, slot: int) -> dict[str, float]:
        """How likely your card in a slot is to be what it can be, counted over all deals."""
        found = odds(self.core)[self._own(slot)]
        assert found is not None, "there is a card in the slot"
        texts = self._texts.items()
        return {text: found.chance(bit) for bit, text in texts if found.ways[bit]}

    @property
    def history(self) -> list[Turn]:
        """Every turn so far."""
        return [self._turn(event) for event in self.core.history]

    @property
    def legal(self) -> list[Move]:
        """The moves that you may make."""
        return [self._readable(move) for move in self.core.legal_moves()]

    def core_move(self, move: Move) -> CoreMove:
        """The engine's form of a move. Raises ValueError, in words, for what is no move here."""
        if isinstance(move, Play):
            return CoreMove.play(self._own(move.slot))
        if isinstance(move, Discard):
            return CoreMove.discard(self._own(move.slot))
        if not isinstance(move, Clue):
            raise ValueError(f"{move!r:.80} is no move: answer with Play, Discard or Clue.")
        step = (move.seat - self.seat) % self.players
        if isinstance(move.value, int):
            return CoreMove.rank(step, move.value)
        letters = [colour.letter for colour in self._rules.colours]
        if move.value not in letters:
            raise ValueError(
                f"There is no colour {move.value!r}: clue one of {', '.join(letters)}."
            )
        return CoreMove.colour(step, letters.index(move.value))

    def _own(self, slot: int) -> int:
        """The engine's slot of your slot on screen."""
        slots = self._slots(self.seat)
        if not 1 <= slot <= len(slots):
            raise ValueError(f"Your slots go from 1 to {len(slots)}, so {slot} is none.")
        return slots[slot - 1]

    def _slots(self, seat: int) -> list[int]:
        """The engine's slots that hold a card, the newest first."""
        drawn = {slot: self.core.order(seat, slot) for slot in range(self._rules.hand_size)}
        held = [(order, slot) for slot, order in drawn.items() if order is not None]
        return [slot for _, slot in sorted(held, reverse=True)]

    def _card(
        self, seat: int, slot: int, place: int, identity: CoreCard | None, possible: int
    ) -> Card:
        return Card(
            slot=place,
            identity=identity.text(self._rules.suits) if identity else None,
            possible=self._cards(possible),
            clued=self.core.touched(seat, slot),
            drawn=self.core.order(seat, slot) or 0,
        )

    @cached_property
    def _texts(self) -> dict[int, str]:
        cards = enumerate(self._rules.cards)
        return {bit: card.text(self._rules.suits) for bit, card in cards}

    def _cards(self, identities: int) -> Cards:
        return frozenset(text for bit, text in self._texts.items() if identities >> bit & 1)

    def _readable(self, move: CoreMove) -> Move:
        if move.slot is not None:
            place = self._slots(self.seat).index(move.slot) + 1
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
