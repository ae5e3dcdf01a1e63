"""Action agreement of people with agents: move by move, from their own view of each turn, plays,
discards and clues apart (`analysis.partners.likeness`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import QuerySet

from agents import registry
from agents.registry import Entry
from analysis.models import Document, TraceSeat
from analysis.partners.likeness import Counts, Likeness, counted, legal_moves
from analysis.statistics import Estimate
from analysis.traces.packing import game_of
from native import Game
from native.play import table

LATEST = 60
"""Games that are looked at; a game takes some milliseconds."""

SEED = 0
"""Of agents that draw lots: the same for everybody."""


@dataclass(frozen=True)
class AgentAgreement:
    """An agent and how many of somebody's moves it would have made too."""

    entry: Entry
    moves: Likeness

    @property
    def share(self) -> Estimate:
        """Of all moves."""
        return self.moves.share("all")


def with_named_agents(seats: QuerySet[TraceSeat]) -> tuple[list[AgentAgreement], int]:
    """Every named agent but those that search, for which a page would wait; the greatest mean over
    plays, discards and clues first, and the number of latest games looked at. An agent that chooses
    at random counts as it chose once. The unit of the intervals is the game."""
    rows = _latest(seats)
    counts = [_counts(digest, index) for digest, index in rows]
    agreements = [
        AgentAgreement(entry, _together(entry, [of_game[entry.address] for of_game in counts]))
        for entry in registry.seatable()
        if counts and all(entry.address in of_game for of_game in counts)
    ]
    known = [one for one in agreements if one.moves.moves]
    return sorted(known, key=lambda one: -(one.moves.even or 0)), len(rows)


def with_agent(seats: QuerySet[TraceSeat], entry: Entry) -> AgentAgreement | None:
    """The same of one more agent, over those of the latest games that it could have played; None
    where the core does not simulate it."""
    rows = _latest(seats.filter(players__in=entry.players))
    counts = [_counts_with(entry.address, entry.version, digest, index) for digest, index in rows]
    known = [of_game for of_game in counts if of_game is not None]
    if len(known) < len(counts):
        return None
    moves = _together(entry, known)
    return AgentAgreement(entry, moves) if moves.moves else None


def _latest(seats: QuerySet[TraceSeat]) -> list[tuple[str, int]]:
    return list(seats.order_by("-played", "-pk")[:LATEST].values_list("trace__digest", "index"))


def _together(entry: Entry, counts: Sequence[Counts]) -> Likeness:
    moves = Likeness(entry.address, None)
    for of_game in counts:
        moves.add(of_game)
    return moves


@lru_cache(maxsize=20_000)
def _counts_with(address: str, _version: str, digest: str, index: int) -> Counts | None:
    game = _game(digest)
    blueprint = registry.find(address).in_core(game.rules.players)
    if not blueprint or not blueprint.knows(game.rules):
        return None
    answer = table.agreements(game, [blueprint], SEED)[0]
    return counted(game, answer.chosen, legal_moves(game), index)


@lru_cache(maxsize=2_000)
def _counts(digest: str, index: int) -> dict[str, Counts]:
    """By address. What was played in a trace is told by its digest, so this never changes."""
    game = _game(digest)
    playing = [pair for pair in registry.in_core(game.rules) if not pair[1].thinks]
    choices = legal_moves(game)
    answers = table.agreements(game, [blueprint for _, blueprint in playing], SEED)
    return {
        entry.address: counted(game, answer.chosen, choices, index)
        for (entry, _), answer in zip(playing, answers, strict=True)
    }


def _game(digest: str) -> Game:
    return game_of(Document.objects.get(trace__digest=digest).body)
