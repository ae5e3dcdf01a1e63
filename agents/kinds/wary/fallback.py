"""Find a rule list for strangers by hill climbing: change a few genes and keep improvements.

Each trial plays the old and the new genes on the same deals, its own, from streams that nothing
reported is played on. It is derived from the seed and its number, so an interrupted climb resumes
exactly where it stopped.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from native import Rng, Rules
from native.play.matches import MATCH, packed, play
from native.rulebase import FULL, RuleList

GAMES = (100, 400, 1600)
"""Games with each partner on each seat: at a first look at a change, then at two that confirm
it."""
MIN_GAIN = 0.01
MOST_GENES = 24

Genes = tuple[int, ...]


@dataclass(frozen=True)
class Climb:
    """The state of a hill climb over rule lists, from which it can resume."""

    players: int
    seed: str
    genes: Genes
    trials: int = 0
    accepted: int = 0


def step(climb: Climb, partners: Sequence[RuleList]) -> Climb:
    """Return the climb after one trial; changed genes are accepted if they scored better
    throughout.
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
    """Return the genes with one or two of them replaced, moved, added or dropped."""
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
    """Return each rule list's mean score with all partners, over both scorings, on equal deals."""
    rules = Rules.standard(players)
    matches = np.zeros((len(lists), len(partners), players), MATCH)
    matches["stream"] = np.arange(players)
    matches["games"] = games
    for own in range(len(lists)):
        for partner in range(len(partners)):
            for seat in range(players):
                seats = [len(lists) + partner] * players
                seats[seat] = own
                matches["lists"][own, partner, seat, :players] = seats
    every = packed([*map(RuleList, lists), *partners])
    results = play(rules, every, matches.reshape(-1), seed).reshape(matches.shape)
    kept = (2 * results["points"] - results["lost_points"]).sum(axis=(1, 2)) / 2
    totals = kept / (games * players * len(partners))
    return [float(mean) for mean in totals]
