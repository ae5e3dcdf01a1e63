"""What a clue costs, what it touches and what it tells."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from native import BadDeck, Card, End, Game, IllegalMove, MoveKind, Outcome, Rng, Rules
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


def test_a_clue_tells_what_a_card_is_and_what_it_is_not() -> None:
    game = table(HANDS)
    play(game, "c1g")
    assert game.rules.cards_in(game.clued(1, 0)) == [Card(2, rank) for rank in range(1, 6)]
    assert not any(card.suit == 2 for card in game.rules.cards_in(game.clued(1, 1)))
    play(game, "c11 c15")
    assert game.rules.cards_in(game.clued(1, 3)) == [Card(s, 5) for s in (0, 1, 3, 4)]
    assert game.rules.cards_in(game.clued(1, 0)) == [Card(2, rank) for rank in range(1, 5)]


def test_a_clue_that_touches_nothing_is_refused() -> None:
    game = table(HANDS)
    with pytest.raises(IllegalMove, match="touch at least one card") as refused:
        play(game, "c1p")
    assert refused.value.reason == "empty_clue"
    assert game.turn == 0


def test_without_clue_tokens_no_clue_is_given() -> None:
    game = table(HANDS, clue_tokens=2)
    play(game, "c1g c11")
    with pytest.raises(IllegalMove, match="clue token") as refused:
        play(game, "c1g")
    assert refused.value.reason == "no_clue_tokens"
    assert not any(move.is_clue for move in game.legal_moves())


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


def test_the_deck_depends_on_the_seed_alone() -> None:
    for players in range(2, 7):
        assert Game(Rules(players), seed="a").deck == Game(TWO, seed="a").deck
    assert Game(TWO, seed=7).deck == Game(TWO, seed="7").deck == Game(TWO, seed=Rng(7)).deck


def test_neighbouring_seeds_deal_different_decks() -> None:
    decks = {tuple(Game(TWO, seed=seed).deck) for seed in range(500)}
    decks |= {tuple(Game(TWO, seed=Rng("run").derive(index)).deck) for index in range(500)}
    assert len(decks) == 1000


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


def test_a_given_deck_is_dealt_as_it_is() -> None:
    deck = Game(TWO, seed="a").deck
    assert Game(TWO, deck=deck).deck == deck
    assert Game(TWO, deck=deck).hands[1] == tuple(deck[5:10])


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


def test_a_copy_is_played_on_apart() -> None:
    game = Game(TWO, seed="a")
    game.play(game.legal_moves()[0])
    twin = game.copy()
    twin.play(twin.legal_moves()[0])
    assert (game.turn, twin.turn) == (1, 2)
    assert twin.history[:1] == game.history


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
