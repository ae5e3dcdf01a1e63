"""Solve reduced games with all cards known: the share of deals that can be won, and the points
that perfect play misses in the other deals.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntFlag
from typing import Any

from native._core import ffi, lib
from native.engine.errors import BadRules
from native.engine.rng import Rng
from native.play.threads import cancelling_pool
from native.strategies.perfect import Ruleset

CHUNK = 2048  # deals in one call of the core
MOST_GAMES = 2**32
BUDGET = 10**11
"""The default limit on the positions searched for one deal; a search of that many takes about an
hour."""
SMALL = 20
"""The largest deck, in cards, whose deals are solved so quickly that each call of the C core solves
many of them."""


class Deviation(IntFlag):
    """Flags for the rules of Hanabi from which the program of Gordon et al. (2024) departs.

    With a flag set, games are solved by that program's rule, otherwise by the official one. A hint
    is a clue token.
    """

    MUST_PLAY = lib.HL_MUST_PLAY
    """A seat that holds a playable card must play one."""
    TWO_MORE_USES = lib.HL_TWO_MORE_USES
    """After the last draw two more cards are used, by any seat; clues between take no turn."""
    NO_SUIT_HINT = lib.HL_NO_SUIT_HINT
    """Completing a suit gives no hint back."""
    HINTS_UNCAPPED = lib.HL_HINTS_UNCAPPED
    """A discard is always possible and gives a hint, even beyond eight."""

    @property
    def slug(self) -> str:
        """The deviation's name on command lines, such as `must-play`."""
        return str(self.name).lower().replace("_", "-")


DEVIATIONS = {Ruleset.OFFICIAL: Deviation(0), Ruleset.SEED: Deviation(lib.HL_ALL_DEVIATIONS)}


@dataclass(frozen=True)
class ReducedGame:
    """The rules of a small game of Hanabi. Raises BadRules if it cannot be played.

    `reading` says whether it is solved by the official rules or by those of the program of Gordon
    et al. (2024).
    """

    players: int = 2
    suits: int = 3
    copies: tuple[int, ...] = (2, 2, 1)
    """The number of copies of each card, by rank; its length is the number of ranks."""
    hand_size: int = 3
    hints: int = 8
    """The number of hints (clue tokens) at the start."""
    reading: Ruleset = Ruleset.OFFICIAL
    deviations: Deviation | None = None
    """The departures from the rules of Hanabi; by default those of `reading`: none for the official
    rules, all for the program's."""

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
        """The departures from the rules of Hanabi by which this game is solved."""
        return DEVIATIONS[self.reading] if self.deviations is None else self.deviations

    @property
    def cards(self) -> int:
        """The number of cards in the deck."""
        return self.suits * sum(self.copies)

    @property
    def struct(self) -> Any:
        """The parameters as the C struct `hl_reduced_game`."""
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
        """The score of a won game, in which every suit is complete."""
        return self.suits * len(self.copies)


def missed_points(
    game: ReducedGame,
    games: int,
    seed: str | int | Rng,
    *,
    perfect_only: bool = False,
    threads: int = 1,
    budget: int = BUDGET,
    say: Callable[[int], None] = lambda done: None,
) -> tuple[int, ...]:
    """Solve deals number 0 to `games` - 1 of a seed, and return counts of the deals: entry m is
    the number of those in which the best play, with all cards known, misses m points.

    Entry 0 thus counts the deals that can be won. With `perfect_only` there are two entries: the
    numbers of deals that can and that cannot be won. `say` is called now and then with the number
    of deals solved. The result does not depend on the number of threads. Raises ValueError if
    `games`, `threads` or `budget` is out of range, BadRules if a deal takes more than `budget`
    positions.
    """
    if not 1 <= games <= MOST_GAMES or threads < 1:
        allowed = f"1 to {MOST_GAMES:,} on at least 1 can"
        raise ValueError(f"{games} games on {threads} threads cannot be dealt: {allowed}.")
    if not 1 <= budget < 2**64:
        raise ValueError(f"A search looks at 1 to 2^64 - 1 positions, not {budget}.")
    struct, stream = game.struct, Rng(seed)
    chunk = CHUNK if game.cards <= SMALL else 1
    totals = [0] * 31

    def deal(first: int) -> list[int]:
        missed = ffi.new("uint64_t[31]")
        count = min(chunk, games - first)
        if lib.hl_missed_points(struct, stream.struct, first, count, perfect_only, budget, missed):
            raise BadRules(f"A deal of this game takes more than {budget:,} positions to search.")
        return list(missed)

    with cancelling_pool(threads) as pool:
        for number, missed in enumerate(pool.map(deal, range(0, games, chunk)), start=1):
            totals = [total + more for total, more in zip(totals, missed, strict=True)]
            say(min(games, number * chunk))
    kept = 2 if perfect_only else game.max_score + 1
    return tuple(totals[:kept])


def _refuse(asked: str, fits: bool, given: int) -> None:
    """Raise BadRules unless `fits`; its message says that `asked` is needed, not `given`."""
    if not fits:
        raise BadRules(f"A reduced game has {asked}, not {given}.")
