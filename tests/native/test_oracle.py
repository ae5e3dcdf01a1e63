"""The engine does what the rule book says, at every turn, under any rules."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from native import Game, IllegalMove, Move, MoveKind, Rules
from tests.native.random_games import any_rules
from tests.oracle import Oracle

pytestmark = pytest.mark.native


def check_public(game: Game, book: Oracle) -> None:
    cards_in = game.rules.cards_in
    assert game.stacks == tuple(book.stacks)
    assert game.score == sum(book.stacks)
    assert (game.clue_tokens, game.strikes) == (book.tokens, book.strikes)
    assert (game.deck_left, game.turns_left) == (len(book.deck) - book.next_card, book.turns_left)
    assert game.discards == sorted(book.discards)
    assert game.end is book.end
    assert game.to_move == (None if book.end else book.mover)
    assert set(cards_in(game.playable)) == book.playable()
    assert set(cards_in(game.useless)) == book.useless()
    assert set(cards_in(game.critical)) == book.critical()


def check_hands(game: Game, book: Oracle) -> None:
    for seat, hand in enumerate(book.hands):
        for slot, held in enumerate(hand):
            assert game.hands[seat][slot] == (held.card if held else None)
            assert game.order(seat, slot) == (held.order if held else None)
            assert game.touched(seat, slot) == bool(held and held.touched)
            assert set(game.rules.cards_in(game.clued(seat, slot))) == (
                held.passes if held else set()
            )


def check_view(game: Game, book: Oracle, seat: int) -> None:
    view, seats = game.view(seat), set(range(game.rules.players))
    for slot in range(game.rules.hand_size):
        possible = set(game.rules.cards_in(view.possible(slot)))
        assert possible == book.possible(seat, slot, seats - {seat})


def check_moves(game: Game, book: Oracle) -> None:
    legal = []
    for move in book.every_move():
        refusal = book.refusal(move)
        if refusal is None:
            legal.append(move)
            continue
        with pytest.raises(IllegalMove) as refused:
            game.play(move)
        assert refused.value.reason == refusal
    assert game.legal_moves() == legal
    assert game.view(book.mover).legal_moves() == legal
    assert game.view((book.mover + 1) % game.rules.players).legal_moves() == []


def careful(game: Game, book: Oracle) -> list[Move]:
    """Moves that do not strike, so that games get long and reach their last round."""
    mover = game.hands[book.mover]
    legal = game.legal_moves()
    safe = [
        m for m in legal if m.kind is not MoveKind.PLAY or mover[m.slot or 0] in book.playable()
    ]
    return safe or legal


def play_by_the_book(rules: Rules, rng: random.Random, care: float) -> None:
    deck = [card for card in rules.cards for _ in range(rules.copies[rules.identity(card)])]
    rng.shuffle(deck)
    game, book = Game(rules, deck=deck), Oracle(rules, deck)
    while True:
        check_public(game, book)
        check_hands(game, book)
        check_view(game, book, rng.randrange(rules.players))
        check_moves(game, book)
        if book.end:
            break
        move = rng.choice(careful(game, book) if rng.random() < care else game.legal_moves())
        event, turn = game.play(move), book.play(move)
        assert (event.card, event.order) == (turn.card, turn.order)
        assert (event.success, event.strike) == (turn.success, turn.strike)
        assert (event.touched, event.token) == (turn.touched, turn.token)
        assert event.drawn == turn.drawn
        assert event == game.history[-1]
    outcome = game.outcome()
    assert outcome
    assert (outcome.end, outcome.stacks) == (book.end, sum(book.stacks))


@pytest.mark.long
@settings(max_examples=20)
@given(any_rules(), st.randoms(), st.sampled_from((0.0, 0.9, 1.0)))
def test_a_game_goes_by_the_book(rules: Rules, rng: random.Random, care: float) -> None:
    play_by_the_book(rules, rng, care)


@pytest.mark.slow
@settings(max_examples=150)
@given(any_rules(), st.randoms(), st.sampled_from((0.0, 0.9, 1.0)))
def test_hundreds_of_games_go_by_the_book(rules: Rules, rng: random.Random, care: float) -> None:
    play_by_the_book(rules, rng, care)
