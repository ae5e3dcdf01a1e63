"""What a replay says: possible or not, what it scored, which oddities it tolerated."""

from dataclasses import replace
from pathlib import Path

import pytest

from native import Rules
from native.engine.notation import read_game
from native.records import READINGS, Action, ActionKind, Record, load, record_of, replay
from tests.native.random_games import random_game

pytestmark = pytest.mark.native

TEMPLATES = Path(__file__).parent / "games" / "hanab_live_templates.jsonl"
STRIKEOUT = read_game(
    "2 players, strikes 1, suits rg, ranks 2, hand size 2, copies 2 1 | r1g2 r1r2 g1g1 | p0 p0"
)


def templates() -> list[Record]:
    records = [record for record in load(str(TEMPLATES)) if isinstance(record, Record)]
    assert len(records) == 2
    return records


def test_a_game_of_our_own_replays_to_its_end() -> None:
    game = random_game(Rules.standard(3), seed=1)
    replayed = replay(record_of(game, source="here"))
    assert replayed.ok
    assert replayed.game.history == game.history
    assert replayed.facts() == {
        "source": "here",
        "ok": True,
        "score": game.score_zero,
        "stacks": game.stacks,
        "strikes": game.strikes,
        "turns": game.turn,
        "end": game.end.name.lower() if game.end else "running",
        "trailing_actions": 0,
        "reason": "",
    }


def test_actions_after_the_end_are_passed_over_and_counted() -> None:
    replayed = replay(templates()[0])
    assert (replayed.ok, replayed.score, replayed.end) == (True, 24, "nothing_left")
    assert (replayed.turns, replayed.trailing_actions) == (56, 2)
    assert replayed.reason == "actions passed over after the end: 2"


def test_a_missing_extra_card_option_is_detected() -> None:
    replayed = replay(templates()[1])
    assert (replayed.ok, replayed.score, replayed.end) == (True, 0, "terminated")
    assert "one extra card" in replayed.reason


def test_one_card_more_is_not_tried_on_games_that_do_not_end_by_it() -> None:
    unfinished = templates()[1]
    unfinished = replace(unfinished, actions=unfinished.actions[:-1], score=None)
    replayed = replay(unfinished)
    assert not replayed.ok
    assert "extra card" not in replayed.reason


def test_another_score_than_the_recorded_one_is_not_ok() -> None:
    replayed = replay(replace(templates()[0], score=23))
    assert not replayed.ok
    assert "the record says 23 points, the replay gives 24" in replayed.reason


def test_an_impossible_action_is_named_with_its_turn() -> None:
    record = record_of(random_game(Rules.standard(2), seed=2, turns=4))
    wrong = Action(ActionKind.PLAY, 49)
    replayed = replay(replace(record, actions=(*record.actions[:3], wrong)))
    assert not replayed.ok
    assert replayed.reason == "turn 4: seat 1 does not hold card 49"
    assert replayed.turns == 3


def test_a_clue_to_oneself_or_to_nobody_is_impossible() -> None:
    record = record_of(random_game(Rules.standard(2), seed=2, turns=0))
    for target in (0, 2, -1):
        replayed = replay(replace(record, actions=(Action(ActionKind.RANK, target, 1),)))
        assert replayed.reason == f"turn 1: seat 0 cannot clue seat {target}"


def test_playing_from_the_deck_is_named_where_it_was_allowed() -> None:
    record = record_of(random_game(Rules.standard(2), seed=2, turns=0))
    record = replace(record, actions=(Action(ActionKind.PLAY, 10),), options={"deckPlays": True})
    assert "deckPlays" in replay(record).reason


def test_a_deck_of_other_rules_is_refused() -> None:
    record = record_of(random_game(Rules.standard(2), seed=2))
    replayed = replay(replace(record, deck=record.deck[:-1]))
    assert (replayed.ok, replayed.score, replayed.end) == (False, None, None)
    assert "The deck has 50 cards, not 49" in replayed.reason


def test_a_record_that_stops_before_the_game_does_is_running() -> None:
    record = record_of(random_game(Rules.standard(2), seed=2, turns=4))
    replayed = replay(record)
    assert (replayed.ok, replayed.end) == (True, "running")
    assert replayed.reason == "the record stops before the game does"


def test_each_reading_has_its_own_score_for_a_strikeout() -> None:
    record = record_of(STRIKEOUT)
    scores = {name: replay(record, reading).score for name, reading in READINGS.items()}
    assert scores == {"standard": 0, "stacks": 1, "hanab-live": 0, "hanabidata": 1}


def test_each_reading_of_the_rules_allows_its_own_moves() -> None:
    record = record_of(random_game(Rules.standard(2, discard_at_max=True), seed=2, turns=0))
    record = replace(record, actions=(Action(ActionKind.DISCARD, 0),))
    allowed = {name for name, reading in READINGS.items() if replay(record, reading).ok}
    assert allowed == {"hanabidata"}


def test_a_replay_continues_where_its_reading_does_not_end_the_game() -> None:
    trailing = templates()[0]
    assert replay(trailing, READINGS["standard"]).turns == 58
