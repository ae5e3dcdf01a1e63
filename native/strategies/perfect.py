"""Strategies that see every hand, by the official rules or by those of a paper's programs.

After Gordon, McGee, Shekhar and Bewick (2024), "Exploring Algorithmic Approaches in Hanabi
Gameplay", section 2. Their programs' errors are reproduced under the paper's rules.
"""

from collections.abc import Callable
from enum import IntEnum

from native._core import ffi, lib
from native.engine.errors import BadRules, refuse_move
from native.engine.game import Game
from native.engine.rng import Rng
from native.engine.rules import Move, Rules
from native.play.results import Counts, Result, counts_of, read
from native.play.threads import run

MAX_COST = 2.0
CHUNK = 4096  # games in one call of the core
SLOW_CHUNK = 64  # the same for strategies that look ahead, which are slower


class Strategy(IntEnum):
    """The strategies that see all hands but not the deck.

    For example, CLUE_LIMITED plays only clued cards, and FORESIGHT tries its moves on shuffled
    decks near the end. `hl_strategy` in strategies.h describes each.
    """

    PRIORITY = lib.HL_PRIORITY
    OLDEST = lib.HL_OLDEST
    CLUE_LIMITED = lib.HL_CLUE_LIMITED
    COLOUR_FIRST = lib.HL_COLOUR_FIRST
    NUMBER_FIRST = lib.HL_NUMBER_FIRST
    CLUE_COST = lib.HL_CLUE_COST
    CAREFUL = lib.HL_CAREFUL
    FORESIGHT = lib.HL_FORESIGHT

    @property
    def slug(self) -> str:
        """The strategy's name on command lines and in agents' addresses, such as `clue-limited`."""
        return self.name.lower().replace("_", "-")

    @property
    def ours(self) -> bool:
        """Whether the strategy was added here, and is not from Gordon et al. (2024)."""
        return self > Strategy.CLUE_COST


class Ruleset(IntEnum):
    """The rules that a strategy plays by: the official ones, or those of the programs of Gordon et
    al. (2024), with their errors.
    """

    OFFICIAL = lib.HL_OFFICIAL
    SEED = lib.HL_SEED  # as the seed's own programs do, including errors and three final moves


STRATEGIES = {strategy.slug: strategy for strategy in Strategy}


def simulate(
    strategy: Strategy,
    rules: Rules,
    games: int,
    seed: str | int | Rng,
    *,
    reading: Ruleset = Ruleset.OFFICIAL,
    cost: float = 0.0,
    first: int = 0,
    threads: int = 1,
    say: Callable[[int], None] = lambda done: None,
) -> Result:
    """Play games with the same strategy, which sees all hands, on every seat, and return their
    results; the field `seats` is empty.

    The games are numbers `first`, `first` + 1 … of the seed. `reading` selects the official rules
    or those of the programs of Gordon et al. (2024). `cost` is the number of clue tokens, from 0 to
    2, that a play costs under the strategy `CLUE_COST`; other strategies ignore it. `say` is called
    now and then with the number of games done. The result does not depend on the number of threads.
    Raises BadRules if the core, or those programs, cannot play the strategy by these rules;
    ValueError if a number is out of range.
    """
    _check(cost)
    stream = Rng(seed)

    def play(start: int, count: int) -> Counts:
        results = ffi.new("hl_results *")
        args = (rules.struct, strategy, reading, cost, stream.struct, start, count, results)
        if lib.hl_perfect(*args) != lib.HL_OK:
            raise BadRules(
                "The paper's programs have strategies of their own, and play with 2 players and "
                "the standard 50 cards only."
            )
        return counts_of(results)

    chunk = SLOW_CHUNK if strategy is Strategy.FORESIGHT else CHUNK
    return read((), run(play, games, first, threads, chunk, say))


def choose(game: Game, strategy: Strategy, cost: float = 0.0) -> Move:
    """Return the move that a strategy, seeing all hands, makes for the seat to move by the official
    rules.

    `cost` is the number of clue tokens, from 0 to 2, that a play costs under the strategy
    `CLUE_COST`. Raises IllegalMove if the game is over; ValueError if `cost` is out of range.
    """
    _check(cost)
    move = lib.hl_perfect_move(game.struct, strategy, cost)
    refuse_move(min(move, lib.HL_OK))
    return Move.from_id(game.rules, move)


def _check(cost: float) -> None:
    if not 0 <= cost <= MAX_COST:
        raise ValueError(f"A play costs 0 to {MAX_COST:.0f} clue tokens, not {cost}.")
