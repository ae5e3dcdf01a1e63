"""Turn a recorded game into a trace: replay it and replace people's names by pseudonyms."""

from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.utils.crypto import salted_hmac

from analysis.collections import COLLECTIONS
from analysis.traces.documents import document_of
from game.replays.trace_schema import Lab, SeatFact, TraceDocument
from game.tables.pseudonyms import pseudonym
from native import Game
from native.records import BadRecord, Record, replay
from native.records.hanab_live import TRACE


@dataclass(frozen=True)
class ImportedPerson:
    """A person to store: a key that identifies them across imports, their collection (empty for
    this site), a display name, and whether their games are public.
    """

    key: str
    collection: str
    name: str
    public: bool = False


@dataclass(frozen=True)
class ImportedTrace:
    """A game that was read and replayed but not yet stored.

    `people` has the person of each seat, even one who replaced an agent, or None if no
    identifiable person sat there. `source` is the game's id where it is from, and `played` the
    time of the game.
    """

    document: TraceDocument
    game: Game
    people: tuple[ImportedPerson | None, ...]
    source: str = ""
    played: datetime | None = None


def read(record: Record) -> ImportedTrace:
    """Return the trace of a recorded game, without people's names; raise BadRecord if it cannot be
    replayed.
    """
    game = replayed(record)
    lab = _lab(record) if record.format == TRACE else _bare_lab(record)
    people = tuple(_person_at(lab, seat) for seat in range(game.rules.players))
    return ImportedTrace(
        document=document_of(game, lab, record),
        game=game,
        people=people,
        source=lab.id,
        played=moment(lab.finished or lab.started or lab.created),
    )


def replayed(record: Record) -> Game:
    """Replay a recorded game and return it; raise BadRecord if one of its moves is impossible."""
    result = replay(record)
    if not result.ok or result.game is None:
        raise BadRecord(result.reason)
    return result.game


def moment(text: str | None) -> datetime | None:
    """Parse a time in ISO 8601 format with a time zone; return None for any other text or None."""
    try:
        parsed = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return parsed if parsed.tzinfo else None


def _lab(record: Record) -> Lab:
    try:
        lab = msgspec.convert(record.lab, Lab)
    except msgspec.ValidationError as error:
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


def _person_at(lab: Lab, seat: int) -> ImportedPerson | None:
    """Return the person at a seat under a pseudonym.

    Imported names are not stored. The same name always gets the same pseudonym, which cannot be
    guessed from the name without this installation's secret key.
    """
    sat = (fact.name for fact in lab.seats if fact.seat == seat and fact.kind == "person")
    name = next(sat, pseudonym(seat))
    if name == pseudonym(seat):
        return None
    place = lab.collection
    code = salted_hmac("analysis.person", f"{place}:{name}").hexdigest()[:16]
    return ImportedPerson(f"{place}:{code}", place, f"{place} {code[:6]}")
