"""Action agreement of people with agents in their stored games
(`analysis.partners.action_agreement` defines how it is counted).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.db.models import QuerySet

from agents import registry
from agents.registry import Entry
from analysis.charts import dots
from analysis.figures import Figure
from analysis.models import Document, TraceSeat
from analysis.partners.action_agreement import EACH, Agreement, Counts, counted, legal_moves
from analysis.people.style import BY_GAME
from analysis.statistics import Estimate
from analysis.tables import Rows
from analysis.traces.documents import game_of, unpack
from native import Game
from native.play import table

LATEST = 60
"""The largest number of a person's latest games to compare; a game takes a few milliseconds."""

SEED = 0
"""The seed of agents that choose at random, the same for every person."""


@dataclass(frozen=True)
class AgentAgreement:
    """An agent, with how often it would make a person's moves."""

    entry: Entry
    moves: Agreement

    @property
    def share(self) -> Estimate:
        """The share of all the person's moves that the agent would make too."""
        return self.moves.share("all")


def with_named_agents(seats: QuerySet[TraceSeat]) -> tuple[list[AgentAgreement], int]:
    """Return how often each named agent would make the person's moves at `seats`, over the latest
    games (at most `LATEST`), and the number of games compared.

    The agent with the greatest mean over plays, discards and clues comes first. Agents that search
    are left out, because a page cannot wait for them. An agent that chooses at random is asked
    once per turn. The units of the intervals are games.
    """
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
    """Return how often one agent would make the person's moves at `seats`, over the latest games
    (at most `LATEST`) with a number of players at which the agent can play.

    Return None if the core cannot simulate the agent under the rules of one of these games, or if
    there are no moves.
    """
    rows = _latest(seats.filter(players__in=entry.players))
    counts = [_counts_with(entry.address, entry.version, digest, index) for digest, index in rows]
    known = [of_game for of_game in counts if of_game is not None]
    if len(known) < len(counts):
        return None
    moves = _together(entry, known)
    return AgentAgreement(entry, moves) if moves.moves else None


def _latest(seats: QuerySet[TraceSeat]) -> list[tuple[str, int]]:
    """Return the trace digest and seat index of the latest games."""
    return list(seats.order_by("-played", "-pk")[:LATEST].values_list("trace__digest", "index"))


def _together(entry: Entry, counts: Sequence[Counts]) -> Agreement:
    """Add up the counts of several games."""
    moves = Agreement(entry.address, None)
    for number, of_game in enumerate(counts):
        moves.add(of_game, number)
    return moves


@lru_cache(maxsize=20_000)
def _counts_with(address: str, _version: str, digest: str, index: int) -> Counts | None:
    """Return one agent's counts in a game; None if the core cannot simulate it. The version is part
    of the cache key.
    """
    game = stored_game(digest)
    blueprint = registry.find(address).in_core(game.rules.players)
    if not blueprint or not blueprint.knows(game.rules):
        return None
    answer = table.agreements(game, [blueprint], SEED)[0]
    return counted(game, answer.chosen, legal_moves(game), index)


@lru_cache(maxsize=2_000)
def _counts(digest: str, index: int) -> dict[str, Counts]:
    """Return the counts of every named agent by address. A trace's digest fixes its moves, so the
    result never changes.
    """
    game = stored_game(digest)
    playing = [pair for pair in registry.in_core(game.rules) if not pair[1].thinks]
    choices = legal_moves(game)
    answers = table.agreements(game, [blueprint for _, blueprint in playing], SEED)
    return {
        entry.address: counted(game, answer.chosen, choices, index)
        for (entry, _), answer in zip(playing, answers, strict=True)
    }


def stored_game(digest: str) -> Game:
    """Return the stored game whose trace has this digest, replayed to its end. Raises
    Document.DoesNotExist if there is none.
    """
    return game_of(unpack(Document.objects.get(trace__digest=digest).body))


class AgreementRow(NamedTuple):
    """A row of the figure of action agreement: the share of a person's moves that one agent would
    make too.
    """

    agent: str
    mean_of_the_three: float | None
    all_moves: Estimate
    by_kind: Sequence[float | None]
    address: str


def plays_like(closest: Sequence[AgentAgreement], games: int) -> Figure:
    """Return the figure of a person's action agreement with each of the agents `closest`, on
    plays, discards and clues; its table also has all moves. `games` is the number of games
    compared.
    """
    drawn = {kind: [(one.entry.title, one.moves.share(kind)) for one in closest] for kind in EACH}
    rows = [
        AgreementRow(
            *(one.entry.title, one.moves.even, one.share),
            [one.moves.share(kind).value for kind in EACH],
            one.entry.address,
        )
        for one in closest
    ]
    if closest:
        rows.append(_base_rate(closest[0].moves))
    return Figure(
        name="plays-like",
        title="Plays most like",
        table=Rows(AgreementRow, rows, {"by_kind": EACH}),
        games=games,
        note="Share of the moves that the agent would have made too, seeing what this person saw, "
        "over the latest games; below the named agents, the elite of the map with the nearest "
        "measures. An agent that always plays agrees with every play, so agents are in the order "
        "of the mean over plays, discards and clues; the last row is what any legal move at random "
        f"would agree on. {BY_GAME}",
        **dots(drawn, "share of the same moves"),
    )


def _base_rate(moves: Agreement) -> AgreementRow:
    """Return the row of the agreement expected of a random legal move."""
    chances = [moves.chance(kind) for kind in EACH]
    known = [chance for chance in chances if chance is not None]
    even = sum(known) / len(known) if known else None
    return AgreementRow("Any legal move", even, Estimate(moves.chance("all")), chances, "")
