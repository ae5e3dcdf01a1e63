"""Each measure is a ratio of two named tallies, whatever they are tallies of."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.rulelists import NAMED
from native import Game, MoveKind, Rng, Rules, View
from native.play.matches import RESULT
from native.play.measures import CERTAIN, MEASURES, TALLIES, Tallies, measures, pooled
from native.rulebase import Mode, RuleList
from native.rulebase.rulelist import ManyLists, chance
from tests.native.splittable import Stream

pytestmark = pytest.mark.native

COUNTED = {"offered": 8, "clues": 2, "plays": 5, "certainty": 4 * CERTAIN, "known": 7, "marked": 3}
BY_HAND = {
    "communicativeness": 0.25,
    "risk_aversion": 0.8,
    "information_per_play": 0.7,
    "marked_per_clue": 0.3,
}


def of_hand(tallies: Tallies) -> dict[str, float | None]:
    """The measures that are counted by hand here; there may be more."""
    return {name: measures(tallies)[name] for name in BY_HAND}


def test_the_measures_of_a_few_moves_are_those_counted_by_hand() -> None:
    assert of_hand(COUNTED) == BY_HAND


def test_an_array_of_results_has_the_same_measures() -> None:
    results = np.zeros(2, RESULT)
    for name, value in COUNTED.items():
        results[name][0] = value
    for name, by_hand in BY_HAND.items():
        first, second = MEASURES[name].of_each(results)
        assert first == by_hand
        assert np.isnan(second), "nothing was counted"


def test_every_measure_is_made_of_tallies_that_the_core_counts() -> None:
    assert {tally for m in MEASURES.values() for tally in (m.above, m.below)} <= set(TALLIES)


def test_seats_pooled_are_one_seat_that_made_all_their_moves() -> None:
    both = pooled([COUNTED, COUNTED])
    assert both == {name: 2 * value for name, value in COUNTED.items()}
    assert of_hand(both) == BY_HAND


def test_a_tally_unknown_for_one_seat_is_unknown_in_the_sum() -> None:
    older = {name: value for name, value in COUNTED.items() if name != "known"}
    assert "known" not in pooled([COUNTED, older])
    assert measures(pooled([COUNTED, older]))["information_per_play"] is None


def test_the_error_of_a_share_is_that_of_independent_yes_and_no() -> None:
    tallies = {"clues": 25, "offered": 100}
    error = MEASURES["communicativeness"].standard_error(tallies)
    assert error == pytest.approx((0.25 * 0.75 / 100) ** 0.5)


DRAWN = 3000
LOTS = ("DiscardRandomly", "TellRandomly", "TellPlayableCard", "LegalRandom")


def positions(seed: str, players: int = 2) -> list[View]:
    """Views of the seat to move, from one game of piers."""
    game = Game(Rules(players), seed=Rng(seed))
    piers = RuleList(NAMED["piers"].rules_for(players))
    views = []
    while game.to_move is not None:
        views.append(game.view(game.to_move))
        move = piers.decide(views[-1], Rng(seed).derive(game.turn)).move
        game.play(move)
    return views


def all_chances(view: View, rules: RuleList) -> dict[int, float]:
    moves = [move.id(view.rules) for move in view.legal_moves()]
    return {move: chance(view, rules, move) for move in moves}


@pytest.mark.long
@pytest.mark.parametrize("first", LOTS)
@pytest.mark.parametrize("players", [2, 4])
def test_random_moves_are_as_frequent_as_their_probabilities(first: str, players: int) -> None:
    rules = RuleList([first, "TellRandomly", "DiscardRandomly"])
    for turn, view in list(enumerate(positions(f"{first}/{players}", players)))[::17]:
        expected = all_chances(view, rules)
        lots = (rules.decide(view, Rng(turn).derive(i)).move for i in range(DRAWN))
        drawn = Counter(move.id(view.rules) for move in lots if move)
        assert sum(expected.values()) == pytest.approx(1)
        for move, likely in expected.items():
            error = 5 * np.sqrt(likely * (1 - likely) / DRAWN)
            assert drawn[move] / DRAWN == pytest.approx(likely, abs=error)


@pytest.mark.parametrize("name", sorted(NAMED))
def test_a_deterministic_list_has_a_move_of_probability_1(name: str) -> None:
    rules = RuleList(NAMED[name].rules_for(2))
    if {rule.name for rule in rules.rules} & set(LOTS):
        return
    for view in positions(name)[::7]:
        choice = rules.decide(view, Rng(1))
        expected = all_chances(view, rules)
        assert sum(expected.values()) == pytest.approx(1)
        if choice.rule is not None and choice.move is not None:
            assert expected[choice.move.id(view.rules)] == 1


def test_a_clean_list_at_its_end_makes_any_legal_move() -> None:
    view = Game(Rules(2), seed=3).view(0)
    expected = all_chances(view, RuleList(["DiscardRandomly"]))
    assert set(expected.values()) == {1 / len(view.legal_moves())}
    assert sum(all_chances(view, RuleList([], Mode.FAITHFUL)).values()) == 0


def test_a_silent_rules_probability_goes_to_the_next_rule() -> None:
    view = Game(Rules(2), seed=3).view(0)
    expected = all_chances(view, RuleList(["DiscardRandomly", "TellRandomly"]))
    clues = {move.id(view.rules) for move in view.legal_moves() if move.kind >= MoveKind.COLOUR}
    assert sum(expected[move] for move in clues) == pytest.approx(1), "no room for a discard"


def test_many_lists_are_judged_as_each_alone() -> None:
    lists = [RuleList(NAMED[name].rules_for(2), mode) for name in NAMED for mode in Mode]
    many = ManyLists(lists)
    assert many.different < sum(len(rules.rules) for rules in lists)
    for view in positions("many")[::5]:
        for move in view.legal_moves():
            number = move.id(view.rules)
            alone = [chance(view, rules, number) for rules in lists]
            assert many.chances(view, number).tolist() == alone


def test_deciding_on_another_seats_turn_is_refused() -> None:
    view = Game(Rules(2), seed=1).view(1)
    with pytest.raises(ValueError, match="Seat 1 is not to move"):
        chance(view, RuleList([8]), 0)
    with pytest.raises(ValueError, match="Seat 1 is not to move"):
        ManyLists([RuleList([8])]).chances(view, 0)


@given(st.text(), st.integers(0, 2**64 - 1))
def test_the_words_of_a_random_stream_are_as_documented(seed: str, index: int) -> None:
    rng, stream = Rng(seed).derive(index), Stream.of(seed).child(index)
    assert [rng.next() for _ in range(5)] == [stream.next() for _ in range(5)]


def test_a_number_and_its_text_are_one_seed() -> None:
    assert Rng(7).next() == Rng("7").next() != Rng("8").next()


def test_a_derived_stream_does_not_depend_on_how_far_its_parent_was_read() -> None:
    rng = Rng("a")
    before = rng.derive(3).next()
    rng.next()
    assert rng.derive(3).next() == before


def test_streams_of_neighbouring_seeds_and_children_share_no_word() -> None:
    streams = [Rng(seed) for seed in range(30)]
    streams += [Rng("a").derive(index) for index in range(30)]
    streams += [Rng("a").derive(index).derive(index) for index in range(30)]
    words = [stream.next() for stream in streams for _ in range(30)]
    assert len(set(words)) == len(words)


def test_every_bit_of_a_word_is_set_half_the_time() -> None:
    rng, count = Rng("bits"), 20_000
    words = [rng.next() for _ in range(count)]
    for bit in range(64):
        ones = sum(word >> bit & 1 for word in words)
        assert abs(ones - count / 2) < 5 * (count / 4) ** 0.5


@given(st.integers(1, 2**32 - 1), st.integers())
def test_a_random_number_is_below_its_bound(bound: int, seed: int) -> None:
    assert 0 <= Rng(seed).below(bound) < bound


def test_random_numbers_below_a_bound_are_uniform() -> None:
    rng, count, bound = Rng("dice"), 30_000, 6
    rolls = [rng.below(bound) for _ in range(count)]
    chi_squared = sum((rolls.count(n) - count / bound) ** 2 / (count / bound) for n in range(bound))
    assert chi_squared < 30  # 5 degrees of freedom: once in 60,000 seeds


@pytest.mark.parametrize("bound", [0, -1, 2**32])
def test_a_bound_out_of_range_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="cannot be drawn"):
        Rng(1).below(bound)


@pytest.mark.parametrize("index", [-1, 2**64])
def test_a_child_that_does_not_exist_is_refused(index: int) -> None:
    with pytest.raises(ValueError, match="2\\*\\*64"):
        Rng(1).derive(index)
