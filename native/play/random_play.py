"""Many games of uniformly random legal moves in one call: the floor every agent stands on."""

from __future__ import annotations

from typing import NamedTuple

from native._core import ffi, lib
from native.engine.errors import BadRules
from native.engine.outcome import End
from native.engine.rng import Rng
from native.engine.rules import Rules


class Tally(NamedTuple):
    """The results. `scores[n]` is the number of games that played n cards."""

    games: int
    moves: int
    scores: tuple[int, ...]
    zero_sum: int
    ends: dict[End, int]

    @property
    def mean_stacks(self) -> float:
        """Mean score under the scoring `stacks`."""
        return sum(score * games for score, games in enumerate(self.scores)) / self.games

    @property
    def mean_zero(self) -> float:
        """Mean score under the scoring `zero`."""
        return self.zero_sum / self.games


def play_random(rules: Rules, seed: str | int | Rng, games: int, first: int = 0) -> Tally:
    """Play games `first`, `first` + 1 ... of the run with this seed, on one core without the GIL.

    Game i has the deck of `Game(rules, seed=Rng(seed).derive(i))`, whatever was played before.
    """
    if games < 1 or first < 0:
        raise ValueError(f"Games are counted from 1, not {games}, and start at 0, not {first}.")
    tally = ffi.new("hl_tally *")
    if lib.hl_play_random(rules.struct, Rng(seed).struct, first, games, tally) != lib.HL_OK:
        raise BadRules("The core refuses these rules.")
    scores = tuple(tally.scores[0 : rules.max_score + 1])
    stacks_sum = sum(score * count for score, count in enumerate(scores))
    return Tally(
        games=tally.games,
        moves=tally.moves,
        scores=scores,
        zero_sum=stacks_sum - tally.strikeout_sum,
        ends={end: tally.ends[end] for end in End},
    )
