"""Our thirty rules: each fires where it should and keeps silent where it should not."""

import pytest

from native import Game, Rng, Rules
from native.engine.notation import read_game
from native.rulebase import FULL, PUBLISHED, RuleList, Silence, answers
from tests.native.answers import answer, game

pytestmark = pytest.mark.native

SILENT = Silence.SILENT
TWO, THREE = Rules(2), Rules(3)
MINE = "y1 y1 y1 y2 y2"
ONE_PLAYABLE = f"{MINE} r3 r1 g4 b5 b4"
TINY = "2 players, suits rg, ranks 2, hand size 2, copies 2 1 | r1g2 g1r2 r1g1"


def tiny(*moves: str) -> Game:
    return read_game(f"{TINY} | {' '.join(moves)}" if moves else TINY)


PROMPT = f"{MINE} r1 y4 r2 g4 b5"
RED = "r3 r3 r4 r4 r5 r1 y4 g4 b4 p4 y5"
CRITICAL = f"{MINE} b5 r1 g4 b3 p4"
WASTE = "r1 y4 y4 g3 g3 r1 y3 g4 b4 b3 p4"
ANSWERS: dict[str, list[tuple[str, str, str, object]]] = {
    "a clue is read by its focus": [
        ("PlayFocus", ONE_PLAYABLE, "c11", {"p1"}),
        ("PlayFocus", ONE_PLAYABLE, "c1r", {"p0"}),
        ("PlayFocus(0.5)", ONE_PLAYABLE, "c11", {"p1"}),
        ("PlayFocus(0.5)", ONE_PLAYABLE, "c1r", SILENT),
        ("PlayFocusNotChop", ONE_PLAYABLE, "c11", {"p1"}),
        ("PlayFocusNotChop", ONE_PLAYABLE, "c1r", SILENT),
        ("PlayFocusOfColour", ONE_PLAYABLE, "c1r", {"p0"}),
        ("PlayFocusOfColour", ONE_PLAYABLE, "c11", SILENT),
        ("PlayFocusOfRank", ONE_PLAYABLE, "c11", {"p1"}),
        ("PlayFocusOfRank", ONE_PLAYABLE, "c1r", SILENT),
        ("PlayFocus", ONE_PLAYABLE, "c15", SILENT),
        ("PlayCommonlyKnown", ONE_PLAYABLE, "c11", {"p1"}),
        ("PlayCommonlyKnown", ONE_PLAYABLE, "c1r", SILENT),
    ],
    "what was asked for before my move is forgotten": [
        ("PlayFocus", ONE_PLAYABLE, "c11 p0 p0", SILENT)
    ],
    "a clue is given by its focus": [
        ("TellFocus", ONE_PLAYABLE, "", {"c11"}),
        ("TellFocusByRank", ONE_PLAYABLE, "", {"c11"}),
        ("TellFocusByColour", ONE_PLAYABLE, "", SILENT),
    ],
    "who knows a card to be playable is not told": [
        ("TellFocus", ONE_PLAYABLE, "c11 c1y", SILENT),
        ("TellNewlyPlayable", ONE_PLAYABLE, "c11 c1y", SILENT),
    ],
    "a focus that must wait prompts the oldest clued card, if one is clued": [
        ("PlayPrompt", PROMPT, "c1r c1y c12", {"p0"}),
        ("PlayPrompt", PROMPT, "c12", SILENT),
    ],
    "a focus that must wait finesses the newest untouched card": [
        ("PlaySelfFinesse", PROMPT, "c12", {"p4"}),
        ("PlaySelfFinesse", PROMPT, "c11", SILENT),
    ],
    "a strike asks for more certainty than 3 of 5 red cards that are playable": [
        ("PlayByStrikes(0.5, 0.25)", RED, "c1r", {"p0"}),
        ("PlayByStrikes(0.7, 0.15)", RED, "c1r", SILENT),
        ("PlayByStrikes(0.5, 0.25)", RED, "p0 c14 c1r", SILENT),
    ],
    "the chop is the oldest untouched card": [
        ("DiscardChop", ONE_PLAYABLE, "c13", {"d1"}),
        ("DiscardChop", ONE_PLAYABLE, "c14", {"d0"}),
    ],
    "a chop that may be critical is kept": [
        ("DiscardChopSafely", ONE_PLAYABLE, "c13", SILENT),
        ("DiscardChopSafely", ONE_PLAYABLE, "c15", {"d0"}),
        ("DiscardUntoldLeastNecessary", ONE_PLAYABLE, "c15", {"d4"}),
    ],
    "a card seen elsewhere can go": [
        ("DiscardSeenElsewhere", "r2 y1 y1 y5 y4 r2 g4 b4 b3 p3", "c12 c15 c1r", {"d0"}),
        ("DiscardSeenElsewhere", "r3 y1 y1 y5 y4 r2 g4 b4 b3 p3", "c12 c15 c1r", SILENT),
    ],
    "the chop goes for a token that a mate needs": [
        ("DiscardChopToTell", ONE_PLAYABLE, "c14 c12 c14 c12 c14 c12 c14 c12", {"d0"}),
        ("DiscardChopToTell", ONE_PLAYABLE, "c14 c12 c14 c12 c14 c12", SILENT),
        ("DiscardChopToTell", ONE_PLAYABLE, "c11 c12 c14 c12 c14 c12 c14 c12", SILENT),
    ],
    "a critical chop is saved by rank or colour": [
        ("SaveCriticalByRank", CRITICAL, "", {"c15"}),
        ("SaveCriticalByColour", CRITICAL, "", {"c1b"}),
        ("SaveCriticalByRank", CRITICAL, "c15 c1y", SILENT),
    ],
    "clues are judged by what they newly tell": [
        ("TellNewlyPlayable", ONE_PLAYABLE, "", {"c11"}),
        ("TellRulesOutMost", f"{MINE} r1 r2 r3 r4 r5", "", {"c1r"}),
        ("TellNewlyUseless", WASTE, "p0 c14 c11 c14", {"c1r"}),
        ("TellNewlyUseless", WASTE, "p0 c14", SILENT),
    ],
}


@pytest.mark.parametrize("answers", ANSWERS.values(), ids=ANSWERS)
def test_a_rule_fires_where_it_should_and_is_silent_elsewhere(
    answers: list[tuple[str, str, str, object]],
) -> None:
    for rule, hands, moves, expected in answers:
        assert answer(rule, game(TWO, hands, *moves.split())) == expected, (rule, moves)


def test_play_in_last_round_and_play_late_fire_only_near_the_end() -> None:
    assert answer("PlayInLastRound", tiny()) is SILENT
    assert answer("PlayInLastRound", tiny("p0", "p0")) == {"p1"}
    assert answer("PlayLate(0.4)", tiny()) == {"p1"}
    assert answer("PlayLate(0.4)", game(TWO, ONE_PLAYABLE)) is SILENT


def test_with_all_tokens_a_likely_card_is_played() -> None:
    assert answer("PlayAtAllTokens(0.5)", tiny()) == {"p1"}
    assert answer("PlayAtAllTokens(0.5)", tiny("c11", "c11")) is SILENT


def two_sure_cards() -> Game:
    """Seat 1 knows its red 2 and green 1; seat 0 holds the green 2."""
    top = "r1 g2 y1 y4 y3 r2 g1 y5 b4 b5"
    return game(TWO, top, "p0", "c14", "c12", "c14", "c1r", "c14", "c11", "c14", "c1g")


def test_of_certain_cards_the_lowest_or_the_one_that_helps_a_mate_is_played() -> None:
    assert answer("PlaySafeCard", two_sure_cards()) == {"p0"}
    assert answer("PlayLowestSafeCard", two_sure_cards()) == {"p1"}
    assert answer("PlaySafeCardForMate", two_sure_cards()) == {"p1"}
    assert answer("PlayLowestSafeCard", game(TWO, ONE_PLAYABLE)) is SILENT
    assert answer("PlaySafeCardForMate", game(TWO, ONE_PLAYABLE, "c11")) is SILENT


def test_the_chop_stays_when_time_is_short() -> None:
    assert answer("DiscardChopInTime", game(TWO, ONE_PLAYABLE, "c13")) == {"d1"}
    assert answer("DiscardChopInTime", tiny("c11")) is SILENT, "4 points to make in 4 turns"


def test_a_two_on_the_chop_is_saved_unless_another_copy_is_seen() -> None:
    hands = f"{MINE} r2 r1 g4 b3 p4"
    assert answer("SaveTwo", game(THREE, f"{hands} g3 b3 b4 p3 p1")) == {"c12"}
    assert answer("SaveTwo", game(THREE, f"{hands} g3 b3 r2 p3 p1")) is SILENT
    assert answer("SaveTwo", game(THREE, f"{hands} r2 g3 b3 p3 p1")) is SILENT


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_rule_fires_in_play_and_every_answer_is_legal(players: int) -> None:
    silent = set(FULL[len(PUBLISHED) :])
    lists = [RuleList([105, 126, 128, 130, 133, 120, 39]), RuleList([118, 35, 120, 130, 133, 39])]
    for seed in range(60):
        played = Game(Rules(players), seed=seed)
        while not played.end:
            view = played.view(played.to_move)
            legal = {move.id(played.rules) for move in played.legal_moves()}
            for rule in FULL[len(PUBLISHED) :]:
                found = answers(view, rule)
                if not isinstance(found, Silence):
                    assert found <= legal, rule.name
                    silent.discard(rule)
            choice = lists[seed % 2].decide(view, Rng(seed).derive(view.turn))
            played.play(choice.move)
    assert not silent
