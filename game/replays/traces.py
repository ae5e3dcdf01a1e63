"""A game as a trace: the hanab.live export format with our own facts under one more key.

Any reader of hanab.live exports takes a trace as it is: players, deck, actions and options are
theirs. Everything else stands under ``lab``; the field names there are the schema, and
``lab.schema`` its version.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.models import Move as MoveRow
from game.models import Note, Seating
from game.tables.state import TableState
from native import Rules
from native.records.hanab_live_writer import write
from native.records.recorder import record_of

SCHEMA = 1


def trace_of(state: TableState, *, blind: bool = True) -> dict[str, Any]:
    """The trace of a started game, JSON-able. With `blind` it tells neither address nor reasons of
    an agent that nobody may know yet."""
    assert state.game is not None
    rules = state.game.rules
    record = record_of(state.game, [seat.name for seat in state.seats], state.table.slug)
    said = replace(record, rules=replace(rules, discard_at_max=False))
    return write(said) | {"lab": _lab(state, blind) | _unsaid(state, rules)}


def _unsaid(state: TableState, rules: Rules) -> dict[str, bool]:
    """What the export cannot say, where it is not as mostly at our tables."""
    facts = {
        "discard_at_max": rules.discard_at_max,
        "seed_chosen": state.table.seed_chosen,
    }
    return {name: fact for name, fact in facts.items() if fact}


def _lab(state: TableState, blind: bool) -> dict[str, Any]:
    table = state.table
    return {
        "schema": SCHEMA,
        "id": table.slug,
        "variant": table.variant,
        "scoring": table.scoring,
        "help": table.help,
        "reasons": table.reasons,
        "created": _time(table.created),
        "started": _time(table.started),
        "finished": _time(table.finished),
        "end": table.ending or None,
        "stacks": table.stacks,
        "zero": table.zero,
        "strikes": table.strikes,
        "seats": [_seat(s, told=not (blind and s.blind)) for s in state.seatings],
        "turns": [
            _turn(row, told=not (blind and state.seat_at(row.seat, row.turn - 1).blind))
            for row in state.moves
        ],
        "taken_back": [
            _turn(row, told=not (blind and state.seat_at(row.seat, row.turn - 1).blind))
            for row in state.taken_back
        ],
        "notes": [_note(note) for note in state.notes],
    }


def _seat(seating: Seating, *, told: bool) -> dict[str, Any]:
    """Who sat there, and from which turn on (turns made before they came)."""
    return {
        "seat": seating.index,
        "from_turn": seating.from_turn,
        "kind": seating.kind,
        "name": seating.name,
        "agent": (seating.address or None) if told else None,
        "version": (seating.agent_version or None) if told else None,
        "sits_for_person": bool(seating.sits_for),
    }


def _turn(row: MoveRow, *, told: bool) -> dict[str, Any]:
    return {
        "turn": row.turn,
        "seat": row.seat,
        "move": row.text,
        "at": _time(row.at),
        "thinking_ms": row.thinking_ms,
        "why": (row.why or None) if told else None,
        "detail": (row.detail or None) if told else None,
        "data": row.data if told else {},
    }


def _note(note: Note) -> dict[str, Any]:
    return {"turn": note.turn, "text": note.text, "at": _time(note.at), "kind": note.kind}


def _time(moment: Any) -> str | None:
    return moment.isoformat() if moment else None
