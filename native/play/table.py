"""Tables of blueprints: any seating plays many games, on as many threads as asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from native._core import ffi, lib
from native.engine.game import Game
from native.engine.rng import Rng
from native.engine.rules import Rules
from native.play.arena import CHUNK, Counts, read, run
from native.play.blueprint import Blueprint, refuse, room_for
from native.play.results import Result

THINKERS = 4
"""Games in one call of the core if somebody thinks long."""


def simulate(
    rules: Rules,
    seating: Sequence[Blueprint],
    games: int,
    seed: str | int | Rng,
    *,
    first: int = 0,
    threads: int | None = None,
) -> Result:
    """Play games `first`, `first` + 1 ... of the run with this seed, blueprint i on seat i.

    The same seed gives the same deals and chances as `native.play.arena.simulate`, and the result
    depends on these alone, whatever the number of threads (left out: one a processor). Raises
    ValueError for a seating of another size than the table, no games, or no threads, and BadRules
    for rules that one of them cannot play by.
    """
    if len(seating) != rules.players:
        raise ValueError(f"{rules.players} seats need as many agents, not {len(seating)}.")
    play = _player(rules, seating, Rng(seed))
    chunk = THINKERS if any(seat.thinks for seat in seating) else CHUNK
    return read([seat.reasons for seat in seating], run(play, games, first, threads, chunk))


def _player(rules: Rules, seating: Sequence[Blueprint], seed: Rng) -> Callable[[int, int], Counts]:
    """A function that plays a chunk of games and gives the core's `hl_results` as numbers."""
    structs = ffi.new("hl_blueprint *[]", [seat.struct for seat in seating])

    def play(first: int, count: int) -> Counts:
        results = ffi.new("hl_results *")
        room = room_for(seating, rules.players)
        refuse(lib.hl_table_games(rules.struct, structs, seed.struct, first, count, room, results))
        return np.frombuffer(bytes(ffi.buffer(results)), dtype=np.uint64)

    return play


class Agreement(NamedTuple):
    """One blueprint on every turn of a recorded game."""

    same: tuple[int, ...]
    """By seat, the moves of the seat that it would have made as well."""
    chosen: tuple[int, ...]
    """By turn, the id of its move; negative where it would give up."""


def agreements(
    game: Game, blueprints: Sequence[Blueprint], seed: str | int | Rng
) -> tuple[Agreement, ...]:
    """What each blueprint would have done on every turn. Raises BadRules as `simulate` does."""
    players, turns = game.rules.players, game.turn
    same = ffi.new("uint32_t[]", max(1, len(blueprints) * players))
    chosen = ffi.new("int16_t[]", max(1, len(blueprints) * turns))
    structs = ffi.new("hl_blueprint *[]", [blueprint.struct for blueprint in blueprints])
    room = room_for(blueprints, players)
    refuse(
        lib.hl_table_agreements(
            game.struct, structs, len(blueprints), Rng(seed).struct, room, same, chosen
        )
    )
    return tuple(
        Agreement(
            same=tuple(same[i * players : (i + 1) * players]),
            chosen=tuple(chosen[i * turns : (i + 1) * turns]),
        )
        for i in range(len(blueprints))
    )
