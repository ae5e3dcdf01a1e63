"""What one seat knows: the only thing an agent gets."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from native._core import ffi, lib
from native.engine.cards import Card
from native.engine.events import Event
from native.engine.moves import Move
from native.engine.public import Public
from native.engine.rules import Rules


class View(Public):
    """A seat's knowledge at one moment, detached from the game.

    It holds what everybody knows and the other hands; the seat's own cards and the deck are not
    in it. `struct` is the core's `hl_view`, for agents written in C.
    """

    def __init__(self, rules: Rules, game: Any, seat: int) -> None:
        """Look at a core's `hl_game`; `Game.view` is the usual way here."""
        super().__init__(rules, ffi.new("hl_public *", game.pub))
        self.struct = ffi.new("hl_view *")
        if lib.hl_see(game, seat, self.struct) != lib.HL_OK:
            raise ValueError(f"Seats go from 0 to {rules.players - 1}, so {seat} is none.")
        self.struct.pub = self._public
        self.seat = seat

    @cached_property
    def history(self) -> list[Event]:
        """Every turn so far."""
        return super().history

    @property
    def hands(self) -> tuple[tuple[Card | None, ...], ...]:
        """Every seat's cards by slot; None for the seat's own cards and for empty slots."""
        return tuple(
            tuple(self._card(self.struct.hand[seat][slot]) for slot in range(self.rules.hand_size))
            for seat in range(self.rules.players)
        )

    @cached_property
    def own_slots(self) -> list[int]:
        """The seat's own slots that hold a card, oldest card first."""
        orders = self._public.order[self.seat]
        held = [slot for slot in range(self.rules.hand_size) if orders[slot] != lib.HL_NONE]
        return sorted(held, key=lambda slot: int(orders[slot]))

    @property
    def unseen(self) -> tuple[int, ...]:
        """For each identity, the copies that are in the seat's own hand or in the deck."""
        unseen, cards_of = self.struct.unseen, self.rules.struct.cards_of
        return tuple((unseen & cards_of[bit]).bit_count() for bit in range(self.rules.max_score))

    def possible(self, slot: int) -> int:
        """The identities that a card of the seat's own can be, by clues and by what it sees."""
        know = self._slot(self._public.know, self.seat, slot)
        return self._identities(know & self.struct.unseen)

    def legal_moves(self) -> list[Move]:
        """The moves this seat may make, in the order of their ids; none when it is not its turn."""
        ids = ffi.new("uint8_t[]", lib.HL_MAX_MOVES)
        count = lib.hl_view_legal_moves(self.struct, ids)
        return [Move.from_id(self.rules, ids[i]) for i in range(count)]

    def _card(self, number: int) -> Card | None:
        return None if number == lib.HL_NONE else self.rules.cards[self.rules.struct.id_of[number]]
