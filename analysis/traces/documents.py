"""Traces of recorded games: replayed, with pseudonyms in place of people's names, as documents that
are packed for the database.
"""

import zlib
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b

import msgspec
from django.utils.crypto import salted_hmac

from analysis.collections import COLLECTIONS
from game.replays.trace_schema import Lab, SeatFact, TraceDocument
from game.tables.pseudonyms import pseudonym
from native import Game
from native.records import BadRecord, Record, record_of, replay
from native.records.hanab_live import TRACE, JsonGame, LabRules, export_of, record_of_export

LEVEL = 6


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

    `people` has one entry for each seat: the person who sat there, even one who replaced an agent,
    or None if no identifiable person did. `source` is the game's id in the place that it was
    imported from, and `played` the time of the game.
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


def document_of(game: Game, lab: Lab, record: Record) -> TraceDocument:
    """Return the trace document of a replayed game, with people's names replaced by pseudonyms.

    `lab` has the facts about the game that a hanab.live export cannot express, such as who sat
    where. Results are those of the replay; of `record` only the options are used. Raise BadRecord
    for rules that the export cannot express even with these facts.
    """
    rules, end = game.rules, game.end
    plain = replace(rules, discard_at_max=False, stop_when_nothing_left=True)
    seats = tuple(nameless(seat) for seat in lab.seats)
    first = {fact.seat: fact.name for fact in reversed(seats)}
    names = [first[seat] for seat in range(rules.players)]
    export = export_of(replace(record_of(game, names), rules=plain, options=record.options))
    facts = msgspec.structs.replace(
        lab,
        stacks=game.score,
        zero=game.score_zero,
        strikes=game.strikes,
        end=end.name.lower() if end else None,
        variant=rules.variant or "No Variant",
        discard_at_max=rules.discard_at_max,
        stop_when_nothing_left=rules.stop_when_nothing_left,
        seats=seats,
    )
    return TraceDocument(tuple(names), export.deck, export.actions, facts, export.options)


def nameless(seat: SeatFact) -> SeatFact:
    """Return a copy of a trace's seat with a person's name replaced by a pseudonym; agents keep
    their names.
    """
    if seat.kind == "agent":
        return seat
    return msgspec.structs.replace(seat, name=pseudonym(seat.seat))


def game_of(document: TraceDocument) -> Game:
    """Replay the game of a trace document and return it in its final position."""
    lab = document.lab
    game = JsonGame(document.deck, document.actions, document.players, options=document.options)
    rules = LabRules(lab.zero, lab.discard_at_max, lab.stop_when_nothing_left)
    played = replay(record_of_export(game, lab.id, rules)).game
    assert played is not None, "a trace was replayed before it was stored"
    return played


def pack(document: TraceDocument) -> bytes:
    """Return a trace document as compressed JSON."""
    return zlib.compress(msgspec.json.encode(document), LEVEL)


def unpack(body: bytes | memoryview) -> TraceDocument:
    """Return the trace document in `body`, compressed JSON as `pack` makes it."""
    return msgspec.json.decode(zlib.decompress(body), type=TraceDocument)


def digest(document: TraceDocument, told_apart: str = "") -> str:
    """Return a hash, 32 hexadecimal digits, that identifies the document's game by its rules, deck
    and moves.

    `told_apart` is any text that distinguishes games that were played identically.
    """
    lab = document.lab
    played = (
        len(document.players),
        document.options,
        lab.discard_at_max,
        lab.stop_when_nothing_left,
        document.deck,
        document.actions,
        *([told_apart] if told_apart else []),
    )
    return blake2b(msgspec.json.encode(played, order="deterministic"), digest_size=16).hexdigest()
