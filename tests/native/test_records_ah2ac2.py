"""Games as AH2AC2 publishes them: read, written, and refused in words."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load as arrays_of
from safetensors.numpy import save as bytes_of

from agents import registry
from agents.arena import play_out
from native import End, Game, Rng, Rules
from native.records import BadRecord, Record, RefusedGame, ah2ac2, load, replay
from native.records.loading import load_bytes

Arrays = dict[str, np.ndarray[Any, Any]]


def games(players: int, count: int = 3, agent: str = "rules:piers", **options: Any) -> list[Game]:
    """Whole games of an agent with itself."""
    rules, played = Rules.standard(players, **options), []
    for number in range(count):
        game = Game(rules, seed=Rng("ah2ac2").derive(number))
        play_out(game, [registry.find(agent).agent(str(seat)) for seat in range(players)])
        played.append(game)
    return played


def records(path: Path) -> list[Record]:
    found = list(load(str(path)))
    assert all(isinstance(one, Record) for one in found), found
    return [one for one in found if isinstance(one, Record)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_written_games_are_read_again_move_for_move(players: int, tmp_path: Path) -> None:
    played, file = games(players), tmp_path / "games.safetensors"
    file.write_bytes(ah2ac2.write(played, [7, 8, 9]))
    again = [replay(record) for record in records(file)]
    assert [one.id for one in records(file)] == ["7", "8", "9"]
    assert all(one.ok for one in again)
    for one, game in zip(again, played, strict=True):
        assert one.game.deck == game.deck
        assert [event.move for event in one.game.history] == [e.move for e in game.history]
        assert one.game.end == game.end


def test_the_arrays_are_those_of_the_challenge() -> None:
    """Everybody acts in every turn; who is not to move does nothing, which is the last action."""
    (game,) = games(3, 1)
    arrays = arrays_of(ah2ac2.write([game]))
    assert {name: array.shape for name, array in arrays.items()} == {
        "num_players": (),
        "game_ids": (1,),
        "scores": (1,),
        "num_actions": (1,),
        "decks": (1, 50, 2),
        "actions": (1, 89, 3),
    }
    assert {array.dtype.name for array in arrays.values()} == {"int32"}
    turns, acted = game.turn, arrays["actions"][0]
    assert arrays["num_actions"][0] == turns
    assert (acted[turns:] == 30).all()
    for turn in range(turns):
        assert [action == 30 for action in acted[turn]] == [turn % 3 != seat for seat in range(3)]
    first = game.deck[0]
    assert arrays["decks"][0, 0].tolist() == [first.suit, first.rank - 1]


def test_a_game_lost_by_strikes_is_written_with_score_0() -> None:
    lost = next(g for g in games(2, 30, "rules:legal_random") if g.end is End.STRIKEOUT)
    assert arrays_of(ah2ac2.write([lost]))["scores"][0] == 0


def test_the_name_of_a_file_says_which_part_of_the_challenge_it_is(tmp_path: Path) -> None:
    data = ah2ac2.write(games(2, 1))
    formats = {
        "2_player_games_train_1k": "ah2ac2-train",
        "2_player_games_val": "ah2ac2-val",
        "2_players_games": "ah2ac2",
    }
    for name, form in formats.items():
        file = tmp_path / f"{name}.safetensors"
        file.write_bytes(data)
        assert [record.format for record in records(file)] == [form]
    assert len(records(tmp_path)) == 3
    for source in (r"C:\games\2_player_games_val.safetensors", "a.tar:X/2_player_games_val.x"):
        assert ah2ac2._stem(source) == "2_player_games_val"
    assert ah2ac2._stem("XX/AXB.x") == "AXB"


@pytest.mark.long
def test_a_game_that_hanab_live_stopped_is_over(tmp_path: Path) -> None:
    """There a game ends when nothing is left to score, which the arrays do not say."""
    stopped = [
        game for game in games(2, 20, stop_when_nothing_left=True) if game.end is End.NOTHING_LEFT
    ]
    file = tmp_path / "games.safetensors"
    file.write_bytes(ah2ac2.write(stopped[:1]))
    (record,) = records(file)
    assert replay(record).end == "nothing_left"


def test_games_can_be_sent_as_bytes() -> None:
    (found,) = load_bytes(ah2ac2.write(games(2, 1)), "sent")
    assert isinstance(found, Record)


def _without(name: str) -> Callable[[Arrays], None]:
    def change(arrays: Arrays) -> None:
        del arrays[name]

    return change


def _put(name: str, place: Any, value: int) -> Callable[[Arrays], None]:
    def change(arrays: Arrays) -> None:
        arrays[name][place] = value

    return change


def _instead(name: str, array: Any) -> Callable[[Arrays], None]:
    def change(arrays: Arrays) -> None:
        arrays[name] = array

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_without("decks"), "the array decks is missing"),
        (_instead("scores", np.zeros(1, np.float32)), "scores is not of whole numbers"),
        (_instead("num_players", np.array(7, np.int32)), "one number from 2 to 5"),
        (_instead("num_players", np.array(3, np.int32)), "not (1, 89, 2)"),
        (_instead("actions", np.zeros(5, np.int32)), "actions must have the shape"),
        (_instead("scores", np.zeros(4, np.int32)), "scores must have the shape"),
        (_put("decks", (0, 3, 0), 5), "game 0: there is no card of suit 5"),
        (_put("num_actions", 0, 90), "game 0: 90 actions, where there is room for 89"),
        (_put("num_actions", 0, -1), "game 0: -1 actions, where there is room for 89"),
        (_put("num_actions", 0, 89), "seat 0 does nothing"),
        (_put("actions", (0, 0, 0), 20), "turn 1: seat 0 does nothing"),
        (_put("actions", (0, 0, 1), 3), "turn 1: another seat acts besides seat 0"),
        (_put("actions", (0, 2, 0), 21), "turn 3: there is no action 21"),
    ],
)
def test_a_broken_file_is_refused(change: Callable[[Arrays], None], words: str) -> None:
    arrays = arrays_of(ah2ac2.write(games(2, 1)))
    change(arrays)
    (refused,) = load_bytes(bytes_of(arrays), "sent")
    assert words in refused.reason


@pytest.mark.parametrize("length", [16, 60, 500, 1400])
def test_a_file_that_was_cut_off_is_refused_with_a_message(length: int) -> None:
    (refused,) = load_bytes(ah2ac2.write(games(2, 1))[:length], "sent")
    assert refused.reason.startswith("damaged safetensors")


def test_a_broken_game_leaves_the_others_whole() -> None:
    arrays = arrays_of(ah2ac2.write(games(2)))
    arrays["decks"][1, 0] = 9
    kinds = [type(one) for one in load_bytes(bytes_of(arrays), "sent")]
    assert kinds == [Record, RefusedGame, Record]


def test_a_score_that_is_not_the_replays_is_refused() -> None:
    arrays = arrays_of(ah2ac2.write(games(2, 1)))
    arrays["scores"] += 1
    (record,) = load_bytes(bytes_of(arrays), "sent")
    assert "the record says" in replay(record).reason


def test_only_games_that_the_arrays_can_hold_are_written() -> None:
    two, three = games(2, 1), games(3, 1)
    with pytest.raises(BadRecord, match="one table size"):
        ah2ac2.write(two + three)
    with pytest.raises(BadRecord, match="no game to write"):
        ah2ac2.write([])
    with pytest.raises(BadRecord, match="2 to 5 players, not of 6"):
        ah2ac2.write(games(6, 1))
    with pytest.raises(BadRecord, match="not played to its end"):
        ah2ac2.write([Game(Rules.standard(2), seed=1)])
    with pytest.raises(BadRecord, match="of a variant"):
        ah2ac2.write(games(2, 1, variant="6 Suits"))
    lenient = games(2, 40, "rules:legal_random", discard_at_max=True)
    reasons = [ah2ac2.refusal(game) for game in lenient]
    assert any("By the rule book the game differs: turn" in reason for reason in reasons)
