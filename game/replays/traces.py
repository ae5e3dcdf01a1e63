"""A game as a trace: the hanab.live export format with this site's facts under the key `lab`.

Any reader of hanab.live exports accepts a trace: players, deck, actions and options are in that
format. `game.replays.trace_schema` defines the fields of `lab`; `lab.schema` is its version.
"""

from dataclasses import replace
from typing import Any

from game.models import Move as MoveRow
from game.models import Note, Seating
from game.replays.trace_schema import SCHEMA
from game.tables.state import TableState
from native.records import record_of
from native.records.hanab_live import write


def trace_of(state: TableState) -> dict[str, Any]:
    """Return the stored record of a started game (its trace), ready for JSON. It names agents
    that are still hidden at the table.
    """
    record = record_of(state.position, [seat.name for seat in state.seats])
    said = replace(record, rules=replace(record.rules, discard_at_max=False))
    return write(said) | {"lab": lab_of(state)}


def lab_of(state: TableState) -> dict[str, Any]:
    """Return the `lab` part of a trace: the facts of a game that the format of hanab.live's exports
    cannot express.
    """
    table = state.table
    # Left out where they do not differ from the site's default.
    unusual = {
        "discard_at_max": state.position.rules.discard_at_max,
        "seed_chosen": table.seed_chosen,
        "trust": table.trust,
    }
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
        "seats": [_seat(seating) for seating in state.seatings],
        "turns": [_turn(row) for row in state.moves],
        "taken_back": [_turn(row) for row in state.taken_back],
        "notes": [_note(note) for note in state.notes],
        **{name: fact for name, fact in unusual.items() if fact},
    }


def _seat(seating: Seating) -> dict[str, Any]:
    """Return a seat's occupant and `from_turn`, the number of moves made before they came."""
    return {
        "seat": seating.index,
        "from_turn": seating.from_turn,
        "kind": seating.kind,
        "name": seating.name,
        "agent": seating.address or None,
        "version": seating.agent_version or None,
        "sits_for_person": bool(seating.sits_for),
    }


def _turn(row: MoveRow) -> dict[str, Any]:
    return {
        "turn": row.turn,
        "seat": row.seat,
        "move": row.text,
        "at": _time(row.at),
        "thinking_ms": row.thinking_ms,
        "why": row.why or None,
        "detail": row.detail or None,
        "data": row.data,
    }


def _note(note: Note) -> dict[str, Any]:
    return {"turn": note.turn, "text": note.text, "at": _time(note.at), "kind": note.kind}


def _time(moment: Any) -> str | None:
    return moment.isoformat() if moment else None
