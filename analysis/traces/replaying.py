"""A stored trace that was not played here, as a finished table for the replay page."""

from __future__ import annotations

from django.utils import timezone

from analysis.models import Trace
from analysis.traces.filters import visible_to
from analysis.traces.packing import game_of, unpack
from analysis.traces.schema import Lab, TurnFact
from game.board.words import ENDINGS
from game.models import Move as MoveRow
from game.models import Note, Player, Seating, Table
from game.tables.state import TERMINATED, TableState, deck_text, playback_of
from native import Game


def find(digest: str, player: Player | None) -> TableState | None:
    """The trace's game, if it is there and this person may see it."""
    traces = Trace.objects.filter(visible_to(player), digest=digest, table__isnull=True)
    trace = traces.select_related("document").prefetch_related("seats__person").first()
    return _state(trace) if trace else None


def _state(trace: Trace) -> TableState:
    lab, game = unpack(trace.document.body).lab, game_of(trace.document.body)
    table = _table(trace, lab, game)
    facts = {fact.turn: fact for fact in lab.turns}
    moves = [
        _move(table, turn, event.seat, event.move.text(game.rules), facts.get(turn))
        for turn, event in enumerate(game.history, start=1)
    ]
    notes = [Note(version=note.turn, turn=note.turn, text=note.text) for note in lab.notes]
    return TableState(table, _seatings(trace, lab), moves, notes, playback_of(table, moves))


def _table(trace: Trace, lab: Lab, game: Game) -> Table:
    table = Table(
        slug=trace.digest,
        status=Table.Status.FINISHED,
        version=game.turn,
        players=game.rules.players,
        variant=lab.variant,
        scoring=lab.scoring,
        help=lab.help or Table.Help.FULL,
        deck=deck_text(game.rules, game.deck),
        finished=trace.played,
        ending=lab.end if lab.end in ENDINGS else TERMINATED,
        stacks=trace.stacks,
        zero=trace.zero,
        strikes=trace.strikes,
    )
    table.own_rules = game.rules
    return table


def _seatings(trace: Trace, lab: Lab) -> list[Seating]:
    """People under the names that the list of games shows."""
    people = {seat.index: seat.person for seat in trace.seats.all() if seat.person}
    return [
        Seating(
            index=fact.seat,
            from_turn=fact.from_turn,
            kind=fact.kind,
            name=str(people.get(fact.seat, fact.name)) if fact.kind == "person" else fact.name,
            address=fact.agent or "",
            agent_version=fact.version or "",
        )
        for fact in lab.seats
    ]


def _move(table: Table, turn: int, seat: int, text: str, fact: TurnFact | None) -> MoveRow:
    return MoveRow(
        turn=turn,
        seat=seat,
        text=text,
        version=turn,
        at=table.finished or timezone.now(),
        thinking_ms=fact.thinking_ms if fact else 0,
        why=(fact.why or "") if fact else "",
        detail=(fact.detail or "") if fact else "",
    )
