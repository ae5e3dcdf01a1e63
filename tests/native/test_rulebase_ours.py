"""Our thirty rules: each fires where it should and keeps silent where it should not."""

import pytest

from native import Game, Rng, Rules
from native.engine.notation import read_game
from native.rulebase import FULL, PUBLISHED, RuleList, Silence, Source, answers
from tests.native.answers import answer, game

pytestmark = pytest.mark.native

SILENT = Silence.SILENT
TWO, THREE = Rules(2), Rules(3)
MINE = "y1 y1 y1 y2 y2"
ONE_PLAYABLE = f"{MINE} r3 r1 g4 b5 b4"
TINY = "2 players, suits rg, ranks 2, hand size 2, copies 2 1 | r1g2 g1r2 r1g1"


def tiny(*moves: str) -> Game:
    return read_game(f"{TINY} | {' '.join(moves)}" if moves else TINY)


@pytest.mark.parametrize(
    ("rule", "clue", "expected"),
    [
        ("PlayFocus", "c11", {"p1"}),
        ("PlayFocus", "c1r", {"p0"}),
        ("PlayFocus(0.5)", "c11", {"p1"}),
        ("PlayFocus(0.5)", "c1r", SILENT),
        ("PlayFocusNotChop", "c11", {"p1"}),
        ("PlayFocusNotChop", "c1r", SILENT),
        ("PlayFocusOfColour", "c1r", {"p0"}),
        ("PlayFocusOfColour", "c11", SILENT),
        ("PlayFocusOfRank", "c11", {"p1"}),
        ("PlayFocusOfRank", "c1r", SILENT),
        ("PlayFocus", "c15", SILENT),
        ("PlayCommonlyKnown", "c11", {"p1"}),
        ("PlayCommonlyKnown", "c1r", SILENT),
    ],
)
def test_a_clue_is_read_by_its_focus(rule: str, clue: str, expected: object) -> None:
    assert answer(rule, game(TWO, ONE_PLAYABLE, clue)) == expected


def test_cards_clued_before_are_not_the_focus() -> None:
    top = f"{MINE} r3 y4 r1 b1 b4"
    again = game(TWO, top, "c1r", "c1y", "c11")
    assert answer("PlayFocus", again) == {"p3"}, "slot 2 is touched again, slot 3 newly"


def test_what_was_asked_for_before_my_move_is_forgotten() -> None:
    played = game(TWO, ONE_PLAYABLE, "c11", "p0", "p0")
    assert answer("PlayFocus", played) is SILENT


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("TellFocus", {"c11"}), ("TellFocusByRank", {"c11"}), ("TellFocusByColour", SILENT)],
)
def test_a_clue_is_given_by_its_focus(rule: str, expected: object) -> None:
    assert answer(rule, game(TWO, ONE_PLAYABLE)) == expected


def test_a_clue_that_touches_waste_is_worth_less() -> None:
    top = "r1 y4 y4 g3 g3 r1 g4 b4 b3 g1 p4"
    played = game(TWO, top, "p0", "c14")
    assert answer("TellFocus", played) == {"c1g"}, "rank 1 would touch the red 1 that is played"


def test_who_knows_a_card_to_be_playable_is_not_told() -> None:
    assert answer("TellFocus", game(TWO, ONE_PLAYABLE, "c11", "c1y")) is SILENT
    assert answer("TellNewlyPlayable", game(TWO, ONE_PLAYABLE, "c11", "c1y")) is SILENT


def test_a_focus_that_must_wait_prompts_the_oldest_clued_card() -> None:
    top = f"{MINE} r1 y4 r2 g4 b5"
    prompted = game(TWO, top, "c1r", "c1y", "c12")
    assert answer("PlayPrompt", prompted) == {"p0"}
    assert answer("PlayPrompt", game(TWO, top, "c12")) is SILENT, "nothing else is clued"


def test_a_focus_that_must_wait_finesses_the_newest_untouched_card() -> None:
    top = f"{MINE} r1 y4 r2 g4 b5"
    assert answer("PlaySelfFinesse", game(TWO, top, "c12")) == {"p4"}
    assert answer("PlaySelfFinesse", game(TWO, top, "c11")) is SILENT, "the focus may be playable"


def test_a_strike_asks_for_more_certainty() -> None:
    top = "r3 r3 r4 r4 r5 r1 y4 g4 b4 p4 y5"
    clued = game(TWO, top, "c1r")
    assert answer("PlayByStrikes(0.5, 0.25)", clued) == {"p0"}, "3 of 5 red cards are playable"
    assert answer("PlayByStrikes(0.7, 0.15)", clued) is SILENT
    struck = game(TWO, top, "p0", "c14", "c1r")
    assert answer("PlayByStrikes(0.5, 0.25)", struck) is SILENT


def test_the_last_round_and_a_low_deck_ask_for_less() -> None:
    assert answer("PlayInLastRound", tiny()) is SILENT
    assert answer("PlayInLastRound", tiny("p0", "p0")) == {"p1"}
    assert answer("PlayLate(0.4)", tiny()) == {"p1"}
    assert answer("PlayLate(0.4)", game(TWO, ONE_PLAYABLE)) is SILENT


def test_all_tokens_ask_for_a_play() -> None:
    assert answer("PlayAtAllTokens(0.5)", tiny()) == {"p1"}
    assert answer("PlayAtAllTokens(0.5)", tiny("c11", "c11")) is SILENT


def two_sure_cards() -> Game:
    """Seat 1 knows its red 2 and green 1; seat 0 holds the green 2."""
    top = "r1 g2 y1 y4 y3 r2 g1 y5 b4 b5"
    return game(TWO, top, "p0", "c14", "c12", "c14", "c1r", "c14", "c11", "c14", "c1g")


def test_of_sure_cards_the_lowest_or_the_one_that_helps_goes_first() -> None:
    assert answer("PlaySafeCard", two_sure_cards()) == {"p0"}
    assert answer("PlayLowestSafeCard", two_sure_cards()) == {"p1"}
    assert answer("PlaySafeCardForMate", two_sure_cards()) == {"p1"}
    assert answer("PlayLowestSafeCard", game(TWO, ONE_PLAYABLE)) is SILENT
    assert answer("PlaySafeCardForMate", game(TWO, ONE_PLAYABLE, "c11")) is SILENT


def test_the_chop_is_the_oldest_untouched_card() -> None:
    assert answer("DiscardChop", game(TWO, ONE_PLAYABLE, "c13")) == {"d1"}
    assert answer("DiscardChop", game(TWO, ONE_PLAYABLE, "c14")) == {"d0"}


def test_a_chop_that_may_be_critical_is_kept() -> None:
    assert answer("DiscardChopSafely", game(TWO, ONE_PLAYABLE, "c13")) is SILENT
    assert answer("DiscardChopSafely", game(TWO, ONE_PLAYABLE, "c15")) == {"d0"}
    assert answer("DiscardUntoldLeastNecessary", game(TWO, ONE_PLAYABLE, "c15")) == {"d4"}


def test_a_card_seen_elsewhere_can_go() -> None:
    told = ("c12", "c15", "c1r")
    assert answer("DiscardSeenElsewhere", game(TWO, "r2 y1 y1 y5 y4 r2 g4 b4 b3 p3", *told)) == {
        "d0"
    }
    assert answer("DiscardSeenElsewhere", game(TWO, "r3 y1 y1 y5 y4 r2 g4 b4 b3 p3", *told)) is (
        SILENT
    )


def test_the_chop_stays_when_time_is_short() -> None:
    assert answer("DiscardChopInTime", game(TWO, ONE_PLAYABLE, "c13")) == {"d1"}
    assert answer("DiscardChopInTime", tiny("c11")) is SILENT, "4 points to make in 4 turns"


def test_the_chop_goes_for_a_token_that_a_mate_needs() -> None:
    clues = ("c14", "c12") * 4
    assert answer("DiscardChopToTell", game(TWO, ONE_PLAYABLE, *clues)) == {"d0"}
    assert answer("DiscardChopToTell", game(TWO, ONE_PLAYABLE, *clues[:-2])) is SILENT
    known = ("c11", "c12", *clues[2:])
    assert answer("DiscardChopToTell", game(TWO, ONE_PLAYABLE, *known)) is SILENT


def test_a_critical_chop_is_saved_by_rank_or_colour() -> None:
    top = f"{MINE} b5 r1 g4 b3 p4"
    assert answer("SaveCriticalByRank", game(TWO, top)) == {"c15"}
    assert answer("SaveCriticalByColour", game(TWO, top)) == {"c1b"}
    assert answer("SaveCriticalByRank", game(TWO, top, "c15", "c1y")) is SILENT


def test_a_two_on_the_chop_is_saved_unless_another_copy_is_seen() -> None:
    hands = f"{MINE} r2 r1 g4 b3 p4"
    assert answer("SaveTwo", game(THREE, f"{hands} g3 b3 b4 p3 p1")) == {"c12"}
    assert answer("SaveTwo", game(THREE, f"{hands} g3 b3 r2 p3 p1")) is SILENT
    assert answer("SaveTwo", game(THREE, f"{hands} r2 g3 b3 p3 p1")) is SILENT


def test_clues_are_judged_by_what_they_newly_tell() -> None:
    assert answer("TellNewlyPlayable", game(TWO, ONE_PLAYABLE)) == {"c11"}
    assert answer("TellRulesOutMost", game(TWO, f"{MINE} r1 r2 r3 r4 r5")) == {"c1r"}
    top = "r1 y4 y4 g3 g3 r1 y3 g4 b4 b3 p4"
    half_known = game(TWO, top, "p0", "c14", "c11", "c14")
    assert answer("TellNewlyUseless", half_known) == {"c1r"}
    assert answer("TellNewlyUseless", game(TWO, top, "p0", "c14")) is SILENT


def test_the_rules_are_marked_as_ours() -> None:
    assert {rule.source for rule in FULL[len(PUBLISHED) :]} == {Source.OURS}


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_rule_fires_in_play_and_every_answer_is_legal(players: int) -> None:
    silent = set(FULL[len(PUBLISHED) :])
    lists = [RuleList([105, 126, 128, 130, 133, 120, 39]), RuleList([118, 35, 120, 130, 133, 39])]
    for seed in range(60):
        played = Game(Rules(players), seed=seed)
        while not played.end:
            assert played.to_move is not None
            view = played.view(played.to_move)
            legal = {move.id(played.rules) for move in played.legal_moves()}
            for rule in FULL[len(PUBLISHED) :]:
                found = answers(view, rule)
                if not isinstance(found, Silence):
                    assert found <= legal, rule.name
                    silent.discard(rule)
            choice = lists[seed % 2].decide(view, Rng(seed).derive(view.turn))
            assert choice.move is not None
            played.play(choice.move)
    assert not silent
