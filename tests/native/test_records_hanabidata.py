"""HanabiData's logs, as a record has them."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from native import Game
from native.records import Action, ActionKind, BadRecord, replay
from native.records.hanabidata import RULES, deck_of_seed, read
from tests.native.hanabidata_logs import write_log

pytestmark = pytest.mark.native


def a_game(seed: int) -> Game:
    game, rng = Game(RULES, deck=deck_of_seed(seed)), random.Random(seed)
    while not game.end:
        game.play(rng.choice(game.legal_moves()))
    return game


LOG = write_log(a_game(6), 6)
OPENING = LOG.split("MOVE", maxsplit=1)[0]


def test_the_deck_comes_from_the_seed_as_in_their_logs() -> None:
    # The first cards left after the deal in two of their published logs.
    assert deck_of_seed(2813)[10:16] == ((1, 1), (0, 2), (1, 4), (4, 1), (0, 1), (2, 3))
    assert deck_of_seed(3)[10:16] == ((4, 2), (3, 4), (3, 1), (1, 1), (1, 5), (3, 3))


@given(st.integers(0, 10_000))
def test_a_game_replays_with_the_cards_of_closing_hands_in_their_slots(seed: int) -> None:
    game = a_game(seed)
    replayed = replay(read(write_log(game, seed).encode(), "game.log"))
    assert replayed.ok, replayed.reason
    assert replayed.game.history == game.history
    assert replayed.score == game.score


def test_the_agent_sits_first_and_the_person_second() -> None:
    assert read(LOG.encode(), "game.log").players == ("outer", "You")


def test_discarding_with_all_tokens_is_allowed_and_points_outlast_the_third_strike() -> None:
    discards = "MOVE: 0 3 0 None None None\nMOVE: 1 3 0 None None None\nScore 0\n"
    replayed = replay(read((OPENING + discards).encode(), "game.log"))
    assert (replayed.ok, replayed.turns) == (True, 2), replayed.reason
    struck_out = replay(read(LOG.encode(), "game.log"))
    assert (struck_out.end, struck_out.score) == ("strikeout", sum(struck_out.stacks or ()))
    assert struck_out.score


def test_logs_with_windows_line_ends_are_read() -> None:
    assert read(LOG.replace("\n", "\r\n").encode(), "x") == read(LOG.encode(), "x")


def test_a_clue_to_oneself_is_read_as_one_to_the_other_seat_with_a_note() -> None:
    record = read((OPENING + "MOVE: 0 1 None 0 None 3\nScore 0\n").encode(), "game.log")
    assert record.actions == (Action(ActionKind.RANK, 1, 3),)
    replayed = replay(record)
    assert replayed.ok
    assert "a seat clues itself (turn 1)" in replayed.reason


@pytest.mark.parametrize(
    ("log", "words"),
    [
        ("Treatment: outer", "no “Treatment” line"),
        (LOG.replace("[(", "[("[:1] + "(9, 9), ("), "not those of the deck of seed 6"),
        (LOG.replace("('outer', 6)", "('outer', 7)"), "not those of the deck of seed 7"),
        (LOG.replace("MOVE: 1", "MOVE: 0", 1), "turn 2: seat 0 moves twice in a row"),
        (LOG.replace("MOVE: 0 ", "MOVE: 0 7", 1), "line 3 is no move"),
        (OPENING + "Score 0\n" + "MOVE: 0 3 5 None None None", "turn 1: there is no card 5"),
        (OPENING + "Score 0\n" + "MOVE: 0 2 None None None None", "turn 1: there is no card"),
        (LOG.split("Score")[0], "cut short"),
        (LOG + "é", "is not ASCII"),
    ],
)
def test_a_broken_log_is_refused_with_a_message(log: str, words: str) -> None:
    with pytest.raises(BadRecord, match=words.replace("(", r"\(")):
        read(log.encode(), "game.log")
