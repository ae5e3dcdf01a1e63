"""Documents as bytes: packed for the database, and identified by what was played."""

from __future__ import annotations

import zlib
from hashlib import blake2b

import msgspec

from analysis.traces.schema import TraceDocument
from native import Game
from native.records import replay
from native.records.hanab_live_reader import read

LEVEL = 6


def pack(document: TraceDocument) -> bytes:
    return zlib.compress(msgspec.json.encode(document), LEVEL)


def unpack(body: bytes | memoryview) -> TraceDocument:
    return msgspec.json.decode(zlib.decompress(body), type=TraceDocument)


def game_of(body: bytes | memoryview) -> Game:
    """The trace's game, played again."""
    game = replay(read(zlib.decompress(body), "trace")).game
    assert game is not None, "a trace was replayed before it was kept"
    return game


def digest(document: TraceDocument, told_apart: str = "") -> str:
    """32 hexadecimal digits that two traces share only if rules, deck and moves are the same, and
    what tells equal games apart."""
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
