"""The tables of a data release: games, moves with the mover's knowledge, scores of pairs of
agents, and agents' answers to puzzles.

People appear under pseudonyms, in games that were published under a licence and in games of
experiments here whose participants agreed to publication.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from math import nan
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from django.db.models import Q, QuerySet

from agents.archives import runs
from agents.matchups import store
from agents.matchups.store import Matchups
from agents.registry import seatable
from analysis.collections import COLLECTIONS
from analysis.diversity import crossplay, named_agents
from analysis.models import Assignment, Trace, TraceSeat
from analysis.studies.groups import Group, group_of
from analysis.tables import Table
from analysis.traces.documents import game_of
from analysis.traces.exporting import documents
from analysis.traces.filters import released_by_people, visible_to
from game.models import CoachReport
from game.puzzles.puzzle import puzzles
from game.replays.coach import Judged, Verdict
from game.replays.trace_schema import Lab, SeatFact, TraceDocument
from native import Game

OURS = "CC BY 4.0"
"""The licence of games between agents that were played on this site."""
CHUNK = 200

MEANINGS = Path(__file__).with_name("columns.toml")
COLUMNS = msgspec.toml.decode(MEANINGS.read_bytes(), type=dict[str, dict[str, str]])
"""The meaning of each column of a release, by table and column."""


def publishable() -> QuerySet[Trace]:
    """Return the finished games that may be published in a release.

    They are public games between agents, games of people from collections with a licence, and
    games of experiments whose participants all agreed to publication.
    """
    licensed = [name for name, one in COLLECTIONS.items() if one.licence]
    people = TraceSeat.objects.filter(person__isnull=False)
    of_people = Q(pk__in=people.values("trace")) | Q(seats__kind=TraceSeat.Kind.PERSON)
    ours = Trace.objects.filter(collection="").exclude(of_people).values("pk")
    allowed = Q(collection__in=licensed) | Q(pk__in=ours)
    return Trace.objects.filter((allowed & visible_to(None)) | released_by_people())


def played() -> Iterator[tuple[Table, Table]]:
    """Yield the games of the release in batches, each as a table of games and a table of the moves
    of these games.
    """
    seen: dict[int, str] = {}
    found = documents(
        publishable(), names=lambda person: seen.setdefault(person, f"person-{len(seen) + 1}")
    )
    number, assignments, judged = 0, _assignments(), _judged()
    while part := list(islice(found, CHUNK)):
        named = [(f"game-{number + place}", one) for place, one in enumerate(part, 1)]
        number += len(part)
        games = [(name, one, game_of(one)) for name, one in named]
        yield _games(games, assignments), _moves(games, judged)


def matchups() -> Table:
    """Return a table of the mean scores of all stored pairs of agents.

    The pairs are of two named agents (those that people can choose as partners), of a named agent
    and an elite of a shipped MAP-Elites run, and of two elites of the same run.
    """
    found = [(2, store.table_of([entry.address for entry in seatable()]))]
    for run in runs.bundled():
        players = runs.load(run).setting.players
        stored = crossplay.load(run), named_agents.load(run)
        found += [(players, one.pairs) for one in stored if one is not None]
    parts = [_pairs(players, pairs) for players, pairs in found]
    return Table(
        {name: np.concatenate([part[name] for part in parts]) for name in COLUMNS["matchups"]}
    )


def _assignments() -> dict[str, Assignment]:
    """Return the assignment of each published game of an experiment to one of its participants, by
    the game's id. Group and order are the same for all participants of a game.
    """
    found = Trace.objects.filter(released_by_people())
    games = Assignment.objects.filter(table__trace__in=found).select_related("participation__study")
    named = found.values_list("table", "source", "digest")
    ids: dict[int | None, str] = {table: source or digest for table, source, digest in named}
    return {ids[game.table_id]: game for game in games.order_by("number")}


@cache
def answers() -> Table:
    """Return a table of the moves that agents choose in the shipped puzzles, one row for each agent
    and puzzle.

    The agents are the named agents that people can play with and that decide quickly, each with the
    puzzles whose number of players it supports.
    """
    quick = [entry for entry in seatable() if not entry.thinks_long]
    rows = []
    for number, puzzle in enumerate(puzzles(), start=1):
        view = puzzle.view
        for entry in quick:
            if puzzle.players not in entry.players:
                continue
            move = entry.playing_on().agent("release").decide(view).move.text(view.rules)
            rows.append(
                (
                    *(number, puzzle.players, puzzle.level, entry.address, entry.version, move),
                    *(puzzle.costs[move], int(move in puzzle.right)),
                )
            )
    return _table(COLUMNS["puzzles"], rows)


def consents() -> list[Mapping[str, Any]]:
    """Return the different consents (texts that participants read before they agreed to
    publication of their games), one for each version.

    A consent has the fields of `analysis.studies.consent.Consent`, without empty ones, and
    `version`.
    """
    agreed = [game.participation.agreed for game in _assignments().values()]
    return list({consent["version"]: consent for consent in agreed}.values())


def _games(
    games: list[tuple[str, TraceDocument, Game]], assignments: Mapping[str, Assignment]
) -> Table:
    rows = [
        (
            *(name, lab.collection or "here", *_conditions(lab, assignments.get(lab.id))),
            *(lab.help, lab.reasons, len(document.players)),
            *(lab.variant, int(lab.discard_at_max), int(lab.stop_when_nothing_left), lab.scoring),
            *(lab.stacks, lab.zero, lab.strikes, game.turn),
            *(lab.end or "running", " ".join(card.text(game.rules.suits) for card in game.deck)),
        )
        for name, document, game in games
        for lab in [document.lab]
    ]
    return _table(COLUMNS["games"], rows)


def _conditions(lab: Lab, assignment: Assignment | None) -> tuple[str | float, ...]:
    """Return six columns of a game: its licence, the version of the consent, the experiment, and
    there its group, what people were told of their partner and the game's place in the order.
    """
    if assignment is None:
        return (COLLECTIONS[lab.collection].licence if lab.collection else OURS, *[""] * 4, nan)
    agreed, group = assignment.participation.agreed, group_of(assignment.participation) or Group("")
    where = (assignment.participation.study.slug, group.name, group.told, float(assignment.order))
    return (agreed["licence"], agreed["version"], *where)


def _judged() -> dict[str, dict[int, Judged]]:
    """Return the coach's judgement of each move, by the game's id and the number of the move, from
    1.
    """
    reports = dict(CoachReport.objects.filter(done=True).values_list("game", "body"))
    found = Trace.objects.filter(table__slug__in=reports)
    verdicts = {
        source or digest: msgspec.convert(reports[slug], Verdict, strict=False)
        for source, digest, slug in found.values_list("source", "digest", "table__slug")
    }
    return {game: {move.turn: move for move in one.moves} for game, one in verdicts.items()}


def _moves(
    games: list[tuple[str, TraceDocument, Game]], judged: Mapping[str, Mapping[int, Judged]]
) -> Table:
    rows = []
    for name, document, game in games:
        verdict = judged.get(document.lab.id, {})
        facts = {fact.turn: fact for fact in document.lab.turns}
        replayed = Game(game.rules, deck=game.deck)
        for event in game.history:
            sitting = _sitting(document, event.seat, event.turn)
            fact = facts.get(event.turn + 1)
            why = fact.why if fact is not None and sitting.kind == "agent" else None
            view, one = replayed.view(event.seat), verdict.get(event.turn + 1)
            rows.append(
                (
                    *(name, event.turn + 1, event.seat, sitting.agent or sitting.name),
                    *(sitting.version or "", event.move.text(game.rules)),
                    0 if fact is None else fact.thinking_ms,
                    " ".join(str(view.possible(slot)) for slot in range(game.rules.hand_size)),
                    why or "",
                    *((one.loss, one.error, one.best) if one else (nan, nan, "")),
                )
            )
            replayed.play(event.move)
    return _table(COLUMNS["moves"], rows)


def _sitting(document: TraceDocument, seat: int, turn: int) -> SeatFact:
    """Return the facts about who sat at a seat (a person or an agent) after `turn` moves of the
    game.
    """
    facts = [fact for fact in document.lab.seats if fact.seat == seat and fact.from_turn <= turn]
    usual = SeatFact(seat, "person", document.players[seat])
    return max(facts, key=lambda fact: fact.from_turn, default=usual)


def _pairs(players: int, pairs: Matchups) -> dict[str, Any]:
    """Return columns of the table of matchups, for the pairs that have games."""
    down, across = np.nonzero(pairs.games)
    scores = {
        f"{scoring}{end}": table(scoring)[down, across]
        for scoring in ("stacks", "zero")
        for end, table in (("", pairs.mean), ("_sem", pairs.sem))
    }
    return {
        "players": np.full(len(down), players),
        "agent": np.array(pairs.agents)[down],
        "partner": np.array(pairs.partners)[across],
        "games": pairs.games[down, across],
        **scores,
    }


def _table(columns: Mapping[str, str], rows: list[tuple[Any, ...]]) -> Table:
    made = zip(columns, zip(*rows, strict=True), strict=True)
    return Table(
        {name: np.array(of) if isinstance(of[0], float) else list(of) for name, of in made}
    )
