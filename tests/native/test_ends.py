"""How a game ends, and what it is worth then."""

from random import Random
from typing import Any

import pytest

from native import End, Game, IllegalMove, MoveKind, Outcome, Rules
from tests.native.tables import play, table

pytestmark = pytest.mark.native

TINY: dict[str, Any] = {"ranks": 2, "copies": (1, 1), "hand_size": 1, "discard_at_max": True}
SMALL: dict[str, Any] = TINY | {"suits": "ryg", "hand_size": 2}


def test_the_last_strike_ends_the_game_at_once() -> None:
    game = table("r1 r5 r4 r4 y5  y1 b5 b4 b4 g5")
    play(game, "p0 p0 p1 p1 p2")
    assert game.end is End.STRIKEOUT
    assert game.to_move is None
    assert game.outcome() == Outcome(End.STRIKEOUT, stacks=2, zero=0)


def test_all_stacks_complete_are_a_perfect_game_even_on_the_last_turn() -> None:
    game = table("r1  y1  r2 y2", suits="ry", **TINY)
    play(game, "p0 p0 p0")
    assert (game.end, game.turns_left) == (None, 1)
    play(game, "p0")
    assert game.outcome() == Outcome(End.PERFECT, stacks=4, zero=4)


@pytest.mark.parametrize("players", range(2, 7))
def test_everybody_has_one_more_turn_after_the_last_card_is_drawn(players: int) -> None:
    game = Game(Rules(players), seed="a")
    while game.deck_left:
        assert game.turns_left is None
        game.play(next(move for move in game.legal_moves() if move.kind is not MoveKind.PLAY))
    drew = game.history[-1].seat
    last_seats = []
    while game.to_move is not None:
        assert game.turns_left == players - len(last_seats)
        last_seats.append(game.to_move)
        game.play(next(move for move in game.legal_moves() if move.kind is not MoveKind.PLAY))
    assert last_seats == [(drew + step + 1) % players for step in range(players)]
    assert game.end is End.OUT_OF_TURNS


def test_a_deck_that_is_dealt_out_leaves_one_turn_each() -> None:
    game = table("r1 y1  g1 r2  y2 g2", players=3, **SMALL)
    assert (game.deck_left, game.turns_left) == (0, 3)
    play(game, "p0 p0 p1")
    assert game.outcome() == Outcome(End.OUT_OF_TURNS, stacks=3, zero=3)


def test_a_game_can_be_given_up_and_keeps_its_stacks() -> None:
    game = table("r1 r2 r3 r4 r5")
    play(game, "p0")
    game.terminate()
    assert game.outcome() == Outcome(End.TERMINATED, stacks=1, zero=1)


@pytest.mark.parametrize("move", ["p0", "d0", "c11"])
def test_nothing_can_be_done_after_the_end(move: str) -> None:
    game = table("r1 r2 r3 r4 r5")
    game.terminate()
    with pytest.raises(IllegalMove, match="over") as refused:
        play(game, move)
    assert refused.value.reason == "game_over"
    assert game.legal_moves() == []
    with pytest.raises(IllegalMove, match="over"):
        game.terminate()


@pytest.mark.parametrize(("stops", "end"), [(False, None), (True, End.NOTHING_LEFT)])
def test_by_option_a_game_ends_when_nothing_is_left_to_score(stops: bool, end: End | None) -> None:
    game = table("r1 y1  g1 g2  y2 r2", stop_when_nothing_left=stops, **SMALL)
    play(game, "d0 d0")
    assert game.end is None
    play(game, "d1")
    assert game.end is end


@pytest.mark.parametrize(("stops", "end"), [(False, None), (True, End.NOTHING_LEFT)])
def test_by_option_a_card_whose_holder_has_no_turn_left_does_not_count(
    stops: bool, end: End | None
) -> None:
    game = table("r1  y1  r2  y2", players=3, suits="ry", stop_when_nothing_left=stops, **TINY)
    play(game, "c22 d0 d0")
    assert game.end is None
    play(game, "c12")
    assert game.end is end


def reachable(game: Game, mover: int) -> bool:
    """Whether a seat with a turn to come holds a card that can be played, the deck being empty."""
    assert game.turns_left is not None
    seats = [(mover + turn) % game.rules.players for turn in range(game.turns_left)]
    cards = [card for seat in seats for card in game.hands[seat] if card is not None]
    return any(game.playable >> game.rules.identity(card) & 1 for card in cards)


@pytest.mark.parametrize("players", [2, 3])
def test_in_the_last_round_only_those_with_a_turn_to_come_count(players: int) -> None:
    rules = Rules(players, strikes=8, stop_when_nothing_left=True, **SMALL)
    chances, ended, gone = Random(1), 0, 0
    for seed in range(300):
        game = Game(rules, seed=seed)
        while game.end is None:
            game.play(chances.choice(game.legal_moves()))
            if game.deck_left or game.end not in (None, End.NOTHING_LEFT):
                continue
            mover = (game.history[-1].seat + 1) % players
            assert reachable(game, mover) is (game.end is None)
            ended += game.end is End.NOTHING_LEFT
            held = [card for hand in game.hands for card in hand if card is not None]
            wanted = any(game.playable >> game.rules.identity(card) & 1 for card in held)
            gone += game.end is End.NOTHING_LEFT and wanted
    assert ended > 20
    assert gone > 5, "held only by those whose last turn is over"


def test_a_running_game_has_no_outcome() -> None:
    assert Game(Rules.standard(2), seed="a").outcome() is None
