"""Action agreement of people with agents: move by move, from their own view of each turn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.db.models import QuerySet

from agents import registry
from agents.registry import Entry
from analysis.models import Document, TraceSeat
from analysis.people.style import SHARE
from analysis.statistics import Estimate, ratio
from analysis.traces.packing import game_of
from native.play import table

LATEST = 60
"""Games that are looked at; a game takes some milliseconds."""


@dataclass(frozen=True)
class AgentAgreement:
    """An agent and the share of somebody's moves that it would have made too."""

    entry: Entry
    share: Estimate


def with_named_agents(seats: QuerySet[TraceSeat]) -> tuple[list[AgentAgreement], int]:
    """Every named agent, the greatest agreement first, and the number of latest games looked at. An
    agent that chooses at random counts as it chose once. The unit of the intervals is the game."""
    latest = seats.order_by("-played", "-pk")[:LATEST]
    rows = list(latest.values_list("trace__digest", "index", "turns"))
    same_moves = [_same(digest, index) for digest, index, _ in rows]
    turns = [turns for *_, turns in rows]
    agreements = [
        AgentAgreement(
            entry, ratio([same.get(entry.address, 0) for same in same_moves], turns).within(*SHARE)
        )
        for entry in registry.seatable()
        if sum(turns) and all(entry.address in same for same in same_moves)
    ]
    return sorted(agreements, key=lambda one: -(one.share.value or 0)), len(rows)


def with_agent(seats: QuerySet[TraceSeat], entry: Entry) -> AgentAgreement | None:
    """The same of one more agent, over those of the latest games that it could have played; None
    where the core does not simulate it."""
    latest = seats.filter(players__in=entry.players).order_by("-played", "-pk")[:LATEST]
    rows = list(latest.values_list("trace__digest", "index", "turns"))
    turns = [turns for *_, turns in rows]
    counts = [_same_as(entry.address, entry.version, digest, index) for digest, index, _ in rows]
    same = [count for count in counts if count is not None]
    if not sum(turns) or len(same) < len(turns):
        return None
    return AgentAgreement(entry, ratio(same, turns).within(*SHARE))


@lru_cache(maxsize=20_000)
def _same_as(address: str, _version: str, digest: str, index: int) -> int | None:
    game = game_of(Document.objects.get(trace__digest=digest).body)
    blueprint = registry.find(address).in_core(game.rules.players)
    if not blueprint or not blueprint.knows(game.rules):
        return None
    return table.agreements(game, [blueprint])[0].same[index]


@lru_cache(maxsize=20_000)
def _same(digest: str, index: int) -> dict[str, int]:
    """By address, the moves of a seat that the agent would have made too. What was played in a
    trace is told by its digest, so this never changes."""
    game = game_of(Document.objects.get(trace__digest=digest).body)
    playing = registry.in_core(game.rules)
    counts = table.agreements(game, [blueprint for _, blueprint in playing])
    return {entry.address: one.same[index] for (entry, _), one in zip(playing, counts, strict=True)}
