"""Records written as hanab.live exports."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from native import Rules
from native.records import BadRecord, record_of
from native.records.hanab_live import read, write
from tests.native.random_games import hanab_live_rules, random_game

pytestmark = pytest.mark.native

SITE = Rules.standard(2, stop_when_nothing_left=True)


@given(hanab_live_rules(), st.integers(0, 2**32), st.integers(1, 200), st.booleans())
def test_an_export_reads_back_as_the_same_game(
    rules: Rules, seed: int, turns: int, gives_up: bool
) -> None:
    record = record_of(random_game(rules, seed, turns, gives_up), source="here")
    again = read(json.dumps(write(record)).encode(), "here")
    assert replace(again, format=record.format, options=record.options) == record


def test_an_export_has_the_sites_keys_and_leaves_out_what_is_off() -> None:
    record = record_of(random_game(SITE, seed=1, turns=1), ["Ann", "Bo"])
    export = write(record)
    assert list(export) == ["deck", "actions", "players"]
    assert export["players"] == ("Ann", "Bo")
    assert set(export["deck"][0]) == {"suitIndex", "rank"}
    assert set(export["actions"][0]) == {"type", "target", "value"}


def test_options_are_written_by_their_names() -> None:
    rules = Rules.standard(4, "Omni (6 Suits)", hand_size=5, empty_clues=True)
    export = write(record_of(random_game(rules, seed=1, turns=1)))
    assert export["options"] == {
        "variant": "Omni (6 Suits)",
        "emptyClues": True,
        "oneExtraCard": True,
    }


def test_clocks_of_a_game_that_was_read_are_kept() -> None:
    record = record_of(random_game(SITE, seed=1, turns=1))
    record = replace(record, options={"timed": True, "timeBase": 60})
    assert write(record)["options"] == {"timed": True, "timeBase": 60}


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (replace(SITE, strikes=2), "strikes"),
        (replace(SITE, clue_tokens=4), "clue_tokens"),
        (replace(SITE, hand_size=3), "hand_size"),
        (replace(SITE, discard_at_max=True), "discard_at_max"),
        (Rules(2, suits="rgb", ranks=3, hand_size=5), "suits, ranks, copies"),
    ],
)
def test_rules_that_the_site_does_not_know_are_refused(rules: Rules, words: str) -> None:
    with pytest.raises(BadRecord, match=words):
        write(record_of(random_game(rules, seed=1, turns=1)))
