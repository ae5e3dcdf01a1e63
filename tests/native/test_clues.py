"""What a clue costs, what it touches and what it tells."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from native import BadDeck, Card, End, Game, IllegalMove, Outcome, Rules
from native._core import ffi, lib
from tests.native.random_games import any_rules
from tests.native.splittable import Stream, shuffled
from tests.positions import play, table

pytestmark = pytest.mark.native

HANDS = "r1 r1 r2 y1 y2  g1 r3 g4 b5 g1"


def test_a_clue_touches_every_card_it_is_true_of() -> None:
    event = play(table(HANDS), "c1g")
    assert event.target == 1
    assert event.touched == (0, 2, 4)
    assert event.touched_orders == (5, 7, 9)


def test_a_clue_goes_round_the_table() -> None:
    game = table("r1 r2 r3 r4 r5  y1 y2 y3 y4 y5  g1 g2 g3 g4 g5", players=3)
    assert play(game, "c2g").target == 2
    assert play(game, "c2r").target == 0
    assert play(game, "c1r").target == 0


TWO = Rules.standard(2)


@pytest.mark.long
@given(any_rules(), st.text())
def test_a_seed_deals_the_deck_that_its_description_says(rules: Rules, seed: str) -> None:
    sorted_deck = [card for card in rules.cards for _ in range(rules.copies[rules.identity(card)])]
    order = shuffled(Stream.of(seed).child(lib.HL_DECK_STREAM), rules.deck_size)
    assert Game(rules, seed=seed).deck == [sorted_deck[place] for place in order]


def test_every_card_is_as_likely_in_every_place() -> None:
    rules = Rules(2, suits="ryg", ranks=3, copies=(1, 1, 1), hand_size=3)
    games, places = 9_000, Counter[tuple[int, Card]]()
    for seed in range(games):
        places.update(enumerate(Game(rules, seed=seed).deck))
    expected = games / 9
    chi_squared = sum(
        (places[place, card] - expected) ** 2 / expected
        for place in range(9)
        for card in rules.cards
    )
    assert chi_squared < 120  # 64 degrees of freedom: once in 30,000 tries


def test_a_game_needs_a_deck_or_a_seed_and_not_both() -> None:
    with pytest.raises(ValueError, match="one of them"):
        Game(TWO)
    with pytest.raises(ValueError, match="one of them"):
        Game(TWO, seed=1, deck=Game(TWO, seed=1).deck)


def test_a_deck_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(BadDeck, match="50 cards, not 49"):
        Game(TWO, deck=Game(TWO, seed=1).deck[1:])


def test_a_deck_with_too_many_copies_is_refused() -> None:
    deck = Game(TWO, seed=1).deck
    deck[deck.index(Card(0, 5))] = Card(0, 1)
    with pytest.raises(BadDeck, match="copies"):
        Game(TWO, deck=deck)


@pytest.mark.parametrize("card", [Card(5, 1), Card(0, 6), Card(0, 0), Card(-1, 3)])
def test_a_deck_with_a_card_of_other_rules_is_refused(card: Card) -> None:
    with pytest.raises(BadDeck, match="no card of these rules"):
        Game(TWO, deck=[card, *Game(TWO, seed=1).deck[1:]])


ANY_DECK = st.binary(min_size=64, max_size=64) | st.permutations(range(50)).map(
    lambda cards: bytes([*cards, *range(14)])
)


@given(ANY_DECK, st.integers(0, 1))
def test_any_bytes_are_a_deck_or_refused_and_then_nothing_is_dealt(
    cards: bytes, identities: int
) -> None:
    game = ffi.new("hl_game *")
    if lib.hl_deal(game, TWO.struct, cards, identities) != lib.HL_OK:
        assert not any(bytes(ffi.buffer(game)))


def test_a_copied_game_is_independent_of_the_original() -> None:
    game = Game(TWO, seed="a")
    game.play(game.legal_moves()[0])
    twin = game.copy()
    twin.play(twin.legal_moves()[0])
    assert (game.turn, twin.turn) == (1, 2)
    assert twin.history[:1] == game.history


TINY: dict[str, Any] = {"ranks": 2, "copies": (1, 1), "hand_size": 1, "discard_at_max": True}
SMALL: dict[str, Any] = TINY | {"suits": "ryg", "hand_size": 2}


def test_all_stacks_complete_are_a_perfect_game_even_on_the_last_turn() -> None:
    game = table("r1  y1  r2 y2", suits="ry", **TINY)
    play(game, "p0 p0 p0")
    assert (game.end, game.turns_left) == (None, 1)
    play(game, "p0")
    assert game.outcome() == Outcome(End.PERFECT, stacks=4, zero=4)


def test_a_game_can_be_given_up_and_keeps_its_stacks() -> None:
    game = table("r1 r2 r3 r4 r5")
    play(game, "p0")
    game.terminate()
    assert game.outcome() == Outcome(End.TERMINATED, stacks=1, zero=1)


@pytest.mark.parametrize("move", ["p0", "d0", "c11"])
def test_no_move_is_legal_after_the_end(move: str) -> None:
    game = table("r1 r2 r3 r4 r5")
    game.terminate()
    with pytest.raises(IllegalMove, match="over") as refused:
        play(game, move)
    assert refused.value.reason == "game_over"
    assert game.legal_moves() == []
    with pytest.raises(IllegalMove, match="over"):
        game.terminate()


def reachable(game: Game, mover: int) -> bool:
    """Whether a seat with a turn to come holds a card that can be played, the deck being empty."""
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
