"""Tune the wary agent: how moves change its trust in a player, and the rule list that it plays
with players whom it does not trust.

Trust: the moves of convention players and of strangers are counted by the effort of explaining
them by the conventions; the log ratio of the frequencies is the evidence of a move. The initial
trust is then chosen by trial.

Rule list: hill climbing, which changes a few genes and retains improvements. Each trial plays the
old and the new genes on the same deals, which the seed and the trial's number determine, so an
interrupted climb resumes exactly. No reported figure is measured on these random streams.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from random import Random

import numpy as np
import numpy.typing as npt

from agents.kinds.wary.tuned import Tuned
from native import Game, MoveKind, Rng, Rules
from native.play import table
from native.play.blueprint import Blueprint
from native.play.matches import MATCH, packed, play
from native.rulebase import FULL, RuleList
from native.strategies.wary import KINDS, NEVER, efforts

GAMES = (100, 400, 1600)
"""The games with each partner on each seat, in the three successive tests of a changed rule
list."""
MIN_GAIN = 0.01
MOST_GENES = 24

Genes = tuple[int, ...]


@dataclass(frozen=True)
class Climb:
    """The state of a hill climb over rule lists, from which it can resume: the present list
    `genes`, and how many changes were tried and accepted.
    """

    players: int
    seed: str
    genes: Genes
    trials: int = 0
    accepted: int = 0


def step(climb: Climb, partners: Sequence[RuleList]) -> Climb:
    """Try one random change of the wary agent's fallback rule list in games with `partners`, and
    return the state of the hill climb after this trial.

    The changed list replaces the old one if its mean score is better by at least `MIN_GAIN` in
    every test (`GAMES`), each on new deals.
    """
    tried = replace(climb, trials=climb.trials + 1)
    changed = change(climb.genes, Random(f"{climb.seed}/{climb.trials}"))
    for look, games in enumerate(GAMES):
        seed = Rng(f"wary/{climb.seed}").derive(len(GAMES) * climb.trials + look)
        old, new = means(climb.players, [climb.genes, changed], partners, games, seed)
        if new - old < MIN_GAIN:
            return tried
    return replace(tried, genes=changed, accepted=climb.accepted + 1)


def change(genes: Genes, random: Random) -> Genes:
    """Return the rule list `genes` with one or two genes replaced, moved, added or dropped at
    random.
    """
    changed = list(genes)
    for _ in range(random.randint(1, 2)):
        place = random.randrange(len(changed))
        match random.choice(("replace", "move", "add", "drop")):
            case "replace":
                changed[place] = random.randrange(len(FULL))
            case "move":
                gene = changed.pop(place)
                changed.insert(random.randint(0, len(changed)), gene)
            case "add" if len(changed) < MOST_GENES:
                changed.insert(place, random.randrange(len(FULL)))
            case "drop" if len(changed) > 1:
                changed.pop(place)
    return tuple(changed)


def means(
    players: int, lists: Sequence[Genes], partners: Sequence[RuleList], games: int, seed: Rng
) -> list[float]:
    """Return the mean score of each rule list in `lists` over games with all partners. A game's
    score is averaged over the two scorings: cards played, and 0 for a lost game.

    Each list plays `games` games on each seat with each partner, of which copies take the other
    seats, at tables of `players`. All lists play the same deals, which `seed` determines.
    """
    rules = Rules.standard(players)
    matches = np.zeros((len(lists), len(partners), players), MATCH)
    matches["stream"] = np.arange(players)
    matches["games"] = games
    seats, own, partner = np.arange(players), np.arange(len(lists)), np.arange(len(partners))
    matches["lists"][..., :players] = len(lists) + partner[:, None, None]
    matches["lists"][:, :, seats, seats] = own[:, None, None]
    every = packed([*map(RuleList, lists), *partners])
    results = play(rules, every, matches.reshape(-1), seed).reshape(matches.shape)
    kept = (2 * results["points"] - results["lost_points"]).sum(axis=(1, 2)) / 2
    totals = kept / (games * players * len(partners))
    return [float(mean) for mean in totals]


PRIORS = tuple(range(0, 401, 50))
Evidence = tuple[tuple[int, ...], ...]
Counts = npt.NDArray[np.int64]
"""Numbers of moves, shape (kinds, efforts): by kind (of `native.strategies.wary.KINDS`) and by
effort, how often the sample of deals had to be doubled until the conventions explained the
move."""

ROW = {MoveKind.DISCARD: KINDS.index("discard"), MoveKind.PLAY: KINDS.index("play")}


def count(wary: Blueprint, mover: Blueprint, other: Blueprint, games: int, seed: Rng) -> Counts:
    """Count the moves of the agent `mover` in games of two with the agent `other`, by kind and by
    effort: how hard each move is to explain by the conventions of the agent `wary`.

    The result has shape (kinds, efforts); the kinds are those of `native.strategies.wary.KINDS`.
    The effort of a move is how often the number of sampled deals had to be doubled until the
    conventions explained the move, or `NEVER`. The two agents swap seats after each game.
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
    """Return how strongly a move suggests that its player follows conventions: log likelihood
    ratios in hundredths of a nat, one row per kind of move, one column per effort.

    The effort says how many sampled deals it took to explain the move by the conventions.
    `keepers` and `strangers` count the moves of convention players and of others (see `count`);
    one move is added to each count, so that no ratio is infinite.
    """
    rows = []
    for kept, strange in zip(keepers + 1, strangers + 1, strict=True):
        ratios = (kept / kept.sum()) / (strange / strange.sum())
        rows.append(tuple(round(100 * log(ratio)) for ratio in ratios))
    return tuple(rows)


def worth(
    tuned: Tuned, conv: Blueprint, partners: Mapping[str, Blueprint], games: int, seed: Rng
) -> tuple[float, float]:
    """Return two mean scores of a wary agent in games of two: with `partners`, and with its own
    kind (copies of itself, and the convention agent `conv`).

    `games` is the number of games with each partner, `seed` determines the deals. Both results are
    averages over the two scorings: cards played, and 0 for a lost game.
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
