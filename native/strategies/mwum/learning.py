"""Training games of the multiplicative weights update method."""

from dataclasses import asdict, dataclass
from enum import IntEnum, IntFlag
from typing import Any

import msgspec

from native._core import ffi, lib
from native.engine.rng import Rng
from native.engine.rules import Rules
from native.play.measures import zero_scores
from native.strategies.mwum.policy import Memory

LONGEST = int(lib.HL_MWUM_LONGEST)
"""The most moves of a mini-episode, after each of which a reward is given."""


class Kind(IntEnum):
    """The kind of agent to train.

    PAPER is the agent of Gordon et al. (2024), whose states contain the true cards in its hand.
    The states of KNOWING contain only what its seat knows.
    """

    PAPER = lib.HL_MWUM_PAPER
    KNOWING = lib.HL_MWUM_KNOWING


class Option(IntFlag):
    """Flags for three options of the training method, from Gordon et al. (2024).

    BUCKETED: coarser states. SHAPED: a reward that is negative for low scores. VISITS: steps
    divided by the square root of the number of visits to the state.
    """

    BUCKETED = lib.HL_MWUM_BUCKETED
    SHAPED = lib.HL_MWUM_SHAPED
    VISITS = lib.HL_MWUM_VISITS


NO_OPTION = Option(0)


@dataclass(frozen=True)
class Method:
    """The hyperparameters of training by the multiplicative weights update method. `eta` is the
    learning rate.
    """

    kind: Kind
    eta: float
    options: Option = NO_OPTION
    episode: int = 0
    """The number of moves of a mini-episode, after each of which a reward is given; 0: one reward
    per game."""
    penalty: float = 0.0
    """The points deducted for the last strike, if there are mini-episodes."""
    epsilon: float = 0.0
    """The probability of a uniformly random action (exploration) in the first game."""
    decay: float = 1.0
    """The factor by which `epsilon` is multiplied from game to game."""
    least: float = 0.0
    """The value below which `epsilon` does not fall."""

    @property
    def struct(self) -> Any:
        """The hyperparameters as the C struct `hl_mwum_setting`."""
        numbers = asdict(self)
        numbers["agent"] = numbers.pop("kind")
        return ffi.new("hl_mwum_setting *", numbers)

    def check(self, rules: Rules) -> None:
        """Raise ValueError if a hyperparameter is out of range, or the core cannot play games by
        `rules`.
        """
        known = 0 <= self.episode <= LONGEST
        if not known or lib.hl_mwum_check(rules.struct, self.struct) != lib.HL_OK:
            raise ValueError(
                f"Invalid settings: eta and penalty go from 0 to 100, and a "
                f"mini-episode has 1 to {LONGEST} moves, or 0 for none; epsilon and decay go from "
                "0 to 1, and least from 0 to epsilon."
            )


class Tally(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Counts of games by score: `stacks[n]` games with n cards played, `struck[n]` of them lost by
    strikes; and their number `games` and number of `moves`.
    """

    games: int
    moves: int
    met: int
    """The number of moves made in states that had been visited before."""
    stacks: tuple[int, ...]
    struck: tuple[int, ...]

    @property
    def counts(self) -> dict[str, dict[int, int]]:
        """The number of games by score, {score: games}, for each of two scorings: `stacks`, the
        cards played, and `zero`, where a game lost by strikes scores 0.
        """
        zero = zero_scores(self.stacks, self.struck)
        return {"stacks": dict(enumerate(self.stacks)), "zero": dict(enumerate(zero))}


def learn(rules: Rules, method: Method, seed: str, count: int, memory: Memory) -> Tally:
    """Play the next `count` training games of a seed, updating `memory` after each, and return
    counts of their results.

    `method` has the hyperparameters: kind of agent, learning rate, rewards and exploration.
    `memory` has the learned weights and counts the games already played, so that training resumes
    with the next. Uses one processor core and releases Python's global lock. Raises ValueError if
    the method is invalid, TableFull if the table of learned weights cannot grow any more.
    """
    method.check(rules)
    tally = ffi.new("hl_mwum_tally *")
    setting, stream, past = method.struct, Rng(seed).struct, ffi.new("hl_mwum_past *")
    past.scores, past.games = memory.scores, memory.games
    end = memory.games + count
    while past.games < end:
        table, first = memory.table, past.games
        lib.hl_mwum_learn(rules.struct, setting, stream, first, end - first, table, past, tally)
        memory.used = int(table.used)
        memory.scores, memory.games = bytes(past.scores), int(past.games)
        if past.games < end:
            memory.grow()
    return _tally(rules, tally)


def play(
    rules: Rules,
    method: Method,
    seed: str,
    games: int,
    memory: Memory,
    *,
    best: bool = False,
) -> Tally:
    """Play games number 0 to `games` - 1 of a seed with the weights in `memory`, without learning,
    and return counts of their results.

    With `best` the agent always takes the action with the largest weight; otherwise it draws
    actions in proportion to their weights. Raises ValueError if the method is invalid.
    """
    method.check(rules)
    tally = ffi.new("hl_mwum_tally *")
    lib.hl_mwum_play(
        rules.struct, method.struct, Rng(seed).struct, 0, games, memory.table, best, tally
    )
    return _tally(rules, tally)


def _tally(rules: Rules, tally: Any) -> Tally:
    scores = rules.max_score + 1
    return Tally(
        games=int(tally.games),
        moves=int(tally.moves),
        met=int(tally.met),
        stacks=tuple(tally.scores[0:scores]),
        struck=tuple(tally.struck[0:scores]),
    )
