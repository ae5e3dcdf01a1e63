"""The document of a trace: made from a replayed game, packed for the database, and unpacked."""

import zlib
from dataclasses import replace
from hashlib import blake2b

import msgspec

from game.replays.trace_schema import Lab, SeatFact, TraceDocument
from game.tables.pseudonyms import pseudonym
from native import Game
from native.records import Record, record_of, replay
from native.records.hanab_live import JsonGame, LabRules, export_of, record_of_export

LEVEL = 6


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
