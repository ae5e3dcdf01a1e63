"""The facts of a frame beside hands and log."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from game.board.perspective import frame, frames
from game.board.viewpoint import Viewpoint
from game.models import Note, Seating
from native import End
from tests.game.known_deals import bits, table_after

DEAL = "r1 r2 g1 b4 p5 r1 r5 g2 g2 y1 y3"
MOVES = ("c1r", "c11", "p0", "p0", "d1")
BESIDE = Viewpoint(None, open=False)


def test_a_frame_tells_the_open_facts_of_the_game() -> None:
    state = table_after(DEAL, *MOVES, scoring="stacks", delay=700)
    seen, rules = frame(state, BESIDE), state.game.rules  # type: ignore[union-attr]
    assert (seen.turn, seen.to_move, seen.tokens, seen.strikes) == (6, 1, 7, 1)
    assert (seen.score, seen.stacks, seen.deck, seen.turns_left) == (1, [1, 0, 0, 0, 0], 37, None)
    assert (seen.max_score, seen.pace) == (25, 1 + 37 + 2 - 25)
    assert seen.discards[:2] == [1, 1]
    assert sum(seen.discards) == 2
    assert seen.playable == bits(rules, "r2", "y1", "g1", "b1", "p1")
    assert seen.useless == bits(rules, "r1")
    assert seen.critical == bits(rules, "r2", "r5", "y5", "g5", "b5", "p5")
    assert (seen.scoring, seen.delay, seen.you, seen.ending) == ("stacks", 700, None, None)
    assert [suit.letter for suit in seen.rules.suits] == list("rygbp")
    assert [suit.name for suit in seen.rules.suits] == ["Red", "Yellow", "Green", "Blue", "Purple"]
    assert seen.rules.rank_clues == ["1", "2", "3", "4", "5"]
    assert (seen.rules.max_tokens, seen.rules.max_strikes, seen.rules.hand_size) == (8, 3, 5)
    assert seen.rules.copies == [3, 2, 2, 2, 1] * 5


def test_a_lost_card_lowers_the_score_that_can_be_reached() -> None:
    seen = frame(table_after("r5 r2 g1 b4 p5 r1 r4 g2 g2 y1", "c1r", "c12", "d0"), BESIDE)
    assert seen.max_score == 24
    assert seen.pace == 0 + 39 + 2 - 24


def test_with_an_empty_deck_there_is_no_pace() -> None:
    moves = ["c1r", "c11"] * 4
    game = table_after(DEAL, *moves).game
    assert game
    while game.deck_left:
        legal = game.legal_moves()
        move = next((m for m in legal if m.kind.name == "DISCARD"), legal[-1])
        moves.append(move.text(game.rules))
        game.play(move)
    seen = frame(table_after(DEAL, *moves), BESIDE)
    assert (seen.deck, seen.turns_left, seen.pace) == (0, 2, None)


@pytest.mark.parametrize(("trouble", "thinking"), [("", True), ("It broke.", False)])
def test_an_agent_thinks_when_it_has_to_move_and_is_not_in_trouble(
    trouble: str, thinking: bool
) -> None:
    state = table_after(DEAL, "c1r", agents=(1,), trouble=trouble)
    seen = frame(state, BESIDE)
    assert [seat.thinking for seat in seen.seats] == [False, thinking]
    assert (seen.trouble is None) == thinking
    assert seen.trouble is None or (seen.trouble.seat, seen.trouble.text) == (1, "It broke.")
    assert [seat.kind for seat in seen.seats] == ["person", "agent"]
    assert [seat.address for seat in seen.seats] == [None, "rules:piers"]


def test_nobody_thinks_when_a_person_has_to_move_or_the_game_is_over() -> None:
    assert not any(seat.thinking for seat in frame(table_after(DEAL, agents=(1,)), BESIDE).seats)
    over = table_after(DEAL, "c1r", agents=(1,), status="finished", ending="terminated")
    assert over.game is not None
    assert over.game.end is End.TERMINATED
    seen = frame(over, BESIDE)
    assert not any(seat.thinking for seat in seen.seats)
    assert seen.ending
    assert (seen.ending.kind, seen.ending.text) == ("terminated", "The game was ended early.")
    assert seen.to_move is None


def test_people_are_present_while_their_socket_was_seen_lately() -> None:
    now, person = timezone.now(), Seating.Kind.PERSON
    assert Seating(kind=Seating.Kind.AGENT).present
    assert not Seating(kind=person).present
    assert Seating(kind=person, last_seen=now - timedelta(seconds=100)).present
    assert not Seating(kind=person, last_seen=now - timedelta(seconds=130)).present


def test_the_frames_of_a_game_stop_at_each_turn() -> None:
    state = table_after(DEAL, *MOVES, status="finished", ending="terminated", trouble="")
    state.notes.append(Note(version=6, turn=6, text="P0 ended the game."))  # type: ignore[attr-defined]
    state.table.version = 6
    shown = frames(state, Viewpoint(None, open=True))
    assert [seen.turn for seen in shown] == [1, 2, 3, 4, 5, 6]
    assert [seen.status for seen in shown] == ["running"] * 5 + ["finished"]
    assert [seen.score for seen in shown] == [0, 0, 0, 1, 1, 1]
    assert [seen.strikes for seen in shown] == [0, 0, 0, 0, 1, 1]
    assert [[line.n for line in seen.log] for seen in shown] == [[], [1], [2], [3], [4], [5, 6]]
    assert [bool(seen.ending) for seen in shown] == [False] * 5 + [True]
    assert {card.id for card in shown[0].hands[0]} == {"r1", "r2", "g1", "b4", "p5"}


def test_a_note_before_the_first_move_comes_with_the_deal() -> None:
    state = table_after(DEAL, "c1r")
    state.notes.append(Note(version=1, turn=1, text="Somebody came."))  # type: ignore[attr-defined]
    state.moves[0].version = 2
    state.table.version = 2
    shown = frames(state, BESIDE)
    assert [[line.kind for line in seen.log] for seen in shown] == [["note"], ["clue"]]


@pytest.mark.parametrize("steers", [True, False])
def test_a_frame_says_whether_its_receiver_steers(steers: bool) -> None:
    assert frame(table_after(DEAL), Viewpoint(0, open=False, steers=steers)).may_steer is steers


@pytest.mark.django_db
def test_the_first_of_several_planned_games_is_a_series_already() -> None:
    assert frame(table_after(DEAL), BESIDE).series is None
    told = frame(table_after(DEAL, planned=3), BESIDE).series
    assert told
    assert (told.number, told.planned) == (1, 3)
