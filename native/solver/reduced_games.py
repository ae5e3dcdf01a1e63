"""Reduced games with all cards known: how many deals can be won, and what others miss."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from enum import IntFlag
from typing import Any

from native._core import ffi, lib
from native.engine.errors import BadRules
from native.engine.rng import Rng
from native.strategies.perfect.strategies import Reading

CHUNK = 2048  # deals in one call of the core
SMALL = 20
"""Cards of a game that is searched so fast that a whole chunk takes no time."""


class Deviation(IntFlag):
    """Where the seed's program departs from the rules of Hanabi."""

    MUST_PLAY = lib.HL_MUST_PLAY
    """Whoever holds a playable card must play one."""
    TWO_MORE_USES = lib.HL_TWO_MORE_USES
    """After the last draw two more cards are used, by anybody; clues between take no turn."""
    NO_SUIT_HINT = lib.HL_NO_SUIT_HINT
    """A complete suit gives no hint."""
    HINTS_UNCAPPED = lib.HL_HINTS_UNCAPPED
    """A discard always gives a hint, with eight too."""

    @property
    def slug(self) -> str:
        """The name on command lines: `must-play`."""
        return str(self.name).lower().replace("_", "-")


DEVIATIONS = {Reading.OFFICIAL: Deviation(0), Reading.SEED: Deviation(lib.HL_ALL_DEVIATIONS)}


@dataclass(frozen=True)
class ReducedGame:
    """A small game. Raises BadRules for numbers that make none."""

    players: int = 2
    suits: int = 3
    copies: tuple[int, ...] = (2, 2, 1)
    """Of each rank, so their number is the number of ranks."""
    hand_size: int = 3
    hints: int = 8
    """To begin with."""
    reading: Reading = Reading.OFFICIAL
    deviations: Deviation | None = None
    """Those of the reading, unless they are named."""

    def __post_init__(self) -> None:
        _refuse("2 to 6 players", 2 <= self.players <= lib.HL_MAX_PLAYERS, self.players)
        _refuse("1 to 6 suits", 1 <= self.suits <= lib.HL_MAX_SUITS, self.suits)
        ranks = len(self.copies)
        _refuse("1 to 5 ranks", 1 <= ranks <= lib.HL_MAX_RANKS, ranks)
        for copies in self.copies:
            _refuse("1 to 10 copies of each rank", 1 <= copies <= 10, copies)
        _refuse("1 to 8 cards in a hand", 1 <= self.hand_size <= lib.HL_MAX_HAND, self.hand_size)
        hints = 100 if self.departures & Deviation.HINTS_UNCAPPED else 8
        _refuse(f"0 to {hints} hints", 0 <= self.hints <= hints, self.hints)
        dealt = self.players * self.hand_size
        _refuse(f"at least {dealt} cards to deal", dealt <= self.cards, self.cards)
        if lib.hl_reduced_check(self.struct) != lib.HL_OK:
            raise BadRules(f"A reduced game has at most {lib.HL_MAX_DECK} cards, not {self.cards}.")

    @property
    def departures(self) -> Deviation:
        """By which deviations it is played."""
        return DEVIATIONS[self.reading] if self.deviations is None else self.deviations

    @property
    def cards(self) -> int:
        return self.suits * sum(self.copies)

    @property
    def struct(self) -> Any:
        """The core's `hl_reduced_game`."""
        return ffi.new(
            "hl_reduced_game *",
            {
                "players": self.players,
                "suits": self.suits,
                "ranks": len(self.copies),
                "hand_size": self.hand_size,
                "hints": self.hints,
                "deviations": int(self.departures),
                "copies": list(self.copies),
            },
        )

    @property
    def max_score(self) -> int:
        return self.suits * len(self.copies)


def missed_points(
    game: ReducedGame,
    games: int,
    seed: str | int | Rng,
    *,
    perfect_only: bool = False,
    threads: int = 1,
    say: Callable[[int], None] = lambda done: None,
) -> tuple[int, ...]:
    """Deals by the points that their best play misses, 0 first; with `perfect_only` won and not.
    `say` is told now and then how many are done.

    The result does not depend on the number of threads. Raises ValueError for no games or threads.
    """
    if games < 1 or threads < 1:
        raise ValueError(f"{games} games on {threads} threads cannot be dealt.")
    struct, stream = game.struct, Rng(seed)
    chunk = CHUNK if game.cards <= SMALL else 1
    totals = [0] * 31

    def deal(first: int) -> list[int]:
        missed = ffi.new("uint64_t[31]")
        count = min(chunk, games - first)
        lib.hl_missed_points(struct, stream.struct, first, count, perfect_only, missed)
        return list(missed)

    with ThreadPoolExecutor(threads) as pool, closing(_mapped(pool, deal, games, chunk)) as chunks:
        for done, missed in chunks:
            totals = [total + more for total, more in zip(totals, missed, strict=True)]
            say(done)
    kept = 2 if perfect_only else game.max_score + 1
    return tuple(totals[:kept])


def _refuse(asked: str, fits: bool, given: int) -> None:
    """Raises BadRules for a number that does not fit."""
    if not fits:
        raise BadRules(f"A reduced game has {asked}, not {given}.")


def _mapped(
    pool: ThreadPoolExecutor, deal: Callable[[int], list[int]], games: int, chunk: int
) -> Generator[tuple[int, list[int]], None, None]:
    """With how many deals are done. Closing it lets no more begin."""
    for number, missed in enumerate(pool.map(deal, range(0, games, chunk)), start=1):
        yield min(games, number * chunk), missed
