"""What every card can still be, exactly, as any group of seats knows it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from native._core import ffi, lib
from native.empathy.position import Identities, Position, check
from native.engine.game import Game
from native.engine.view import View


def empathy(source: View | Game | Position, observers: Collection[int]) -> Identities:
    """What the observers, sharing what they know, know each card to be: an identity set (bit
    suit * ranks + rank, ranks from 0) by seat and slot, 0 for an empty slot.

    A card of an outsider is what it is. From a view, whose own cards are hidden, the answer is
    the same as from the game, because it depends on nothing that the seat does not see. Raises
    ValueError for a seat that is not at the table and for a view's seat that is no observer.
    The method stands in `empathy/exact.h`.
    """
    position = Position.of(source)
    known = _knowledge(position, observers)
    return position.by_slot(known.possible)


def common(source: View | Game | Position) -> Identities:
    """What everybody knows that everybody knows ... each card to be.

    Everybody at the table, that is: it can depend on cards in all the hands, so it is not for a
    spectator who sees none.
    """
    position = Position.of(source)
    return empathy(position, range(position.struct.players))


def tight(source: View | Game | Position, observers: Collection[int]) -> tuple[int, ...]:
    """For each seat the slots (bit set) of cards that belong to a closed group: between them they
    hold every copy left of all that they can be."""
    position = Position.of(source)
    known = _knowledge(position, observers)
    return tuple(known.tight[0 : position.struct.players])


def _knowledge(position: Position, observers: Collection[int]) -> Any:
    """A core's `hl_knowledge`; parts of it live no longer than the whole."""
    known = ffi.new("hl_knowledge *")
    check(lib.hl_empathy(position.struct, position.group(observers), known))
    return known
