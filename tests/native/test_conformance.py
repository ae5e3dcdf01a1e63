"""Real games by real people come out of the engine with the scores that were recorded: 49 from
hanab.live and 2,040 from HanabiData."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from native.records import Record, Replayed, load, replay
from tests.recorded import HANAB_LIVE, HANABIDATA

pytestmark = pytest.mark.native

LOST_EXTRA_CARD = "played with one extra card, an option that this record has lost"


@cache
def replays(file: Path) -> dict[str, tuple[Record, Replayed]]:
    """Every game of a file by the name of its own file."""
    found = {}
    for record in load(str(file)):
        assert isinstance(record, Record), record
        found[Path(record.source).stem] = (record, replay(record))
    return found


def reasons(file: Path) -> dict[str, str]:
    """What was tolerated, game by game; a game without oddities is not in it."""
    return {
        game: replayed.reason for game, (_, replayed) in replays(file).items() if replayed.reason
    }


@pytest.mark.long
def test_every_hanab_live_game_replays_to_its_recorded_score() -> None:
    games = replays(HANAB_LIVE)
    assert len(games) == 49
    for game, (record, replayed) in games.items():
        assert replayed.ok, f"{game}: {replayed.reason}"
        assert replayed.score == record.score, game


def test_the_exceptions_among_the_hanab_live_games_are_as_listed() -> None:
    assert reasons(HANAB_LIVE) == {
        "p4v0s5": "actions passed over after the end: 2",
        "p6v0s1": LOST_EXTRA_CARD,
        "p6v0s5": LOST_EXTRA_CARD,
        "p6v0s7": LOST_EXTRA_CARD,
    }


def test_hanab_live_games_end_in_every_way_there_is() -> None:
    ends = Counter(replayed.end for _, replayed in replays(HANAB_LIVE).values())
    assert ends == {
        "out_of_turns": 17,
        "terminated": 14,
        "perfect": 8,
        "nothing_left": 5,
        "strikeout": 5,
    }


@pytest.mark.slow
def test_every_hanabidata_game_replays_to_its_recorded_score() -> None:
    games = replays(HANABIDATA)
    assert len(games) == 2040
    for game, (record, replayed) in games.items():
        assert replayed.ok, f"{game}: {replayed.reason}"
        assert replayed.score == record.score, game
        assert replayed.trailing_actions == 0, game


@pytest.mark.slow
def test_the_exceptions_among_the_hanabidata_games_clue_themselves() -> None:
    told = "a seat clues itself (turn {}), read as a clue to the other seat"
    assert reasons(HANABIDATA) == {
        "game3f79f9ed3a579d03": told.format("3, 5, 9, 11, 13"),
        "game793153978a8699c5": told.format("3, 5, 7, 9, 11"),
        "gameabb33ad8748d61fc": told.format("7, 9"),
        "gamec2fc96267783e595": told.format("29, 31, 33"),
    }
