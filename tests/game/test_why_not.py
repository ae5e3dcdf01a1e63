"""“Why not?”: why a bot did not play a clued card, as everybody may know it."""

from dataclasses import replace
from random import Random

import pytest
from django.test import Client

from agents import registry
from game.board.perspective import at_turn, frame
from game.board.viewpoint import Viewpoint
from game.board.why_not import NOT_YET, why_not
from game.models import Player, Seating
from game.tables import changes
from game.tables.state import TableState, load
from native import Move
from tests.game.conftest import login, seated
from tests.game.known_deals import table_after
from tests.game.played import finished
from tests.game.positions import random_state, twin

ME = Viewpoint(0, open=False)
HANDS = "g4 g3 b3 p3 b4  r3 y1 g1 b2 r1"
OLDEST, NEWEST = 5, 9


def asked(order: int, *moves: str, address: str = "rules:piers") -> str:
    """What the bot at seat 1 says of a card after these moves."""
    state = table_after(HANDS, *moves, agents=(1,))
    state.seats[1].address = address
    return why_not(state, order)


def test_a_bot_names_a_card_that_could_not_be_played_yet() -> None:
    said = asked(OLDEST, "c1r", "c14")
    knew = "I only knew that this card was clued red: it could be red 2, which wasn't playable yet."
    assert said == knew


def test_a_bot_with_conventions_says_what_it_took_the_card_for() -> None:
    said = asked(NEWEST, "c1r", "c14", address="conv:expert")
    assert said == "I took this card for red 2, red 3, red 4 or red 5: red 2 wasn't playable yet."
    assert asked(OLDEST, "c1r", "c14", address="conv:expert") == (
        "I took this card for red 1, but first I clued your 4s."
    )


def test_a_bot_says_what_it_did_before_a_card_known_to_be_playable() -> None:
    said = asked(6, "c11", "c14")
    assert said == "I knew that this card could be played, but first I clued your 4s."


def test_why_not_before_the_bots_next_turn_says_to_wait() -> None:
    assert asked(OLDEST, "c1r") == NOT_YET
    with pytest.raises(ValueError, match="clued card of a bot"):
        asked(7, "c1r", "c14")


def test_the_answer_depends_only_on_what_the_asking_person_sees() -> None:
    random, compared = Random("why not"), 0
    while compared < 60:
        state = random_state(random)
        rules, me = state.game.rules, random.randrange(state.game.rules.players)
        conv = registry.find("conv:expert").plays_at(rules)
        here, there = (
            with_agents(one, me, "conv:expert" if conv else "rules:piers")
            for one in (state, twin(random, state, me))
        )
        for seat in set(range(rules.players)) - {me}:
            for slot in range(rules.hand_size):
                order = state.game.order(seat, slot)
                if order is not None and state.game.touched(seat, slot):
                    compared += 1
                    assert why_not(here, order) == why_not(there, order)


def with_agents(state: TableState, me: int, address: str) -> TableState:
    """The table with agents of this address at all seats but one."""
    seats = [
        Seating(index=seat.index, kind=seat.kind, name=seat.name)
        if seat.index == me
        else Seating(index=seat.index, kind=Seating.Kind.AGENT, name=seat.name, address=address)
        for seat in state.seats
    ]
    return replace(state, seatings=seats)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("settings", "allowed"), [({}, True), ({"reasons": "after"}, False), ({"drawn": True}, False)]
)
def test_only_players_may_ask_why_not_and_only_where_reasons_are_shown(
    client: Client, alice: Player, charlie: Player, settings: dict[str, object], allowed: bool
) -> None:
    table = seated(alice, "rules:piers", seed="why not", **settings)
    state = load(table.slug)
    clue = next(move for move in state.game.legal_moves() if move.is_clue)
    changes.submit(table.slug, changes.Actor(player=alice), clue, 0)
    state = load(table.slug)
    assert frame(state, ME).may_ask_why == allowed
    changes.submit(table.slug, changes.Actor(agent_seat=1), Move.rank(1, card_of(state)), 1)
    order = next(card.order for card in frame(state, ME).hands[1] if card.touched)
    page = f"/tables/{table.slug}/why-not/?order={order}"
    assert login(client, charlie).get(page).status_code == 409
    answer = login(client, alice).get(page)
    assert answer.status_code == (200 if allowed else 409)
    assert answer.json().get("text", "").startswith("I ") == allowed


@pytest.mark.long
@pytest.mark.django_db
def test_in_a_replay_everybody_may_ask_about_any_turn(client: Client) -> None:
    table = finished("conv:expert", "conv:expert", "rules:piers", seed="why not")
    slug, state = table.slug, load(table.slug)
    shown = client.get(f"/replays/{slug}/frames.json").json()["frames"]
    asked = [
        (turn, seat, card["order"])
        for turn, one in enumerate(shown)
        for seat, hand in enumerate(one["hands"])
        for card in hand
        if one["may_ask_why"] and card.get("touched")
    ]
    said = {}
    for turn, _, order in asked[::5]:
        answer = client.get(f"/replays/{slug}/why-not/", {"turn": turn, "order": order})
        assert answer.status_code == 200
        said[turn, order] = answer.json()["text"]
        assert said[turn, order] == why_not(at_turn(state, turn), order)
    assert len({*said.values()}) > 5
    assert NOT_YET in said.values()
    address = f"/replays/{slug}/why-not/"
    assert client.get(address, {"turn": 1, "order": 49}).status_code == 409
    assert client.get(address, {"turn": 999, "order": 0}).status_code == 404
    running = seated("conv:expert", "conv:expert", paused=True)
    assert client.get(f"/replays/{running.slug}/why-not/?turn=0&order=0").status_code == 403


def card_of(state: TableState) -> int:
    """A rank in Alice's hand."""
    return state.game.hands[0][0].rank
