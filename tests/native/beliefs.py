"""What a search believes of its own hand, as the core keeps it."""

from __future__ import annotations

from dataclasses import dataclass

from native import View
from native._core import ffi, lib
from native.search.search import Search


@dataclass(frozen=True)
class World:
    """A game that a seat may be in, as its belief has it."""

    hand: tuple[int | None, ...]
    """Its identities by slot."""
    weight: float
    """All weights add up to 1."""


def worlds_of(search: Search, view: View) -> tuple[World, ...]:
    """The worlds that explain the view's history; none before the first turn."""
    memo, most = search.room(), search.setting.particles
    worlds, weights = ffi.new("hl_world[]", most), ffi.new("double[]", most)
    lib.hl_recall(search.struct, view.struct, memo)
    count = lib.hl_search_worlds(search.struct.config, memo, worlds, weights)
    rules = view.rules
    return tuple(
        World(
            hand=tuple(
                None if card == lib.HL_NONE else int(rules.struct.id_of[card])
                for card in world.hand[0 : rules.hand_size]
            ),
            weight=float(weight),
        )
        for world, weight in zip(worlds[0:count], weights[0:count], strict=True)
    )
