"""Games in our own notation, as a file of records."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from native import Rules
from native.engine.notation import write_game
from native.records import BadRecord, Record, load, record_of, replay
from native.records.loading import read_notation
from tests.native.random_games import any_rules, random_game

pytestmark = pytest.mark.native

OWN = Path(__file__).parent / "games" / "own.hanabi"


def test_our_own_games_replay_to_their_known_ends() -> None:
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
    assert replayed.game is not None
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
