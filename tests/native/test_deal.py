"""From a seed or a deck to the first turn."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from native import BadDeck, Card, Game, Rng, Rules
from native._core import ffi, lib
from tests.native.random_games import any_rules
from tests.native.splittable import Stream, shuffled

pytestmark = pytest.mark.native

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
