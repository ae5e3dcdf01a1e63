"""A trace that was parsed and written again is parsed as the same trace, whatever it says."""

from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.collections import COLLECTIONS
from analysis.traces.documents import ImportedTrace, game_of, pack, read, unpack
from game.replays.trace_schema import Lab, NoteFact, SeatFact, SurveyFact, TurnFact
from native import Rules
from native.records import Record, record_of
from native.records.hanab_live import export_of, write
from native.records.loading import load_bytes
from tests.native.random_games import hanab_live_rules, random_game

pytestmark = pytest.mark.long

TEXT, NAME = st.text(max_size=40), st.text(max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | TEXT,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAME, inner, max_size=2),
    max_leaves=4,
)
SEAT = st.integers(0, 5)
TURNS = st.lists(
    st.builds(
        TurnFact,
        turn=st.integers(0, 99),
        seat=SEAT,
        move=NAME,
        at=st.none() | NAME,
        thinking_ms=st.integers(0, 10**6),
        why=st.none() | TEXT,
        detail=st.none() | TEXT,
        data=st.dictionaries(NAME, JSON, max_size=2),
    ),
    max_size=3,
).map(tuple)
NOTES = st.lists(st.builds(NoteFact, st.integers(0, 99), TEXT), max_size=2).map(tuple)
SURVEY = st.builds(
    SurveyFact, st.none() | SEAT, like=st.none() | st.integers(1, 5), publish=st.booleans()
)
OPTIONS = st.fixed_dictionaries(
    {}, optional={"timed": st.just(True), "timeBase": st.integers(1, 90), "speedrun": st.just(True)}
)


@st.composite
def labs(draw: st.DrawFn, players: int) -> Lab:
    """Facts of a game with `players` seats, each with a first occupant and perhaps a later one."""
    kind, later = st.sampled_from(("person", "agent")), st.integers(1, 99)
    first = [SeatFact(seat, draw(kind), draw(NAME), agent=draw(NAME)) for seat in range(players)]
    others = draw(st.lists(st.builds(SeatFact, st.integers(0, players - 1), kind, NAME, later)))
    return Lab(
        stacks=0,
        zero=0,
        strikes=0,
        seats=(*first, *others),
        id=draw(NAME),
        collection=draw(st.sampled_from(("", "elsewhere", *COLLECTIONS))),
        scoring=draw(st.sampled_from(("zero", "stacks"))),
        help=draw(st.sampled_from(("", "none", "clues", "common", "full"))),
        finished=draw(st.none() | NAME),
        seed_chosen=draw(st.booleans()),
        turns=draw(TURNS),
        taken_back=draw(TURNS),
        notes=draw(NOTES),
        survey=draw(st.none() | SURVEY),
        more_surveys=draw(st.lists(SURVEY, max_size=2).map(tuple)),
    )


def parsed(line: bytes) -> ImportedTrace:
    (record,) = load_bytes(line, "a line")
    assert isinstance(record, Record), record
    return read(record)


@given(hanab_live_rules(), st.integers(0, 2**32), st.integers(0, 60), st.booleans(), st.data())
def test_a_trace_is_parsed_written_and_parsed_as_the_same_trace(
    rules: Rules, seed: int, turns: int, gives_up: bool, draw: st.DataObject
) -> None:
    at_max, stops = draw.draw(st.booleans()), draw.draw(st.booleans())
    rules = replace(rules, discard_at_max=at_max, stop_when_nothing_left=stops)
    game = random_game(rules, seed, turns, gives_up)
    lab = msgspec.structs.replace(
        draw.draw(labs(rules.players)),
        zero=game.score_zero,
        discard_at_max=at_max,
        stop_when_nothing_left=stops,
    )
    plain = replace(rules, discard_at_max=False)
    record = replace(record_of(game), rules=plain, options=draw.draw(OPTIONS))
    trace = parsed(msgspec.json.encode(write(record) | {"lab": lab}))
    assert trace.game.history == game.history
    assert trace.document.options == export_of(record).options
    line = msgspec.json.encode(trace.document)
    again = parsed(line)
    assert again.document == trace.document
    assert msgspec.json.encode(again.document) == line
    stored = unpack(pack(trace.document))
    assert stored == trace.document
    assert game_of(stored).history == game.history
    assert game_of(stored).rules == game.rules
