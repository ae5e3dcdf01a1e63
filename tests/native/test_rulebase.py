"""Rules and rule lists: what they answer, when they are silent, what they refuse."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from native import End, Game, Move, Rng, Rules
from native._core import ffi, lib
from native.play.blueprint import Blueprint
from native.play.table import simulate
from native.records.record import BadRecord
from native.rulebase import FULL, PUBLISHED, RULES, Mode, RuleList, Silence, answers, find
from native.rulebase.vectors import TEXTS, _answer_text, _normal, check
from tests.native.answers import answer, game
from tests.native.random_games import any_rules, random_game
from tests.native.twins import twin
from tests.recorded import RULE_VECTORS

pytestmark = pytest.mark.native


THREE = Rules(3)


def test_genes_are_the_positions_in_the_rule_base() -> None:
    for rules in (PUBLISHED, FULL):
        assert [rule.gene for rule in rules] == list(range(len(rules)))
    assert FULL[: len(PUBLISHED)] == PUBLISHED


def test_names_are_unique_and_every_meaning_is_one_line() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(rule.meaning and "\n" not in rule.meaning for rule in RULES)


def test_a_rule_is_found_by_gene_and_by_name() -> None:
    assert find(8) is find("PlaySafeCard")


@pytest.mark.parametrize("key", [-1, len(FULL), "PlaySafely"])
def test_an_unknown_rule_is_refused_with_a_message(key: int | str) -> None:
    with pytest.raises(ValueError, match=r"^(Genes go from 0 to \d+|There is no rule named)"):
        find(key)


def test_a_list_of_too_many_rules_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 160 rules, not 161"):
        RuleList([8] * 161)


def test_deciding_on_another_seats_turn_is_refused() -> None:
    waiting = Game(Rules(2), seed=1).view(1)
    with pytest.raises(ValueError, match="Seat 1 is not to move"):
        RuleList([8]).decide(waiting, Rng(1))
    with pytest.raises(ValueError, match="Seat 1 is not to move"):
        answers(waiting, find(8))


@pytest.mark.parametrize(
    "wrong",
    [
        {"count": 161},
        {"mode": 2},
        {"op": lib.HL_OPS},
        {"op": lib.HL_TELL_RANDOMLY},  # without the need of a clue token
        {"op": lib.HL_DISCARD_OLDEST},  # without the need of room for one
        {"reach": 3},
        {"percent": 101},
    ],
)
def test_the_core_refuses_a_malformed_rule_list(wrong: dict[str, int]) -> None:
    struct = ffi.new("hl_rulelist *", RuleList([8]).struct[0])
    for field, value in wrong.items():
        setattr(struct if field in ("count", "mode") else struct.rules[0], field, value)
    blueprint = ffi.new("hl_blueprint *", lib.hl_rulelist_blueprint(struct))
    seating, results = ffi.new("hl_blueprint *[]", [blueprint] * 2), ffi.new("hl_results *")
    error = lib.hl_table_games(Rules(2).struct, seating, Rng(1).struct, 0, 10, ffi.NULL, results)
    assert error == lib.HL_BAD_ARGUMENT
    assert results.games == 0


MINE, NEXT = "y1 y1 y1 g5 b5", "g1 g1 g1 b1 b1"


@pytest.mark.parametrize(
    ("rule", "hands", "moves", "expected"),
    [
        # A clue to a card two above its stack is a finesse on the newest card of the one between;
        ("PlayFinesse", f"{NEXT} r2 r3 r3 r4 r4", "c22", {"p4"}),
        # one to me makes the published rule throw, and one to a useful card is none.
        ("PlayFinesse", f"{NEXT} r2 r3 r3 r4 r4", "c1g", Silence.THROWN),
        ("PlayFinesse", f"{NEXT} r1 r3 r3 r4 r4", "c21", Silence.SILENT),
        # After the finesse was played, the receiver of the clue plays.
        ("PlayFinesseTold", f"{NEXT} r2 r3 r3 r4 r4", "c22 p0", {"p0"}),
        ("PlayFinesseTold", f"{NEXT} r2 r3 r3 r4 r4", "c23 p0", Silence.SILENT),
        ("PlayFinesseTold", f"{NEXT} r2 r3 r3 r4 r4", "c22 d0", Silence.SILENT),
        # Clues if the next lower card is the next player's newest and the clue singles out a card.
        ("TellFinesse", "g3 g3 g4 b4 g1 r3 r4 b3 g2 y4", "", {"c22"}),
        ("TellFinesse", "g3 g3 g4 b4 g1 r2 g4 b3 g2 y4", "", Silence.SILENT),
        # Rules about others ask them in turn order, or the next player only.
        ("TellAnyoneAboutUsefulCard", "g3 g3 g4 b4 b4 r1 r4 b3 g2 y4", "", {"c21"}),
        ("TellPlayableCardOuter", "g3 g3 g4 b4 b4 r1 r4 b3 g2 y4", "", Silence.SILENT),
    ],
)
def test_finesse_rules_and_rules_about_other_hands_answer_as_published(
    rule: str, hands: str, moves: str, expected: object
) -> None:
    assert answer(rule, game(THREE, f"{MINE} {hands}", *moves.split())) == expected


@pytest.mark.long
def test_a_random_rule_answers_each_of_its_moves_as_often() -> None:
    dealt = game(Rules(2), "y1 y1 y1 y2 y2 r1 r2 r3 r4 b5")
    view, rng = dealt.view(0), Rng(3)
    drawn = Counter(
        choice.move.text(view.rules)
        for choice in (RuleList(["TellRandomly"]).decide(view, rng) for _ in range(20_000))
        if choice.move
    )
    assert set(drawn) == answer("TellRandomly", dealt)
    assert drawn["c1r"] == pytest.approx(8000, abs=300), "four red cards of five, half the time"
    assert drawn["c15"] == pytest.approx(2000, abs=200)


def test_a_rule_whose_clue_a_variant_lacks_is_passed_over() -> None:
    rules = Rules.standard(2, "Null (5 Suits)")
    null = rules.suits.index("u") if "u" in rules.suits else 4
    cards = " ".join(f"{rules.suits[null]}{rank}" for rank in (1, 2, 3, 4, 5))
    others = " ".join(f"{rules.suits[0]}{rank}" for rank in (1, 1, 2, 2, 3))
    dealt = game(rules, f"{others} {cards}")
    assert answer("TellAnyoneAboutUsefulCard", dealt) is Silence.ILLEGAL
    choice = RuleList(["TellAnyoneAboutUsefulCard", "LegalRandom"]).decide(dealt.view(0), Rng(1))
    assert choice.position == 1


def test_a_decision_says_which_rule_made_it_and_what_it_saw() -> None:
    dealt = game(Rules(2), "y1 y1 y1 y2 y2 r1 r2 r3 r4 b5", "c1r", "d4", "c11")
    choice = RuleList([2, 8]).decide(dealt.view(1), Rng(1))
    assert choice.move == Move.play(0)
    assert (choice.position, choice.rule) == (0, find("PlayIfCertain"))
    assert choice.chance == (3, 3)
    assert choice.target is None


def test_a_clue_says_whose_card_it_is_about() -> None:
    dealt = game(Rules(2), "y1 y1 y1 y2 y2 r2 r2 r1 r4 b5")
    choice = RuleList([13]).decide(dealt.view(0), Rng(1))
    assert (choice.target, choice.slot, choice.chance) == (1, 2, None)


def test_without_a_rule_a_clean_list_moves_at_random_and_a_faithful_one_gives_up() -> None:
    view = Game(Rules(2), seed=1).view(0)
    clean = RuleList([8]).decide(view, Rng(1))
    assert clean.move in view.legal_moves()
    assert (clean.position, clean.rule) == (None, None)
    faithful = RuleList([8], Mode.FAITHFUL).decide(view, Rng(1))
    assert (faithful.move, faithful.silence) == (None, Silence.SILENT)


TWO = Rules(2)
ONES = "y1 y4 y4 g3 g3 b1 g1 y1 r4 r3"


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("DiscardProbablyUselessCard(0.0)", {"d4"}), ("DiscardLeastLikelyToBeNecessary", {"d1"})],
)
def test_among_equally_likely_cards_the_last_one_is_discarded(rule: str, expected: object) -> None:
    """No card can be useless yet, and both known 3s cannot be the last copy of anything."""
    assert answer(rule, game(TWO, "y1 y1 y2 y2 y3 r3 r3 g4 b4 b5", "c13")) == expected


@pytest.mark.parametrize(("suits", "copies", "deck"), [("rygb", 4, 6), ("ryg", 5, 5)])
def test_late_means_that_fewer_than_six_cards_are_left(suits: str, copies: int, deck: int) -> None:
    """Of ranks there is but one, so that every card can be played."""
    rules = Rules(2, suits=suits, ranks=1, copies=(copies,) * len(suits), hand_size=5)
    played = Game(rules, seed=1)
    assert played.deck_left == deck
    assert isinstance(answer("PlayLate(0.4)", played), set) is (deck < 6)


def test_a_useless_card_touched_first_costs_more_than_a_useful_one_gains() -> None:
    """Rank 1 touches blue and green, and a yellow that is played; green touches green alone."""
    assert answer("TellFocus", game(TWO, ONES, "p0", "c14")) == {"c1g"}


def test_a_rank_is_clued_as_dispensable_only_once_every_stack_has_it() -> None:
    played = game(TWO, ONES, "p0", "c14")
    assert answer("TellDispensable", played) is Silence.SILENT


def test_a_threshold_is_met_by_exactly_that_chance() -> None:
    """A red card of a deck with r1 twice and r2 once, of which the clue giver shows one r1."""
    rules = Rules(2, suits="rg", ranks=2, copies=(2, 1) * 2, hand_size=2)
    assert answer("PlayFocus(0.5)", game(rules, "r1 g1 r1 g2", "c1r")) == {"p0"}
    assert answer("PlayFocus(0.5)", game(rules, "r1 r1 r2 g2", "c1r")) is Silence.SILENT


@pytest.mark.parametrize("rule", ["TellFocus", "TellMostInformation"])
def test_of_clues_worth_the_same_the_first_is_given_ranks_before_colours(rule: str) -> None:
    assert answer(rule, game(TWO, "y1 y3 y3 g3 g3 r1 g2 b3 y4 p5")) == {"c11"}


def test_the_condition_few_tokens_holds_below_four() -> None:
    rule = "IfRule(informationLessThan4, TellDispensable)"
    four = game(TWO, ONES, "p0", "c14", "c1y", "p1", "c1y", "c14")
    assert (four.clue_tokens, answer(rule, four)) == (4, Silence.SILENT)
    three = game(TWO, ONES, "p0", "c14", "c1y", "c14", "c1y", "c14")
    assert (three.clue_tokens, answer(rule, three)) == (3, {"c11"})
    assert answer("TellDispensable", four) == {"c11"}


@pytest.mark.parametrize(("ones", "spare"), [((2, 2, 2), 1), ((2, 2, 1), 0)])
def test_there_is_time_for_a_discard_while_a_turn_is_to_spare(
    ones: tuple[int, ...], spare: int
) -> None:
    """15 points are wanted, and nearly as many cards come; the first 1s have a second copy."""
    copies = tuple(copies for one in ones for copies in (one, 1, 1, 1, 1))
    played = Game(Rules(2, suits="ryg", copies=copies, hand_size=2), seed=1)
    played.play(next(move for move in played.legal_moves() if move.is_clue))
    assert played.deck_left + 2 - 15 == spare
    assert (answer("DiscardChopInTime", played) is not Silence.SILENT) is bool(spare)


def test_a_card_touched_again_is_not_the_focus_though_it_is_the_newest() -> None:
    """Red touches the chop and slot 4; then rank 1 touches slot 4 again and slot 3 for once."""
    hands = "y1 y1 y1 y2 y2 r3 y4 b2 g1 r1"
    assert answer("PlayFocus", game(TWO, hands, "c1r", "c1y", "c11")) == {"p3"}


def test_cards_that_are_gone_are_ruled_out_by_common_knowledge() -> None:
    """The only red 1 is played, so that a 1 must be green."""
    rules = Rules(2, suits="rg", ranks=2, copies=(1, 2, 3, 2), hand_size=2)
    told = game(rules, "r1 r2 g1 g2", "p0", "c12", "c11")
    assert answer("PlayCommonlyKnown", told) == {"p0"}


def test_of_equally_informative_clues_the_first_is_given_ranks_first() -> None:
    """The hand is known, so that no clue changes how it looks."""
    small = Rules(2, suits="ry", ranks=2, copies=(2, 1) * 2, hand_size=2)
    known = game(small, "r2 y1 r1 y2", "c1r", "c1r", "c11", "c1y")
    assert answer("TellUnambiguous2(2, -1)", known) == {"c11"}


@pytest.mark.parametrize(
    ("moves", "strikes", "fires"),
    [("c15 c11", 0, True), ("p0 c11", 1, True), ("p0 p0 c15 c11", 2, False)],
)
def test_with_one_strike_left_a_rule_sees_one_life(moves: str, strikes: int, fires: bool) -> None:
    """A 1 is certain to be playable while nothing is played."""
    played = game(TWO, "r5 y5 r1 r4 y4 g5 b5 g4 b4 g3", *moves.split())
    assert (played.strikes, played.to_move) == (strikes, 0)
    found = answer("IfRule(hasMoreThanOneLife, PlayProbablySafeCard(0.6))", played)
    assert (found is not Silence.SILENT) is fires


@pytest.mark.parametrize("players", range(2, 7))
def test_no_rule_depends_on_a_hidden_card(players: int) -> None:
    random, swapped = Random(players), 0
    for number in range(40):
        game = random_game(Rules(players), seed=number, turns=random.randint(0, 60))
        if game.to_move is None:
            continue
        seat = game.to_move
        other = twin(game, seat, random)
        swapped += other.hands[seat] != game.hands[seat]
        for rule in RULES:
            here, there = answers(game.view(seat), rule), answers(other.view(seat), rule)
            assert here == there, rule.name
    assert swapped > 5


NAMES = [rule.name for rule in RULES]
LISTS = st.lists(st.sampled_from(NAMES), max_size=20)


@pytest.mark.long
@given(rules=any_rules(), names=LISTS, seed=st.integers(0, 2**32))
@pytest.mark.parametrize("mode", Mode)
def test_lists_play_to_the_end_and_faithful_ones_alone_may_give_up(
    mode: Mode, rules: Rules, names: list[str], seed: int
) -> None:
    seating = [Blueprint.of(RuleList(names, mode))] * rules.players
    result = simulate(rules, seating, 3, seed, threads=1)
    given_up = sum(result.all_seats.given_up.values()) if mode is Mode.FAITHFUL else 0
    assert result.ends[End.TERMINATED] == given_up
    assert sum(result.ends.values()) == 3


@pytest.mark.slow
def test_every_published_rule_answers_as_recorded_at_every_turn() -> None:
    turns = list(check(str(RULE_VECTORS)))
    assert len(turns) == 5346
    assert sum(turn.outputs for turn in turns) == 5346 * 105
    assert [mismatch for turn in turns for mismatch in turn.mismatches] == []


DECK = " ".join(
    f"{c}{r}" for c in "RBGOW" for r, copies in enumerate((3, 2, 2, 2, 1), 1) for _ in range(copies)
)


def a_game(first_answer: str) -> str:
    row = " ".join([first_answer, *["-"] * 104])
    return f'{{"deck": "{DECK}", "moves": "P0", "rules": ["{row}"]}}\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no rule vectors"),
        ("[]", "not a JSON object"),
        ("{", "line 1"),
        ("[" * 100_000, "line 1"),
        ('{"deck": 1, "moves": "", "rules": []}', "must be text"),
        ('{"deck": "Q9", "moves": "", "rules": []}', "'Q9' is missing or unknown"),
        ('{"deck": "R1", "moves": "", "rules": []}', "50 cards"),
        ('{"moves": "", "rules": []}', "'deck' is missing"),
        ('{"deck": "", "moves": "", "rules": ["- -"]}', "2 answers, not 105"),
        (a_game("-").replace("P0", "P0 P1"), "line 1"),
        (a_game("-").replace("P0", "C1"), "'C1' is missing or unknown"),
    ],
)
def test_an_invalid_file_of_rule_vectors_is_refused_with_a_message(
    tmp_path: Path, text: str, words: str
) -> None:
    file = tmp_path / "vectors.jsonl"
    file.write_text(text)
    with pytest.raises(BadRecord, match=words):
        list(check(str(file)))


def test_answers_are_compared_in_any_order() -> None:
    recorded = f"{TEXTS[12]}|{TEXTS[3]}|{TEXTS[7]}"
    assert _answer_text(frozenset({3, 7, 12})) == _normal(recorded)
    assert _answer_text(frozenset({3, 7})) != _normal(recorded)
    assert _normal("!p1") == _normal("!") == "!"
