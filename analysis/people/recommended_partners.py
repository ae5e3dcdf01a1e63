"""Partners for a person's style: the agents that score most with the agent most like them.

Two tables answer: the named agents with the one that makes most of the same moves, and an
archive's cross-play with the elite whose measures are nearest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from agents import registry
from agents.archives import BadArchive
from agents.kinds.elites import address_of
from agents.registry import Entry
from analysis.diversity import crossplay, pairwise
from analysis.evaluate.core_games import play_in_core
from analysis.partners.scores import SCORES
from analysis.people.map_position import MapPosition
from analysis.statistics import Estimate, mean
from native import Rules

GAMES = 200
SEED = "cross-play"
SHOWN = 5
"""Elites of an archive."""


@dataclass(frozen=True)
class RecommendedPartner:
    """A partner, and its score with the agent that plays like the person."""

    address: str
    title: str
    score: Estimate
    like: str
    """The title of the agent that plays like them."""


def named_partners(like: Entry, players: int = 2) -> list[RecommendedPartner]:
    """The named agents with it, the best first; empty if it cannot play at that table size."""
    return _with_each(like.address, players) if players in like.players else []


@lru_cache(maxsize=256)
def _with_each(address: str, players: int) -> list[RecommendedPartner]:
    agents = [entry for entry, _ in registry.rule_lists(players)]
    like = registry.find(address)
    scores = play_in_core(Rules.standard(players), agents, [like], GAMES, SEED).scores("stacks")
    partners = [
        RecommendedPartner(entry.address, entry.title, mean(row[0]).within(*SCORES), like.title)
        for entry, row in zip(agents, scores, strict=True)
    ]
    return sorted(partners, key=lambda one: -(one.score.value or 0.0))


def elite_partners(position: MapPosition) -> list[RecommendedPartner]:
    """The best of an archive with its elite that plays most alike, by the archive's table of
    cross-play; empty without one."""
    archive, cell = position.archive, position.closest
    try:
        table = crossplay.load(archive.run)
    except BadArchive:
        return []
    index = table.index(cell.row, cell.column) if table and cell else None
    if table is None or cell is None or index is None or not table.complete:
        return []
    like = registry.find(address_of(archive.run, cell)).title
    mean, sem = table.mean, table.sem
    return [
        RecommendedPartner(
            address_of(archive.run, elite),
            f"Elite {elite.row},{elite.column}",
            Estimate(float(mean[index, other]), float(sem[index, other]), table.games),
            like,
        )
        for other in pairwise.ranked_partners(table, index)[:SHOWN].tolist()
        if (elite := archive.valid[other])
    ]
