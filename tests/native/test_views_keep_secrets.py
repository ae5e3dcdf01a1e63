"""A view is a function of what its seat may know: hidden cards do not change a byte of it."""

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from native import Game, Rules, View
from native._core import ffi, lib
from tests.native.random_games import any_rules, random_game
from tests.native.twins import twin

pytestmark = pytest.mark.native


def everything(view: View) -> dict[str, object]:
    """All that a view answers, by question."""
    rules = view.rules
    slots = [(seat, slot) for seat in range(rules.players) for slot in range(rules.hand_size)]
    names = [n for n in dir(view) if not n.startswith("_") and n not in ("struct", "rules")]
    answers = {name: getattr(view, name) for name in names}
    return (
        {n: a for n, a in answers.items() if not callable(a)}
        | {
            "legal_moves": view.legal_moves(),
            "outcome": view.outcome(),
            "possible": [view.possible(slot) for slot in range(rules.hand_size)],
        }
        | {
            name: [getattr(view, name)(*place) for place in slots]
            for name in ("order", "position", "touched", "clued")
        }
    )


@pytest.mark.long
@settings(max_examples=60)
@given(any_rules(), st.integers(0, 2**32), st.integers(0, 60), st.randoms())
def test_no_answer_of_a_view_depends_on_hidden_cards(
    rules: Rules, seed: int, turns: int, rng: Random
) -> None:
    # With this option, that the game goes on says something about the hidden cards.
    assume(not rules.stop_when_nothing_left)
    game = random_game(rules, seed, turns)
    seat = rng.randrange(rules.players)
    assert everything(twin(game, seat, rng).view(seat)) == everything(game.view(seat))


def dealt(rules: Rules, deck: list[int]) -> Any:
    """A game of the core from a deck of physical cards."""
    game = ffi.new("hl_game *")
    assert lib.hl_deal(game, rules.struct, bytes(deck), 0) == lib.HL_OK
    return game


def view_bytes(game: Any, seat: int) -> bytes:
    """The core's view, with what it points to in place of the pointer."""
    view = ffi.new("hl_view *")
    assert lib.hl_see(game, seat, view) == lib.HL_OK
    seen = bytes(ffi.buffer(view.pub))
    view.pub = ffi.NULL
    return seen + bytes(ffi.buffer(view))


@pytest.mark.parametrize("players", range(2, 7))
def test_no_byte_of_the_core_s_view_depends_on_hidden_cards(players: int) -> None:
    rules, rng = Rules.standard(players), Random(players)
    last, hand = players - 1, rules.hand_size
    for _ in range(50):
        deck = rng.sample(range(rules.deck_size), rules.deck_size)
        game, moves = dealt(rules, deck), []
        while game.pub.to_move != last:
            legal = ffi.new("uint8_t[]", lib.HL_MAX_MOVES)
            move = rng.choice(legal[0 : lib.hl_legal_moves(game, legal)])
            act = rules.struct.acts[move]
            if act.kind <= lib.HL_PLAY or game.pub.to_move + act.target != last:
                assert lib.hl_move(game, move) == lib.HL_OK
                moves.append(move)
        hidden = [*range(last * hand, players * hand)]
        hidden += range(rules.deck_size - game.pub.deck_left, rules.deck_size)
        other = list(deck)
        for place, source in zip(hidden, rng.sample(hidden, len(hidden)), strict=True):
            other[place] = deck[source]
        again = dealt(rules, other)
        for move in moves:
            assert lib.hl_move(again, move) == lib.HL_OK
        assert bytes(ffi.buffer(again)) != bytes(ffi.buffer(game))
        assert view_bytes(again, last) == view_bytes(game, last)


def test_a_view_has_no_way_to_its_game() -> None:
    view = Game(Rules.standard(2), seed="a").view(1)
    assert view.hands[1] == (None,) * 5
    assert bytes(view.struct.hand[1]) == b"\xff" * 8
    assert view.struct.held[1] == 0


def test_a_view_stays_as_it_was_when_the_game_goes_on() -> None:
    game = Game(Rules.standard(2), seed="a")
    view = game.view(1)
    before = everything(view)
    game.play(game.legal_moves()[-1])
    game.play(game.legal_moves()[0])
    assert everything(view) == before
    assert view.turn == 0


def test_a_seat_that_does_not_exist_sees_nothing() -> None:
    game = Game(Rules.standard(3), seed="a")
    for seat in (-1, 3, 255):
        with pytest.raises(ValueError, match="Seats go from 0 to 2"):
            game.view(seat)
