"""What everybody at a table knows."""

from __future__ import annotations

from typing import Any

from native._core import lib
from native.engine.cards import Card
from native.engine.events import Event, read_history
from native.engine.outcome import End, Outcome
from native.engine.rules import Rules


class Public:
    """The open part of a game, read from the core's `hl_public`.

    Identity sets are integers with bit suit * ranks + rank (ranks from 0) set; `rules.cards_in`
    lists their cards.
    """

    def __init__(self, rules: Rules, public: Any) -> None:
        self.rules = rules
        self._public = public

    @property
    def stacks(self) -> tuple[int, ...]:
        """The height of each suit's stack, which is its top rank."""
        return tuple(self._public.stacks[0 : len(self.rules.suits)])

    @property
    def clue_tokens(self) -> int:
        return int(self._public.tokens)

    @property
    def strikes(self) -> int:
        """Strikes used so far."""
        return int(self._public.strikes)

    @property
    def turn(self) -> int:
        """Moves made so far."""
        return int(self._public.turn)

    @property
    def to_move(self) -> int | None:
        """The seat to move, or None when the game is over."""
        return None if self._public.end else int(self._public.to_move)

    @property
    def deck_left(self) -> int:
        """Cards left to draw."""
        return int(self._public.deck_left)

    @property
    def turns_left(self) -> int | None:
        """Turns until the game ends, or None while there are cards to draw."""
        left = int(self._public.turns_left)
        return None if left == lib.HL_NONE else left

    @property
    def score(self) -> int:
        """Cards played (the scoring `stacks`)."""
        return int(self._public.score)

    @property
    def score_zero(self) -> int:
        """Cards played, or 0 after the last strike (the scoring `zero`)."""
        return 0 if self.end is End.STRIKEOUT else self.score

    @property
    def end(self) -> End | None:
        """Why the game is over, or None while it runs."""
        return End(self._public.end) if self._public.end else None

    def outcome(self) -> Outcome | None:
        """End and scores, or None while the game runs."""
        return None if self.end is None else Outcome(self.end, self.score, self.score_zero)

    @property
    def history(self) -> list[Event]:
        """Every turn so far."""
        return list(read_history(self.rules, self._public))

    @property
    def discards(self) -> list[Card]:
        """Cards discarded or misplayed, suit by suit."""
        gone = self._public.discarded
        id_of = self.rules.struct.id_of
        return [self.rules.cards[id_of[c]] for c in range(self.rules.deck_size) if gone >> c & 1]

    @property
    def playable(self) -> int:
        """Identities that are next on their stack."""
        return self._identities(self._public.playable)

    @property
    def useless(self) -> int:
        """Identities that can never score: played already, or a lower rank is lost."""
        return self._identities(self._public.useless)

    @property
    def critical(self) -> int:
        """Identities that can still score and of which one copy is left."""
        return self._identities(self._public.critical)

    def order(self, seat: int, slot: int) -> int | None:
        """The draw number of a card, or None for an empty slot."""
        order = int(self._slot(self._public.order, seat, slot))
        return None if order == lib.HL_NONE else order

    def position(self, seat: int, slot: int) -> int | None:
        """1 for the newest card of the hand, 2 for the next ..., or None for an empty slot."""
        order = self.order(seat, slot)
        if order is None:
            return None
        newer = [other for other in self._public.order[seat] if order < other != lib.HL_NONE]
        return 1 + len(newer)

    def touched(self, seat: int, slot: int) -> bool:
        """Whether any clue touched the card."""
        self._slot(self._public.order, seat, slot)
        return bool(self._public.touched[seat] >> slot & 1)

    def clued(self, seat: int, slot: int) -> int:
        """The identities that pass every clue given to the card, and 0 for an empty slot."""
        return self._identities(self._slot(self._public.know, seat, slot))

    def _slot(self, table: Any, seat: int, slot: int) -> Any:
        if not (0 <= seat < self.rules.players and 0 <= slot < self.rules.hand_size):
            raise ValueError(f"There is no slot {slot} of seat {seat} at this table.")
        return table[seat][slot]

    def _identities(self, cards: int) -> int:
        return int(lib.hl_identities(self.rules.struct, cards))
