"""The facts of a frame beside hands and log."""

from datetime import timedelta

import pytest
from django.utils import timezone

from game import protocol as p
from game.board.hands import hands
from game.board.perspective import frame, frames
from game.board.viewpoint import Viewpoint
from game.models import Note, Player, Seating
from game.tables.state import load
from native import End, Rules
from native.empathy.exact import empathy
from tests.game.conftest import seated
from tests.game.known_deals import bits, table_after

DEAL = "r1 r2 g1 b4 p5 r1 r5 g2 g2 y1 y3"
MOVES = ("c1r", "c11", "p0", "p0", "d1")
ME, MATE = Viewpoint(0, open=False), Viewpoint(1, open=False)
BESIDE, ALL_OPEN = Viewpoint(None, open=False), Viewpoint(None, open=True)


def test_a_frame_has_the_public_facts_of_the_game() -> None:
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


@pytest.mark.django_db
def test_at_a_waiting_table_nothing_has_happened_yet(alice: Player) -> None:
    seen = frame(load(seated(alice, "").slug), ME)
    assert (seen.hands, seen.legal) == ([], None)
    assert (seen.turn, seen.to_move, seen.tokens, seen.strikes) == (1, None, 8, 0)
    assert (seen.score, seen.stacks, seen.deck, seen.turns_left) == (0, [0] * 5, 50, None)
    assert (seen.max_score, seen.pace, seen.efficiency, seen.most_turns) == (25, None, None, None)
    assert (seen.discards, seen.playable, seen.useless, seen.critical) == ([0] * 25, 0, 0, 0)


def test_with_an_empty_deck_there_is_no_pace() -> None:
    moves = ["c1r", "c11"] * 4
    game = table_after(DEAL, *moves).game
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
    assert over.game.end is End.TERMINATED
    seen = frame(over, BESIDE)
    assert not any(seat.thinking for seat in seen.seats)
    assert (seen.ending.kind, seen.ending.text) == ("terminated", "The game was ended early.")
    assert seen.to_move is None


def test_people_are_present_while_their_socket_was_seen_lately() -> None:
    now, person = timezone.now(), Seating.Kind.PERSON
    assert Seating(kind=Seating.Kind.AGENT).present
    assert not Seating(kind=person).present
    assert Seating(kind=person, last_seen=now - timedelta(seconds=100)).present
    assert not Seating(kind=person, last_seen=now - timedelta(seconds=130)).present


def test_the_frames_of_a_game_stop_at_each_turn() -> None:
    state = table_after(DEAL, *MOVES, status="finished", ending="terminated", clock_base=300)
    state.notes.append(Note(version=6, turn=6, text="P0 ended the game."))  # type: ignore[attr-defined]
    state.table.version = 6
    shown = frames(state, Viewpoint(None, open=True))
    assert [seen.turn for seen in shown] == [1, 2, 3, 4, 5, 6]
    assert [seen.status for seen in shown] == ["running"] * 5 + ["finished"]
    assert [seen.score for seen in shown] == [0, 0, 0, 1, 1, 1]
    assert [seen.strikes for seen in shown] == [0, 0, 0, 0, 1, 1]
    assert [[line.n for line in seen.log] for seen in shown] == [[], [1], [2], [3], [4], [5, 6]]
    assert [bool(seen.ending) for seen in shown] == [False] * 5 + [True]
    assert {seen.clock.deadline for seen in shown[:-1]} == {None}, "no clock runs"
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
    assert (told.number, told.planned) == (1, 3)


def card(hand: list[p.ShownCard], order: int) -> p.ShownCard:
    return next(card for card in hand if card.order == order)


def test_my_own_cards_lie_face_down_unless_hands_are_open_and_my_mates_open() -> None:
    mine, mates = hands(table_after(DEAL), ME)
    assert [card.id for card in mine] == [None] * 5
    assert [card.id for card in mates] == ["y1", "g2", "g2", "r5", "r1"]
    assert [card.order for card in mates] == [9, 8, 7, 6, 5]
    assert [card.slot for card in mates] == [1, 2, 3, 4, 5]
    mine, _ = hands(table_after(DEAL), Viewpoint(0, open=True))
    assert [card.id for card in mine] == ["p5", "b4", "g1", "r2", "r1"]


def test_a_spectator_sees_no_card_or_all_when_hands_are_open() -> None:
    hidden, shown = (
        {card.id for hand in hands(table_after(DEAL), viewpoint) for card in hand}
        for viewpoint in (BESIDE, ALL_OPEN)
    )
    assert hidden == {None}
    assert None not in shown


def test_a_card_keeps_each_clue_once_and_the_oldest_first() -> None:
    state = table_after(DEAL, "c12", "c15", "c1g", "c1b", "c12", "c1r", "c1g")
    mates = hands(state, ME)[1]
    assert card(mates, 7).marks == ["2", "g"]
    assert card(mates, 6).marks == []
    assert card(mates, 7).touched
    assert not card(mates, 6).touched


def test_a_new_card_has_no_marks_of_the_one_before_it() -> None:
    state = table_after(DEAL, "c11", "p0")
    newest = hands(state, ME)[1][0]
    assert (newest.order, newest.slot, newest.id) == (10, 1, "y3")
    assert newest.marks == []
    assert not newest.touched
    assert card(hands(state, ME)[1], 9).marks == ["1"]


TINY = Rules(2, suits="r", ranks=2, copies=(2, 1), hand_size=1)


def test_a_known_card_just_drawn_is_not_highlighted() -> None:
    state = table_after("r1 r1 r2", "p0", rules=TINY, help="full")
    (drawn,) = hands(state, ME)[0]
    assert drawn.possible == bits(TINY, "r2")
    assert not drawn.became_known


def test_a_card_that_another_move_determines_is_highlighted_for_its_holder() -> None:
    state = table_after("r2 r1 r1", "p0", rules=TINY, help="full")
    mates = hands(state, MATE)[1]
    assert mates[0].possible == bits(TINY, "r1")
    assert mates[0].became_known is False
    assert hands(table_after("r1 r1 r2", "p0", rules=TINY, help="full"), MATE)[1][0].became_known


def test_without_help_only_clue_marks_are_shown() -> None:
    for viewpoint in (ME, BESIDE, ALL_OPEN):
        for hand in hands(table_after(DEAL, "c12", help="none"), viewpoint):
            for held in hand:
                assert (held.possible, held.common, held.odds) == (None, None, None)
                assert not held.became_known


def offered(*moves: str, viewpoint: Viewpoint = ME, **fields: object) -> p.Legal | None:
    return frame(table_after(DEAL, *moves, **fields), viewpoint).legal


def test_only_the_player_to_move_is_offered_moves() -> None:
    assert offered() is not None
    assert offered(viewpoint=MATE) is None
    assert offered("c1r") is None
    assert offered("c1r", viewpoint=MATE) is not None
    assert offered(viewpoint=ALL_OPEN) is None
    assert offered(viewpoint=Viewpoint(0, open=False, watching=True)) is None


def test_nothing_is_discarded_while_all_clue_tokens_are_there() -> None:
    legal = offered()
    assert sorted(legal.plays) == [0, 1, 2, 3, 4]
    assert legal.discards == []
    assert legal.why_no_discard == "You can't discard with 8 clues."
    assert legal.why_no_clue is None


def test_without_a_clue_token_no_clue_is_offered() -> None:
    legal = offered(*["c1r", "c11"] * 4)
    assert legal.clues == []
    assert "no clue tokens left" in (legal.why_no_clue or "")
    assert sorted(legal.discards) == sorted(legal.plays) == [0, 1, 2, 3, 4]
    assert legal.why_no_discard is None


def test_every_clue_that_touches_a_card_is_offered_with_the_cards_it_touches() -> None:
    legal = offered()
    touches = {clue.value: sorted(clue.touches) for clue in legal.clues}
    assert touches == {"r": [5, 6], "y": [9], "g": [7, 8], "1": [5, 9], "2": [7, 8], "5": [6]}
    assert {clue.seat for clue in legal.clues} == {1}


def test_a_clue_in_a_bigger_circle_names_the_seat_it_goes_to() -> None:
    deal = "r1 r1 r1 r2 r2 y1 y1 y1 y2 y2 g1 g1 g1 g2 g2"
    legal = frame(table_after(deal, "c1y", players=3), MATE).legal
    assert {(clue.seat, clue.value) for clue in legal.clues} == {
        (0, "r"), (0, "1"), (0, "2"), (2, "g"), (2, "1"), (2, "2")
    }  # fmt: skip


@pytest.mark.parametrize("help_level", ["none", "clues", "common"])
def test_less_than_full_help_does_not_preview_clues(help_level: str) -> None:
    legal = offered(help=help_level)
    assert all(clue.then == {} for clue in legal.clues)


def test_full_help_previews_the_mates_knowledge_after_a_clue() -> None:
    state = table_after(DEAL, help="full")
    legal = frame(state, ME).legal
    red = next(clue for clue in legal.clues if clue.value == "r")
    after = state.game.copy()
    after.play(next(m for m in after.legal_moves() if m.text(after.rules) == "c1r"))
    now, then = (empathy(game.view(0), {0, 1})[1] for game in (state.game, after))
    orders = [after.order(1, slot) for slot in range(5)]
    assert red.then == {
        order: new for order, old, new in zip(orders, now, then, strict=True) if old != new
    }
    assert set(red.then) == {5, 6, 7, 8, 9}
    assert state.game.turn == 0


def test_a_clue_that_tells_nothing_new_says_so() -> None:
    legal = offered("c1r", "c11", help="full")
    assert next(clue for clue in legal.clues if clue.value == "r").then == {}
