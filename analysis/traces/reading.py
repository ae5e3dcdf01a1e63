"""From a recorded game to a trace: played again, measured, and without anybody's name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec
from django.utils.crypto import salted_hmac

from analysis.collections import COLLECTIONS
from analysis.traces.anonymity import nameless, pseudonym
from analysis.traces.schema import Lab, SeatFact, TraceDocument
from native import Game
from native.records import BadRecord, Record, record_of, replay
from native.records.hanab_live_reader import TRACE
from native.records.hanab_live_writer import write


@dataclass(frozen=True)
class ImportedPerson:
    """A person of a collection, as the importer knows them."""

    key: str
    collection: str
    name: str
    public: bool = False


@dataclass(frozen=True)
class ImportedTrace:
    """A trace that was read and replayed, not yet stored.

    `people` is by seat, also of a seat that an agent had before: None where no person sat, or one
    that nobody can tell from others.
    """

    document: TraceDocument
    game: Game
    people: tuple[ImportedPerson | None, ...]
    source: str = ""
    played: datetime | None = None


def read(record: Record) -> ImportedTrace:
    """The trace of a recorded game. Raises BadRecord, in words, for one that cannot be."""
    game = replayed(record)
    lab = _lab(record) if record.format == TRACE else _bare_lab(record)
    people = tuple(_somebody(lab, seat) for seat in range(game.rules.players))
    return ImportedTrace(
        document=document_of(game, lab, record),
        game=game,
        people=people,
        source=lab.id,
        played=moment(lab.finished or lab.started or lab.created),
    )


def replayed(record: Record) -> Game:
    """The game of a record. Raises BadRecord if any of its moves is impossible."""
    result = replay(record)
    if not result.ok or result.game is None:
        raise BadRecord(result.reason)
    return result.game


def document_of(game: Game, lab: Lab, record: Record) -> TraceDocument:
    """The document of a replayed game: results are those of the replay, not of the record, and
    no person is named. Raises BadRecord for rules that a hanab.live export cannot say."""
    rules, end = game.rules, game.end
    plain = replace(rules, discard_at_max=False, stop_when_nothing_left=True)
    names = [_name(lab.seats, seat) for seat in range(rules.players)]
    written = write(replace(record_of(game, names), rules=plain, options=record.options))
    facts = msgspec.structs.replace(
        lab,
        stacks=game.score,
        zero=game.score_zero,
        strikes=game.strikes,
        end=end.name.lower() if end else None,
        variant=rules.variant or "No Variant",
        discard_at_max=rules.discard_at_max,
        stop_when_nothing_left=rules.stop_when_nothing_left,
        seats=tuple(nameless(seat) for seat in lab.seats),
    )
    return msgspec.convert(written | {"lab": facts}, TraceDocument)


def moment(text: str | None) -> datetime | None:
    """An ISO 8601 time with its zone; None for anything else."""
    try:
        parsed = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return parsed if parsed.tzinfo else None


def _lab(record: Record) -> Lab:
    try:
        lab = msgspec.json.decode(record.lab, type=Lab)
    except msgspec.DecodeError as error:
        raise BadRecord(f"not a trace of schema 1: {error}") from None
    seats = [seat.seat for seat in lab.seats if seat.from_turn == 0]
    if sorted(seats) != list(range(len(record.players))):
        raise BadRecord("not a trace: lab.seats must say who sat at each seat from turn 0 on")
    if lab.collection in COLLECTIONS:
        return lab
    # On the site where it was played, the name of a table is enough to open it.
    return msgspec.structs.replace(lab, collection=TRACE, id="")


def _bare_lab(record: Record) -> Lab:
    seats = tuple(
        SeatFact(seat=seat, kind="person", name=name) for seat, name in enumerate(record.players)
    )
    return Lab(stacks=0, zero=0, strikes=0, seats=seats, collection=record.format, id=record.id)


def _name(seats: Sequence[SeatFact], seat: int) -> str:
    first = next(fact for fact in seats if fact.seat == seat)
    return nameless(first).name


def _somebody(lab: Lab, seat: int) -> ImportedPerson | None:
    """Imported names are not stored: the same name always gets the same pseudonym, which cannot be
    guessed from the name without this installation's secret key."""
    sat = (fact.name for fact in lab.seats if fact.seat == seat and fact.kind == "person")
    name = next(sat, pseudonym(seat))
    if name == pseudonym(seat):
        return None
    place = lab.collection
    code = salted_hmac("analysis.person", f"{place}:{name}").hexdigest()[:16]
    return ImportedPerson(f"{place}:{code}", place, f"{place} {code[:6]}")
