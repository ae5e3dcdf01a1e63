"""What is known along games of any rules: the same from every seat, and never less than before."""

import random
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from native import Card, Game, MoveKind, Rules
from native._core import ffi, lib
from native.empathy.exact import Position, check, common, elimination_steps, empathy, odds
from tests.native import empathy_oracle
from tests.native.empathy_moments import as_bits, groups, position, random_moments
from tests.native.empathy_oracle import Moment, hands_dealt
from tests.native.random_games import any_rules, random_game
from tests.native.twins import twin

pytestmark = pytest.mark.native


@given(any_rules(), st.integers(0, 2**32), st.integers(0, 120))
def test_every_seat_comes_to_the_same_common_knowledge(rules: Rules, seed: int, turn: int) -> None:
    game = random_game(rules, seed, turn)
    for seat in range(rules.players):
        assert common(game.view(seat)) == common(game)


@given(any_rules(), st.integers(0, 2**32), st.integers(0, 120), st.randoms())
def test_a_view_answers_as_the_game_does(
    rules: Rules, seed: int, turn: int, rng: random.Random
) -> None:
    game = random_game(rules, seed, turn)
    group = rng.sample(range(rules.players), rng.randint(1, rules.players))
    for seat in group:
        view = game.view(seat)
        assert empathy(view, group) == empathy(game, group)
        assert elimination_steps(view, group).exact == elimination_steps(game, group).exact


@given(any_rules(), st.integers(0, 2**32))
@settings(max_examples=40)
def test_knowledge_of_a_held_card_only_grows(rules: Rules, seed: int) -> None:
    game, rng = Game(rules, seed=seed), random.Random(seed)
    groups = [[0], [1], [0, 1], range(rules.players)]
    before = [by_order(game, empathy(game, group)) for group in groups]
    while not game.end and (moves := game.legal_moves()):
        game.play(rng.choice(moves))
        after = [by_order(game, empathy(game, group)) for group in groups]
        for old, new in zip(before, after, strict=True):
            assert all(old[order] & new[order] == new[order] for order in old.keys() & new.keys())
        before = after


def by_order(game: Game, known: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    """Identity sets by draw number; an empty slot has the empty set."""
    sets = {}
    for seat, hand in enumerate(known):
        for slot, identities in enumerate(hand):
            order = game.order(seat, slot)
            assert (order is None) == (identities == 0)
            if order is not None:
                sets[order] = identities
    return sets


@given(any_rules(), st.integers(0, 2**32), st.integers(0, 120))
def test_exact_never_keeps_more_than_the_engines_simple_counts(
    rules: Rules, seed: int, turn: int
) -> None:
    game = random_game(rules, seed, turn)
    for seat in range(rules.players):
        view = game.view(seat)
        for slot, identities in enumerate(empathy(view, [seat])[seat]):
            assert identities & view.possible(slot) == identities


def test_an_empty_deck_is_known_to_the_last_card() -> None:
    """Two cards left, nothing was said of them: each seat sees the other one and knows its own."""
    rules = Rules(2, suits="rg", ranks=1, copies=(1,), hand_size=1)
    game = Game(rules, seed=1)
    assert common(game) == tuple(
        (1 << rules.identity(card),) for (card,) in game.hands if card is not None
    )


@pytest.mark.parametrize("players", range(2, 7))
def test_no_answer_from_a_view_depends_on_hidden_cards(players: int) -> None:
    rng, swapped = Random(players), 0
    for number in range(40):
        game = random_game(Rules(players), seed=number, turns=rng.randint(0, 60))
        if game.end:
            continue
        seat = rng.randrange(players)
        mate = (seat + 1) % players
        changed = twin(game, seat, rng)
        swapped += changed.hands[seat] != game.hands[seat]
        view, other = game.view(seat), changed.view(seat)
        assert view.hands == other.hands
        for group in ([seat], [seat, mate], range(players)):
            assert empathy(view, group) == empathy(other, group)
            assert elimination_steps(view, group) == elimination_steps(other, group)
        assert odds(view) == odds(other)
    assert swapped > 5


def test_a_view_answers_only_for_groups_with_its_own_seat() -> None:
    view = Game(Rules(3), seed=1).view(1)
    with pytest.raises(ValueError, match="Seat 1 can only speak for groups that it belongs to"):
        empathy(view, [0, 2])
    with pytest.raises(ValueError, match="Seat 1 can only speak"):
        elimination_steps(view, [0])


@pytest.mark.long
def test_the_common_knowledge_of_every_group_is_exact() -> None:
    for moment in random_moments(1, 500):
        for group in groups(moment):
            known = as_bits(empathy_oracle.possible(moment, group))
            assert empathy(position(moment), group) == known, (moment, group)
            for seat in group:
                assert empathy(position(moment, hidden=seat), group) == known, (moment, group, seat)


def moment_of(game: Game) -> Moment:
    """The moment of a game without empty slots, read from its cards and its history."""
    rules = game.rules
    identity = rules.identity
    gone = Counter(event.card for event in game.history)
    left = (rules.copies[identity(card)] - gone[card] for card in rules.cards)
    deal = tuple(tuple(identity(card) for card in hand if card) for hand in game.hands)
    clued = tuple(
        tuple(frozenset(map(identity, passing(game, seat, slot))) for slot in range(len(hand)))
        for seat, hand in enumerate(deal)
    )
    return Moment(tuple(left), deal, clued)


def passing(game: Game, seat: int, slot: int) -> set[Card]:
    """The cards that every clue given to this one would have touched, or left out, as it was."""
    order, drawn = game.order(seat, slot), -1
    cards = set(game.rules.cards)
    for event in game.history:
        if event.drawn == order:
            drawn = event.turn
    for event in game.history[drawn + 1 :]:
        if event.target == seat:
            touched = order in event.touched_orders
            colour, value = event.move.kind is MoveKind.COLOUR, event.move.value
            cards = {c for c in cards if ((c.suit if colour else c.rank) == value) == touched}
    return cards


@pytest.mark.parametrize("players", [2, 3])
def test_the_common_knowledge_of_every_group_is_exact_in_games(players: int) -> None:
    rules = Rules(players, suits="rg", ranks=2, copies=(3, 1), hand_size=4 - players, strikes=9)
    for seed in range(60):
        game = random_game(rules, seed, turns=seed % 12)
        if None in [card for hand in game.hands for card in hand]:
            continue
        for group in groups(moment := moment_of(game)):
            known = as_bits(empathy_oracle.possible(moment, group))
            assert empathy(game, group) == known
            assert all(empathy(game.view(seat), group) == known for seat in group)


@pytest.mark.parametrize("hide", [False, True], ids=["own hand given", "own hand hidden"])
def test_deals_are_counted_as_if_they_were_listed(hide: bool) -> None:
    for moment in random_moments(1, 500):
        for seat, hand in enumerate(moment.deal):
            listed = hands_dealt(moment, seat)
            deals, ways = deals_counted(position(moment, seat if hide else None), seat)
            assert deals == len(listed)
            for slot in range(len(hand)):
                counts = Counter(dealt[slot] for dealt in listed)
                assert ways[slot][: len(moment.left)] == [
                    counts[identity] for identity in range(len(moment.left))
                ]


@given(any_rules(), st.integers(0, 2**32), st.integers(0, 120))
def test_an_identity_has_a_chance_if_the_seat_cannot_rule_it_out(
    rules: Rules, seed: int, turn: int
) -> None:
    game = random_game(rules, seed, turn)
    for seat in range(rules.players):
        view = game.view(seat)
        for card, identities in zip(odds(view), empathy(view, [seat])[seat], strict=True):
            if card is None:
                assert identities == 0
            else:
                assert sum(1 << bit for bit, ways in enumerate(card.ways) if ways) == identities
                assert sum(card.ways) == card.deals


@given(any_rules(), st.integers(0, 2**32), st.integers(0, 120))
def test_odds_sum_over_a_cards_possible_identities(rules: Rules, seed: int, turn: int) -> None:
    game = random_game(rules, seed, turn)
    view = game.view(0)
    for card in filter(None, odds(view)):
        for chance, identities in (
            (card.playable, view.playable),
            (card.trash, view.useless),
            (card.critical, view.critical),
        ):
            ways = sum(n for bit, n in enumerate(card.ways) if identities >> bit & 1)
            assert chance == ways / card.deals


def test_an_unknown_first_card_is_playable_three_times_in_ten() -> None:
    """Nothing said, the mate holds no 1: 15 of the 45 unseen cards are."""
    rules = Rules(2)
    mate = [Card(suit, 2) for suit in range(5)]
    own = [Card(suit, 5) for suit in range(5)]
    rest = [
        card
        for card in rules.cards
        for _ in range(rules.copies[rules.identity(card)] - (card in mate) - (card in own))
    ]
    for card in filter(None, odds(Game(rules, deck=own + mate + rest).view(0))):
        assert card.playable == 15 / 45
        assert card.critical == 5 / 45
        assert card.trash == 0
        assert card.chance(rules.identity(Card(0, 1))) == 3 / 45


def test_cards_with_no_slot_have_no_odds() -> None:
    game = Game(Rules(2, suits="rg", ranks=2, copies=(2, 1), hand_size=3), seed=1)
    assert game.deck_left == 0
    move = next(move for move in game.legal_moves() if not move.is_clue)
    game.play(move)
    found = odds(game.view(0))
    assert [card is None for card in found] == [slot == move.slot for slot in range(3)]


def test_a_hand_of_eight_is_counted_over_all_its_deals() -> None:
    """Eight cards that nothing is known of, from 64: a product of falling factors."""
    left = [8] * 8
    hands: list[list[int | None]] = [[None] * 8]
    deals, ways = deals_counted(Position(left, hands, [[0xFF] * 8]), 0)
    assert deals == 64 * 63 * 62 * 61 * 60 * 59 * 58 * 57
    assert all(ways[slot][:8] == [deals // 8] * 8 for slot in range(8))


def deals_counted(position: Position, seat: int) -> tuple[int, list[list[int]]]:
    """The ways to deal a seat's hand, and of them by slot and identity those that put it there."""
    counted = ffi.new("hl_odds *")
    check(lib.hl_count_deals(position.struct, seat, counted))
    return int(counted.deals), [list(row) for row in counted.ways]
