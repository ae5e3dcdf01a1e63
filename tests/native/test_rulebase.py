"""Rules and rule lists: what they answer, when they are silent, what they refuse."""

from collections import Counter

import pytest

from native import Game, Move, Rng, Rules
from native._core import ffi, lib
from native.rulebase import FULL, PUBLISHED, RULES, Mode, RuleList, Silence, answers, find
from tests.native.answers import answer, game

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
def test_what_is_no_rule_is_refused_in_words(key: int | str) -> None:
    with pytest.raises(ValueError, match=r"^(Genes go from 0 to \d+|There is no rule named)"):
        find(key)


def test_a_list_of_too_many_rules_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 160 rules, not 161"):
        RuleList([8] * 161)


def test_another_seats_turn_is_refused() -> None:
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
def test_the_core_refuses_a_list_that_is_none(wrong: dict[str, int]) -> None:
    struct = ffi.new("hl_rulelist *", RuleList([8]).struct[0])
    for field, value in wrong.items():
        setattr(struct if field in ("count", "mode") else struct.rules[0], field, value)
    lists = ffi.new("hl_rulelist *[]", [struct, struct])
    results = ffi.new("hl_results *")
    error = lib.hl_arena(Rules(2).struct, lists, Rng(1).struct, 0, 10, results)
    assert error == lib.HL_BAD_ARGUMENT
    assert results.games == 0


def test_a_clue_to_a_card_two_above_its_stack_is_a_finesse_on_the_player_between() -> None:
    top = "y1 y1 y1 g5 b5 g1 g1 g1 b1 b1 r2 r3 r3 r4 r4"
    clued = game(THREE, top, "c22")
    assert answer("PlayFinesse", clued) == {"p4"}, "the newest card"


def test_a_clue_to_me_makes_the_published_finesse_throw() -> None:
    top = "y1 y1 y1 g5 b5 g1 g1 g1 b1 b1 r2 r3 r3 r4 r4"
    assert answer("PlayFinesse", game(THREE, top, "c1g")) is Silence.THROWN


def test_a_clue_to_a_useful_card_is_no_finesse() -> None:
    top = "y1 y1 y1 g5 b5 g1 g1 g1 b1 b1 r1 r3 r3 r4 r4"
    assert answer("PlayFinesse", game(THREE, top, "c21")) is Silence.SILENT


def test_the_one_who_was_told_plays_after_the_finesse() -> None:
    top = "y1 y1 y1 g5 b5 g1 g1 g1 b1 b1 r2 r3 r3 r4 r4"
    assert answer("PlayFinesseTold", game(THREE, top, "c22", "p0")) == {"p0"}
    assert answer("PlayFinesseTold", game(THREE, top, "c23", "p0")) is Silence.SILENT
    assert answer("PlayFinesseTold", game(THREE, top, "c22", "d0")) is Silence.SILENT


def test_a_finesse_is_told_when_the_card_below_is_the_next_players_newest() -> None:
    top = "y1 y1 y1 g5 b5 g3 g3 g4 b4 g1 r3 r4 b3 g2 y4"
    assert answer("TellFinesse", game(THREE, top)) == {"c22"}


def test_a_finesse_needs_a_card_that_the_clue_picks_out() -> None:
    top = "y1 y1 y1 g5 b5 g3 g3 g4 b4 g1 r2 g4 b3 g2 y4"
    assert answer("TellFinesse", game(THREE, top)) is Silence.SILENT


def test_rules_about_others_ask_them_in_turn_order() -> None:
    top = "y1 y1 y1 g5 b5 g3 g3 g4 b4 b4 r1 r4 b3 g2 y4"
    assert answer("TellAnyoneAboutUsefulCard", game(THREE, top)) == {"c21"}
    assert answer("TellPlayableCardOuter", game(THREE, top)) is Silence.SILENT, "next player only"


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


def test_what_has_no_clue_in_a_variant_is_passed_over() -> None:
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


def test_nothing_fired_is_a_random_legal_move_or_in_faithful_mode_none() -> None:
    view = Game(Rules(2), seed=1).view(0)
    clean = RuleList([8]).decide(view, Rng(1))
    assert clean.move in view.legal_moves()
    assert (clean.position, clean.rule) == (None, None)
    faithful = RuleList([8], Mode.FAITHFUL).decide(view, Rng(1))
    assert (faithful.move, faithful.silence) == (None, Silence.SILENT)
