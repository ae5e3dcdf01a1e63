"""What Hand Card Information Completion reads is a function of what the seat may know."""

import numpy as np
import pytest

from native import Game, Move, Rng, Rules
from native.environment.environment import Environment
from native.environment.observation import (
    MOVE_SYMBOLS,
    move_of,
    symbol_count,
    symbol_kinds,
    symbols_of,
)
from tests.positions import table

pytestmark = pytest.mark.native

UNKNOWN, GONE = 35, 36


def row_of(game: Game, seat: int) -> dict[str, list[int]]:
    """The parts of a row."""
    rules, row = game.rules, symbols_of(game.view(seat)).tolist()
    parts, start = {}, 0
    for name, length in (
        ("moves", MOVE_SYMBOLS),
        ("stacks", 5),
        ("hands", rules.players * rules.hand_size),
        ("told", rules.players * rules.hand_size),
        ("discards", 20),
    ):
        parts[name] = row[start : start + length]
        start += length
    assert start == len(row) == symbol_count(rules)
    return parts


def test_at_the_start_only_the_other_hands_and_the_stacks_are_known() -> None:
    game = Game(Rules.standard(3), seed=1)
    row = row_of(game, 1)
    assert row["moves"] == [UNKNOWN] * 10
    assert row["stacks"] == [0, 5, 10, 15, 20]
    after = [game.rules.identity(card) for seat in (2, 0) for card in game.hands[seat] if card]
    assert row["hands"] == [UNKNOWN] * 5 + after
    assert row["told"] == [UNKNOWN] * 15
    assert row["discards"] == [UNKNOWN] * 20
    assert symbol_kinds(game.rules) == GONE + 1


def test_only_clues_to_the_reader_say_something_among_the_moves() -> None:
    rules = Rules.standard(3)
    game = Game(rules, seed=1)
    card = game.hands[1][2]
    other = game.hands[0][0]
    game.play(Move.colour(1, card.suit))
    game.play(Move.rank(2, other.rank))  # from seat 1 to seat 0
    assert row_of(game, 1)["moves"][-2:] == [25 + card.suit, UNKNOWN]
    assert row_of(game, 0)["moves"][-2:] == [UNKNOWN, 25 + 5 + other.rank - 1]
    assert row_of(game, 2)["moves"] == [UNKNOWN] * 10


def test_a_clued_cards_symbol_is_its_clue_value_or_its_identity() -> None:
    game = Game(Rules.standard(2), seed=2)
    card = game.hands[1][0]
    game.play(Move.colour(1, card.suit))
    assert row_of(game, 1)["told"][0] == 25 + card.suit
    game.play(Move.play(4))
    game.play(Move.rank(1, card.rank))
    assert row_of(game, 1)["told"][0] == game.rules.identity(card)
    assert row_of(game, 0)["told"][5] == game.rules.identity(card)


def test_a_card_that_scored_is_on_its_stack_and_no_discard() -> None:
    game = table("r1")
    game.play(Move.play(0))
    assert row_of(game, 1)["stacks"] == [1, 5, 10, 15, 20]
    assert row_of(game, 1)["discards"] == [UNKNOWN] * 20


def test_discards_and_failed_plays_stand_in_their_order() -> None:
    rules = Rules.standard(2)
    game, lost = Game(rules, seed=3), []
    game.play(Move.colour(1, game.hands[1][0].suit))  # type: ignore[union-attr]
    for _ in range(6):
        seat = game.to_move or 0
        playable = [
            card is not None and game.stacks[card.suit] == card.rank - 1
            for card in game.hands[seat]
        ]
        slot = playable.index(False)
        lost.append(rules.identity(game.hands[seat][slot]))  # type: ignore[arg-type]
        plays = len(lost) == 2
        game.play(Move.play(slot) if plays or game.clue_tokens == 8 else Move.discard(slot))
        if game.end:
            break
    assert row_of(game, 0)["discards"] == [UNKNOWN] * (20 - len(lost)) + lost


def test_a_complete_stack_and_a_short_hand_are_missing() -> None:
    rules = Rules(2, suits="rygbp", ranks=5, hand_size=5)
    deck = [rules.cards[i] for i in (0, 5, 10, 15, 20, 1, 2, 3, 4, 0)]
    left = list(rules.copies)
    for card in deck:
        left[rules.identity(card)] -= 1
    rest = [rules.cards[i] for i, copies in enumerate(left) for _ in range(copies)]
    game = Game(rules, deck=[*deck, *rest])
    for move in ("p0", "p0", "d1", "p1", "d2", "p2", "d3", "p3"):
        text = "c11" if move[0] == "d" and game.clue_tokens == 8 else move
        game.play(Move.parse(text, rules))
    assert game.stacks[0] == 5
    assert row_of(game, 0)["stacks"][0] == GONE


@pytest.mark.parametrize("players", range(2, 6))
def test_lanes_have_the_symbols_of_their_views(players: int) -> None:
    rules, rng = Rules.standard(players), Rng(4)
    environment = Environment(rules, 4, "deals")
    game = Game(rules, seed=Rng("deals").derive(2))
    short = False
    while game.to_move is not None:
        rows = environment.symbols(np.array([2, 0]))
        assert rows[0].tolist() == symbols_of(game.view(game.to_move)).tolist()
        short |= bool((rows[0][MOVE_SYMBOLS + 5 :] == GONE).any())
        legal = int(environment.legal[2])
        actions = environment.random_actions(rng)
        # A discard or a clue: the game goes to the end of its deck.
        hand = rules.hand_size
        discards, clues = legal & ((1 << hand) - 1), legal >> 2 * hand << 2 * hand
        choices = (discards or clues, clues or discards)
        actions[2] = choices[rng.below(4) == 0].bit_length() - 1
        game.play(move_of(game.view(game.to_move), int(actions[2])))
        environment.step(actions)
    assert short


def test_only_lanes_that_there_are_can_be_read() -> None:
    environment = Environment(Rules.standard(2), 2, "deals")
    with pytest.raises(ValueError, match="from 0 to 1"):
        environment.symbols(np.array([2]))
