"""Tune how trust is earned: count the effort it takes to explain each move by the conventions.

The counts are of players who follow the conventions and of strangers; the initial trust is then
chosen by trial. Every game is dealt from streams that nothing reported is played on.
"""

from collections.abc import Mapping, Sequence
from math import log

import numpy as np
import numpy.typing as npt

from agents.kinds.wary.tuned import Tuned
from native import Game, MoveKind, Rng, Rules
from native.play import table
from native.play.blueprint import Blueprint
from native.strategies.wary import KINDS, NEVER, efforts

PRIORS = tuple(range(0, 401, 50))
Evidence = tuple[tuple[int, ...], ...]
Counts = npt.NDArray[np.int64]
"""Numbers of moves, shape (kinds, efforts)."""

ROW = {MoveKind.DISCARD: KINDS.index("discard"), MoveKind.PLAY: KINDS.index("play")}


def count(wary: Blueprint, mover: Blueprint, other: Blueprint, games: int, seed: Rng) -> Counts:
    """Count how hard `mover`'s moves are to explain by the conventions, in games with `other`.

    The two change seats from game to game.
    """
    counts = np.zeros((len(KINDS), NEVER + 1), np.int64)
    for number in range(games):
        rng, seat = seed.derive(number), number % 2
        game = Game(Rules.standard(2), seed=rng.derive(0))
        seats = (mover, other) if seat == 0 else (other, mover)
        chances = [rng.derive(1), rng.derive(2)]
        while (now := game.to_move) is not None:
            move = seats[now].decide(game.view(now), chances[now]).move
            assert move is not None
            game.play(move)
        view = game.view(0)
        for event, effort in zip(view.history, efforts(wary, view), strict=True):
            if event.seat == seat and effort is not None:
                counts[ROW.get(event.move.kind, KINDS.index("clue")), effort] += 1
    return counts


def evidence(keepers: Counts, strangers: Counts) -> Evidence:
    """Return what each effort says about a player: log likelihood ratios in hundredths of a nat.

    One move is added to each count, so that no ratio is infinite.
    """
    rows = []
    for kept, strange in zip(keepers + 1, strangers + 1, strict=True):
        ratios = (kept / kept.sum()) / (strange / strange.sum())
        rows.append(tuple(round(100 * log(ratio)) for ratio in ratios))
    return tuple(rows)


def worth(
    tuned: Tuned, conv: Blueprint, partners: Mapping[str, Blueprint], games: int, seed: Rng
) -> tuple[float, float]:
    """Return the mean scores of a wary agent with these partners, and with its own kind.

    Its own kind are copies of itself and the convention agent. Both are means over both scorings.
    """
    wary = tuned.wary().blueprint()
    pool = [_mean([wary, other], games, seed) for other in partners.values()]
    own = (_mean([wary, conv], games, seed) + _mean([wary, wary], games, seed)) / 2
    return sum(pool) / len(pool), own


def _mean(pair: Sequence[Blueprint], games: int, seed: Rng) -> float:
    total = 0.0
    for order, seats in enumerate((list(pair), list(reversed(pair)))):
        result = table.simulate(
            Rules.standard(2), seats, max(1, games // 2), seed.derive(order), threads=1
        )
        total += (result.mean_stacks + result.mean_zero) / 2
    return total / 2
