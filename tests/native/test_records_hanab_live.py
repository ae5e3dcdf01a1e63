"""hanab.live's exports and their template form, as a record has them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from native import Card, Rules
from native.engine.notation import write_game
from native.records import Action, ActionKind, BadRecord, Record, load, record_of, replay
from native.records.hanab_live import read, write
from native.records.loading import read_notation
from tests.native.random_games import any_rules, hanab_live_rules, random_game

pytestmark = pytest.mark.native

GAMES = Path(__file__).parent / "games"
PLAY, DISCARD, COLOUR, RANK, GIVE_UP = ActionKind


def export(**changes: Any) -> dict[str, Any]:
    """A two-player game: Bo plays his red 1 after a clue, and then Ann gives up."""
    ones = [{"suitIndex": suit, "rank": 1} for suit in range(5)]
    higher = [{"suitIndex": suit, "rank": rank} for suit in range(5) for rank in (2, 3, 4)]
    fives = [{"suitIndex": suit, "rank": 5} for suit in range(5)]
    return {
        "players": ["Ann", "Bo"],
        "deck": fives + ones + ones + ones + higher + higher,
        "actions": [
            {"type": 3, "target": 1, "value": 1},
            {"type": 0, "target": 5, "value": 0},
            {"type": 4, "target": 0, "value": 4},
        ],
    } | changes


def as_read(game: object) -> Record:
    return read(json.dumps(game).encode(), "game.json")


def test_an_export_is_read_with_names_deck_and_actions() -> None:
    record = as_read(export())
    assert record.players == ("Ann", "Bo")
    assert record.deck[4:6] == (Card(4, 5), Card(0, 1))
    assert record.actions == (Action(RANK, 1, 1), Action(PLAY, 5), Action(GIVE_UP, 0, 4))
    assert record.rules.stop_when_nothing_left
    assert record.score is None


def test_a_variant_may_be_named_at_the_top_level() -> None:
    record = as_read(export(variant="Rainbow (5 Suits)"))
    assert record.rules.variant == "Rainbow (5 Suits)"
    assert record.options["variant"] == "Rainbow (5 Suits)"
    same = export(variant="Black (5 Suits)", options={"variant": "Black (5 Suits)"})
    assert as_read(same).rules.variant == "Black (5 Suits)"


def test_two_variants_are_refused() -> None:
    with pytest.raises(BadRecord, match="two variants are named: Black"):
        as_read(export(variant="6 Suits", options={"variant": "Black (5 Suits)"}))


def test_a_terminated_hanab_live_game_scores_0() -> None:
    replayed = replay(as_read(export()))
    assert (replayed.end, replayed.stacks, replayed.score) == ("terminated", (1, 0, 0, 0, 0), 0)


def test_a_game_ended_by_vote_counts_as_terminated() -> None:
    game = export()
    game["actions"][-1] = {"type": 5, "target": -1, "value": 10}
    assert replay(as_read(game)).end == "terminated"


def test_actions_may_leave_out_their_value() -> None:
    game = export()
    del game["actions"][1]["value"]
    assert as_read(game).actions[1] == Action(PLAY, 5)


def test_a_template_has_a_number_of_players_and_a_score() -> None:
    trailing, _ = load(str(GAMES / "hanab_live_templates.jsonl"))
    assert trailing.players == ("Player 1", "Player 2", "Player 3", "Player 4")
    assert trailing.score == 24


def test_options_that_change_the_rules_are_followed() -> None:
    options = {"variant": "6 Suits", "emptyClues": True, "oneLessCard": True, "timed": True}
    rules = as_read(export(options=options)).rules
    assert (rules.variant, rules.empty_clues, rules.hand_size) == ("6 Suits", True, 4)


def test_one_extra_and_one_less_card_cancel_out() -> None:
    rules = as_read(export(options={"oneExtraCard": True, "oneLessCard": True})).rules
    assert rules.hand_size == 5


def test_a_players_own_export_is_read_with_its_options() -> None:
    (record,) = load(str(GAMES / "own_export.json"))
    assert record.players[0] == "Ann"
    assert (record.rules.variant, record.rules.hand_size) == ("Pink (5 Suits)", 5)
    assert replay(record).ok


def test_players_are_listed_from_the_one_who_moved_first() -> None:
    game = export(players=["Ann", "Bo", "Cy"], options={"startingPlayer": 2})
    game["notes"] = [["", "f"], [], ["kt", *[""] * 14, "x"]]
    game["actions"] = [
        {"type": 3, "target": 0, "value": 5},
        {"type": 3, "target": 1, "value": 1},
        {"type": 0, "target": 5, "value": 0},
        {"type": 0, "target": 14, "value": 0},
    ]
    record = as_read(game)
    assert record.players == ("Cy", "Ann", "Bo")
    assert record.card_notes == ((1, 6, "f"), (0, 5, "kt"), (0, 15, "x"))
    assert record.deck[:15] == (*as_read(export()).deck[10:15], *as_read(export()).deck[:10])
    assert record.actions == (
        Action(RANK, 1, 5), Action(RANK, 2, 1), Action(PLAY, 10), Action(PLAY, 4),
    )  # fmt: skip


def test_a_trace_of_our_own_tables_is_read_by_the_rule_book() -> None:
    record = as_read(export(lab={"schema": 1, "zero": 1, "stacks": 1}))
    assert (record.format, record.score) == ("trace", 1)
    assert not record.rules.stop_when_nothing_left
    replayed = replay(record)
    assert (replayed.ok, replayed.end, replayed.score) == (True, "terminated", 1)


def test_a_trace_keeps_unknown_fields_and_unlisted_rules() -> None:
    lab = {"zero": 1, "discard_at_max": True, "stop_when_nothing_left": True, "help": "full"}
    record = as_read(export(lab=lab))
    assert record.lab == lab
    assert record.rules.discard_at_max
    assert record.rules.stop_when_nothing_left


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ([], "Expected `object`, got `array`"),
        ({}, "missing required field `deck`"),
        (export(players=["Ann"]), "length >= 2 - at `$.players`"),
        ({k: v for k, v in export().items() if k != "players"}, "neither players nor playerCount"),
        (export(actions=[{"type": 6, "target": 0}]), "<= 5 - at `$.actions[0].type`"),
        (export(actions=[{"type": 0, "target": "x"}]), "got `str` - at `$.actions[0].target`"),
        (export(deck=[{"suitIndex": 9, "rank": 1}]), "at `$.deck[0].suitIndex`"),
        (export(options={"allOrNothing": True}), "allOrNothing is not supported"),
        (export(options={"cardCycle": True}), "cardCycle is not supported"),
        (export(options={"detrimentalCharacters": True}), "detrimentalCharacters is not"),
        (export(options={"moonlight": True}), "unknown field `moonlight`"),
        (export(options={"variant": "Up or Down (5 Suits)"}), "Up or Down (5 Suits)"),
        (export(options={"startingPlayer": 2}), "startingPlayer is 2, but there are 2 players"),
        (export(options={"startingPlayer": -1}), "not a hanab.live game"),
    ],
)
def test_an_invalid_or_unsupported_export_is_refused(game: object, words: str) -> None:
    with pytest.raises(BadRecord) as refusal:
        as_read(game)
    assert words in str(refusal.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'{"deck"', "not JSON: Input data was truncated"),
        (b'{"x": "\xff"}', "not"),
        (b'{"x":' + b"[" * 100_000, "nested too deeply"),
        (b'{"x": 1e999, "deck": 9' + b"9" * 5000 + b"}", "not"),
    ],
    ids=["truncated", "not UTF-8", "deep", "huge numbers"],
)
def test_broken_json_is_refused_with_a_message(data: bytes, words: str) -> None:
    with pytest.raises(BadRecord, match=words):
        read(data, "broken.json")


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


def test_clocks_of_an_imported_game_are_preserved() -> None:
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


OWN = Path(__file__).parent / "games" / "own.hanabi"


def test_games_of_this_site_replay_to_their_known_ends() -> None:
    found = [replay(record) for record in load(str(OWN)) if isinstance(record, Record)]
    assert [(r.end, r.stacks, r.score, r.turns) for r in found] == [
        ("strikeout", (0, 1, 1, 0, 0), 0, 18),
        ("strikeout", (0, 0, 0, 1, 0, 0), 0, 32),
        ("strikeout", (1, 1, 1), 0, 20),
        ("terminated", (0, 0, 2, 0, 1), 3, 12),
    ]
    assert all(r.ok for r in found)


@given(any_rules(), st.integers(0, 2**32), st.integers(0, 200), st.booleans())
def test_a_record_of_a_game_replays_to_the_same_game(
    rules: Rules, seed: int, turns: int, gives_up: bool
) -> None:
    game = random_game(rules, seed, turns, gives_up)
    replayed = replay(read_notation(write_game(game).encode(), "here"))
    assert replayed.ok, replayed.reason
    assert write_game(replayed.game) == write_game(game)


def test_a_record_names_the_seats_if_asked() -> None:
    game = random_game(Rules.standard(2), seed=1, turns=1)
    assert record_of(game).players == ("Player 1", "Player 2")
    assert record_of(game, ["Ann", "Bo"]).players == ("Ann", "Bo")


@pytest.mark.parametrize(
    ("line", "words"), [(b"2 players \xff", "character 11"), (b"2 players", "at character 1: ")]
)
def test_a_bad_line_is_refused_with_its_place(line: bytes, words: str) -> None:
    with pytest.raises(BadRecord, match=words):
        read_notation(line, "here")
