"""What cards have been said to be by convention, as the board shows it."""

from unittest.mock import patch

import pytest

from agents.kinds.conv import levels
from game import protocol as p
from game.board import conventions
from game.board.explanation import ExplainedPosition, about, situation
from game.board.perspective import frame
from game.board.viewpoint import Viewpoint
from game.models import Table
from game.tables.state import TableState
from native import Game, Move, Rng, Rules
from tests.game.known_deals import bits, table_after

RULES = Rules.standard(3)
DEAL = "b3 p3 p4 b4 y3  b4 g2 y4 y1 r1  p5 b3 p2 r2 y2"
FINESSE = "c2r"
"""Seat 0 clues red to seat 2, about its red 2; seat 1 holds the red 1 on its newest card."""
BESIDE = Viewpoint(None, open=False)


def shown(viewpoint: Viewpoint = BESIDE, *moves: str, **fields: object) -> p.Frame:
    return frame(table(*moves, **fields), viewpoint)


def table(*moves: str, **fields: object) -> TableState:
    return table_after(DEAL, *(moves or (FINESSE,)), players=3, **fields)


def card(told: p.Frame, order: int) -> p.ShownCard:
    return next(card for hand in told.hands for card in hand if card.order == order)


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_every_seat_and_spectator_reads_clues_alike(seat: int | None) -> None:
    told = shown(Viewpoint(seat, open=False))
    assert [[c.order for c in hand if c.chop] for hand in told.hands] == [[0], [5], [10]]
    assert [c.order for hand in told.hands for c in hand if c.focus] == [13]
    assert card(told, 13).said == bits(RULES, "r1", "r2")
    assert (card(told, 9).asked, card(told, 9).said) == (p.Asked(1, 13, bits(RULES, "r1")), None)


def test_a_player_who_sees_the_connecting_card_is_not_asked_to_play_blind() -> None:
    """Seat 1 sees its copy of red 1 on seat 2's newest card, or that the focus needs no other."""
    deal = DEAL.replace("y2", "y5").replace("y1 r1", "y1 g3")
    plain = table_after(deal.replace("r2", "r1"), FINESSE, players=3)
    views = [Viewpoint(seat, open=False) for seat in (0, 1, 2, None)]
    asked = [card(frame(plain, viewpoint), 9).asked is not None for viewpoint in views]
    assert asked == [False, False, True, True]


def test_a_rank_clue_promises_the_rank_of_a_pink_card_on_the_chop() -> None:
    state = table_after(DEAL.replace("p", "i"), "c22", players=3, variant="Pink (5 Suits)")
    told, rules = frame(state, BESIDE), Rules.standard(3, "Pink (5 Suits)")
    twos = bits(rules, "r2", "y2", "g2", "b2", "i2")
    assert card(told, 10).said == twos
    assert card(told, 14).said == twos | bits(rules, "i1", "i3", "i4", "i5")


@pytest.mark.long
@pytest.mark.parametrize("variant", ["Omni (5 Suits)", "Odds and Evens (5 Suits)"])
def test_a_card_is_said_to_be_nothing_that_everybody_excludes(variant: str) -> None:
    game, moves = Game(Rules.standard(3, variant), seed=Rng("excluded")), []
    deal = " ".join(one.text(game.rules.suits) for one in game.deck)
    while game.to_move is not None:
        move = levels.blueprint("expert").decide(game.view(game.to_move), Rng(0)).move
        game.play(move)
        moves.append(move.text(game.rules))
        told = frame(
            table_after(deal, *moves, players=3, variant=variant), Viewpoint(0, open=False)
        )
        for card in (card for hand in told.hands for card in hand):
            assert not (card.said or 0) & ~(card.common or 0)


def test_no_card_is_said_to_be_useless_that_everybody_can_prove_to_be_playable() -> None:
    deal, moves = "g4 g3 b3 p3 b4  y2 y4 r1 g4 p5", ("c1r", "c14", "c11", "c13", "c11")
    state = table_after(deal, *moves, agents=(1,))
    state.seats[1].address = "conv:h3"
    for seat in (0, None):
        assert card(frame(state, Viewpoint(seat, open=False)), 7).said == bits(Rules(2), "r1")


def test_a_finesse_is_asked_for_until_it_is_answered() -> None:
    told = shown(BESIDE, FINESSE, "p4")
    assert not any(c.asked or c.focus for hand in told.hands for c in hand)
    assert card(told, 13).said == bits(RULES, "r2")


@pytest.mark.parametrize(
    ("address", "level"),
    [
        ("conv:h3", "h3"),
        ("search:200:conv:h5", "h5"),
        ("partner:unknown", "h1"),
        ("wary:expert", "expert"),
        ("partner:new", "expert"),
    ],
)
def test_clues_are_explained_by_the_level_that_the_partner_follows(
    address: str, level: str
) -> None:
    state = table_after(DEAL, players=2, agents=(1,))
    state.seats[1].address = address
    assert conventions.level_at(state, Viewpoint(0, open=False)) == level


@pytest.mark.parametrize(
    ("agents", "judges"),
    [
        (["", ""], ["conv:expert"] * 2),
        (["", "conv:h3", "conv:h3"], ["conv:h3"] * 3),
        (["", "conv:h3", "conv:h5"], ["conv:expert"] * 3),
        (["", "conv:h3", "rules:piers"], ["rules:focus"] * 3),
        (["", "partner:new"], ["partner:newcomer-2", "partner:careful"]),
        (["partner:unknown", ""], ["conv:h1"] * 2),
        (["", "gone:away"], ["rules:focus"] * 2),
    ],
)
def test_moves_are_judged_by_what_the_partners_play(agents: list[str], judges: list[str]) -> None:
    assert list(conventions.judges_beside(agents, Rules.standard(len(agents)))) == judges


def test_beside_a_partner_without_finesses_nobody_is_asked_to_play_blind() -> None:
    state = table()
    state.seats[1].address = "conv:beginner"
    assert not any(c.asked for hand in frame(state, BESIDE).hands for c in hand)


@pytest.mark.parametrize(
    "fields",
    [
        {"help": "none"},
        {"help": "clues"},
        {"reasons": Table.Reasons.AFTER},
        {"drawn": True},
        {"daily_id": 1},
        {"conventions": True, "help": "clues", "daily_id": 1},
    ],
)
def test_a_table_that_hides_what_clues_imply_shows_no_conventions(
    fields: dict[str, object],
) -> None:
    told = shown(BESIDE, **fields)
    assert not told.conventions
    assert not any(
        c.chop or c.focus or c.asked or c.said is not None for hand in told.hands for c in hand
    )


@pytest.mark.parametrize("kind", [{"drawn": True}, {"daily_id": 1}])
def test_an_experiment_or_daily_deal_shows_conventions_if_it_was_set_up_so(
    kind: dict[str, object],
) -> None:
    told = shown(BESIDE, conventions=True, reasons=Table.Reasons.AFTER, **kind)
    assert card(told, 9).asked


@pytest.mark.parametrize(
    ("address", "blind", "whose"),
    [
        ("conv:expert", False, "partners"),
        ("rules:piers", False, "common"),
        ("conv:expert", True, "common"),
        ("search:200:conv:expert", False, "partners"),
        ("wary:expert", False, "partners"),
    ],
)
def test_conventions_of_an_unknown_partner_are_called_common(
    address: str, blind: bool, whose: str
) -> None:
    state = table_after(DEAL, players=3, agents=(1,))
    state.seats[1].address, state.seats[1].blind = address, blind
    told = frame(state, Viewpoint(0, open=False))
    assert told.conventions == whose
    by_common = "By the common conventions, then P1 plays slot 1"
    assert clue(told, 2, "r").reads.startswith(by_common) == (whose == "common")
    assert clue(told, 2, "r").said == {13: bits(RULES, "r1", "r2")}


def test_a_finished_game_shows_conventions() -> None:
    assert shown(Viewpoint(None, open=True), drawn=True, reasons=Table.Reasons.AFTER).conventions


def test_conventions_are_computed_once_for_all_receivers_of_a_change() -> None:
    state = table()
    with patch.object(conventions, "reading", wraps=conventions.reading) as read:
        for seat in (None, 0, 1, 2):
            frame(state, Viewpoint(seat, open=False))
    assert read.call_count == 1


def clue(told: p.Frame, seat: int, value: str) -> p.ClueOption:
    return next(one for one in told.legal.clues if (one.seat, one.value) == (seat, value))


@pytest.mark.parametrize(
    ("moves", "seat", "value", "reads"),
    [
        ("", 2, "r", "Then P1 plays slot 1 (red 1); P2 plays slot 2 (red 2)."),
        ("", 1, "g", "Then P1 plays slot 4 (green 1), but it is green 2: a strike."),
        (
            "",
            2,
            "2",
            "Then P1 plays slot 1 (yellow 1), and it is red 1, which is playable too; "
            "P2 plays slot 1 (red 2), but it is yellow 2: a strike.",
        ),
        ("c11", 2, "2", "slot 1 needs a 1 first."),
        ("c11 p4", 0, "3", "slot 5 (red 3) needs red 2 first. But slot 5 is blue 3."),
    ],
)
def test_a_planned_clue_shows_who_would_play_and_what_else_it_would_say(
    moves: str, seat: int, value: str, reads: str
) -> None:
    made = moves.split()
    told = frame(table_after(DEAL, *made, players=3), Viewpoint(len(made), open=False))
    assert clue(told, seat, value).reads.endswith(reads)


def test_a_clue_of_the_sieve_is_explained_by_the_card_that_it_asks_for() -> None:
    state = table_after(deal := "p4 b4 g4 y4 r4  p3 y4 b4 r3 g1", agents=(1,))
    state.seats[1].address, asked = "conv:sieve", "slot 1 (yellow 1, green 1, blue 1 or purple 1)"
    reads = [clue(frame(state, Viewpoint(0, open=False)), 1, value).reads for value in "r4"]
    assert reads == [f"Then P1 plays {asked}.", "It says: slot 5 is to be discarded."]
    told = table_after(deal, "c1r").game
    scene = ExplainedPosition(told, told.view(1), ("P0", "P1"), level="sieve")
    assert about(scene, Move.play(4)).startswith("By convention slot 1 is yellow 1, green 1, ")


def test_what_a_clue_asks_for_is_said_once_and_not_as_if_to_the_receiver() -> None:
    """Playing is asked for in the words of the play; keeping is not."""
    state = table_after("b3 p3 p4 b4 y3  b4 g2 y5 r1 y1", players=2)
    told = frame(state, Viewpoint(0, open=False))
    reads = {one.value: one.reads for one in told.legal.clues}
    assert (reads["1"], reads["5"]) == ("Then P1 plays slot 1.", "It says: keep slot 3.")


def test_a_table_without_conventions_does_not_predict_what_a_clue_asks_for() -> None:
    told = frame(table_after(DEAL, players=3, help="clues"), Viewpoint(0, open=False))
    assert not any(one.reads or one.said for one in told.legal.clues)


@pytest.mark.parametrize(
    ("moves", "hands", "said"),
    [
        (FINESSE, 3, "P0's clue to P2 asks you to play slot 1: red 1. By the cards alone it is "),
        ("c14 c1r", 2, "By convention slot 1 is red 1, which can be played. By the cards alone"),
        ("c14 d0", 2, "Slot 1 is "),
    ],
)
def test_a_reason_for_a_play_begins_with_what_the_conventions_say(
    moves: str, hands: int, said: str
) -> None:
    deal = DEAL if hands == 3 else "y3 p4 g3 b1 r1  b4 p3 b3 g3 g4"
    game = table_after(deal, *moves.split(), players=hands).game
    assert game is not None
    assert game.to_move is not None
    view = game.view(game.to_move)
    scene = ExplainedPosition(game, view, ("P0", "P1", "P2"), level="h3")
    assert about(scene, Move.play(view.own_slots[-1])).startswith(said)


@pytest.mark.parametrize(("clue", "is_alarmed"), [("c24", True), ("c21", False)])
def test_nobody_who_is_to_play_by_convention_is_said_to_discard(
    clue: str, is_alarmed: bool
) -> None:
    """The third player's chop is the red 5; she may hold any 1s, of which one has been played."""
    deal = "r1 b3 p3 p4 b4  b4 g2 y3 y3 r2  r5 y1 b1 g3 p4"
    game = table_after(deal, "p0", "c2b", "c1p", clue, players=3).game
    assert game is not None
    scene = ExplainedPosition(game, game.view(1), ("P0", "P1", "P2"), level="h3")
    assert ("would discard" in situation(scene)) == is_alarmed
