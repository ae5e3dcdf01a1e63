"""Whatever comes in, a reader gives records or refusals in words, and a replay never raises."""

import gzip
import io
import json
import tarfile
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from native.records import READINGS, Record, RefusedGame, load, replay
from tests.native.hanabidata_logs import write_log
from tests.native.test_records_hanabidata import a_game

pytestmark = [pytest.mark.native, pytest.mark.long]

GAMES = Path(__file__).parent / "games"
TEMPLATES = (GAMES / "hanab_live_templates.jsonl").read_bytes()
EXPORT = (GAMES / "own_export.json").read_bytes()
OWN = (GAMES / "own.hanabi").read_bytes()
LOG = write_log(a_game(1), 1).encode()
FILES = (TEMPLATES, EXPORT, OWN, LOG, gzip.compress(TEMPLATES))


def archive() -> bytes:
    with io.BytesIO() as file, tarfile.open(fileobj=file, mode="w") as tar:
        tar.add(GAMES / "own.hanabi", "deep/own.hanabi")
        tar.add(GAMES / "own.hanabi", "long" * 60 + ".hanabi")
        tar.close()
        return file.getvalue()


ARCHIVE = archive()
LEAVES = st.none() | st.booleans() | st.integers(-3, 60) | st.floats() | st.text(max_size=9)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3), max_leaves=5)


def survives(data: bytes, suffix: str = "") -> None:
    with tempfile.NamedTemporaryFile(suffix=suffix) as file:
        file.write(data)
        file.flush()
        for game in load(file.name):
            if isinstance(game, RefusedGame):
                assert game.reason
                continue
            assert isinstance(game, Record)
            for reading in (None, *READINGS.values()):
                replayed = replay(game, reading)
                assert replayed.ok or replayed.reason
                json.dumps(replayed.facts())


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    survives(data)


@given(st.sampled_from((b"{", b"[", b"Treatment: ", b"2 players", b"\x1f\x8b")), st.binary())
def test_a_known_beginning_and_any_bytes_are_read_or_refused(beginning: bytes, data: bytes) -> None:
    survives(beginning + data)


@given(st.sampled_from(FILES), st.data())
def test_a_truncated_file_is_read_or_refused(data: bytes, draw: st.DataObject) -> None:
    survives(data[: draw.draw(st.integers(0, len(data)))])


@given(st.sampled_from(FILES), st.data())
def test_a_file_with_changed_bytes_is_read_or_refused(data: bytes, draw: st.DataObject) -> None:
    start = draw.draw(st.integers(0, len(data)))
    end = draw.draw(st.integers(start, min(len(data), start + 40)))
    survives(data[:start] + draw.draw(st.binary(max_size=8)) + data[end:])


@given(st.data())
def test_an_archive_with_changed_bytes_is_read_or_refused(draw: st.DataObject) -> None:
    start = draw.draw(st.integers(0, len(ARCHIVE)))
    spoilt = draw.draw(st.binary(min_size=1, max_size=20))
    survives(ARCHIVE[:start] + spoilt + ARCHIVE[start + len(spoilt) :], suffix=".tar")


@given(st.sampled_from((EXPORT, TEMPLATES.splitlines()[0])), st.data())
def test_json_with_changed_values_is_read_or_refused(data: bytes, draw: st.DataObject) -> None:
    game = json.loads(data)
    for _ in range(draw.draw(st.integers(1, 3))):
        _spoil(game, draw)
    survives(json.dumps(game).encode())


def _spoil(game: Any, draw: st.DataObject) -> None:
    """Walk down to anywhere in the JSON; leave another value or nothing there."""
    while True:
        keys = list(game) if isinstance(game, dict) else list(range(len(game)))
        if not keys:
            return
        key = draw.draw(st.sampled_from(keys))
        if isinstance(game[key], dict | list) and draw.draw(st.integers(0, 4)):
            game = game[key]
            continue
        if draw.draw(st.booleans()):
            game[key] = draw.draw(VALUES)
        else:
            del game[key]
        return
