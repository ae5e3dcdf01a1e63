"""From where somebody may look at a table, and who may steer it."""

from __future__ import annotations

import pytest

from game.board.viewpoint import Viewpoint, is_closed, read_viewpoint, viewpoint_of
from game.models import Player, Table
from game.tables import changes
from game.tables.state import load
from tests.game.played import finished

pytestmark = pytest.mark.django_db
AGENTS = [changes.SeatPlan(address="rules:piers"), changes.SeatPlan(address="rules:iggi")]


def seen(table: Table, player: Player | None, through: int | None = None) -> Viewpoint:
    return viewpoint_of(load(table.slug), player, through)


def test_people_look_from_their_seats_and_steer(table: Table, alice: Player, bob: Player) -> None:
    assert seen(table, alice) == Viewpoint(0, open=False, steers=True)
    assert seen(table, bob) == Viewpoint(1, open=False, steers=True)


def test_who_sits_nowhere_sees_no_hand_and_steers_nothing(table: Table, charlie: Player) -> None:
    for player in (charlie, None):
        assert seen(table, player) == Viewpoint(None, open=False)


def test_who_set_up_a_table_of_others_steers_nothing_there(
    alice: Player, bob: Player, charlie: Player
) -> None:
    plans = [changes.SeatPlan(player=alice), changes.SeatPlan(player=bob)]
    assert seen(changes.create(plans, charlie), charlie) == Viewpoint(None, open=False)


def test_of_those_who_watch_agents_only_the_host_steers(alice: Player, bob: Player) -> None:
    table = changes.create(AGENTS, alice)
    assert seen(table, alice) == Viewpoint(None, open=True, steers=True)
    for player in (bob, None):
        assert seen(table, player) == Viewpoint(None, open=True)
        assert seen(table, player, 1) == Viewpoint(1, open=False, watching=True)
    assert seen(table, alice, 1) == Viewpoint(1, open=False, steers=True, watching=True)


def test_nobody_steers_agents_that_nobody_set_up(alice: Player) -> None:
    assert not seen(changes.create(AGENTS, None), None).steers


def test_a_person_with_an_agent_sees_only_the_agents_cards(alice: Player, bob: Player) -> None:
    table = changes.create([AGENTS[0], changes.SeatPlan(player=bob)], bob)
    assert seen(table, bob, 0) == Viewpoint(1, open=False, steers=True)
    assert seen(table, alice, 0) == Viewpoint(None, open=False)


def test_all_hands_open_at_the_end(table: Table, alice: Player) -> None:
    changes.give_up(table.slug, alice, table.version)
    assert seen(table, alice).open
    assert seen(table, None).open


def test_the_hands_of_agents_stay_closed_to_who_took_over(alice: Player) -> None:
    table = changes.create(AGENTS, alice, paused=True)
    changes.take_over(table.slug, alice, 1, table.version)
    assert seen(table, alice, 0) == Viewpoint(1, open=False, steers=True)


def test_an_address_names_a_seat_or_all() -> None:
    assert [read_viewpoint(text, 3) for text in ("all", "0", "2")] == [None, 0, 2]
    for wrong in ("3", "-1", "", "ALL", "01", "²", "1" * 5000):
        with pytest.raises(ValueError, match="number of a seat"):
            read_viewpoint(wrong, 3)


def test_at_the_end_who_watches_from_a_seat_sees_all_hands(bob: Player) -> None:
    table = finished("rules:iggi", "rules:iggi")
    assert seen(table, bob, 1) == Viewpoint(1, open=True, watching=True)


def test_a_table_that_will_be_closed_to_onlookers_is_open_while_it_waits_for_people(
    alice: Player, bob: Player, charlie: Player
) -> None:
    plans = [changes.SeatPlan(player=alice), changes.SeatPlan()]
    table = changes.create(plans, alice, watching=Table.Watching.CLOSED)
    assert not is_closed(load(table.slug), charlie)
    changes.sit(table.slug, bob, 1)
    state = load(table.slug)
    assert [is_closed(state, who) for who in (alice, bob, charlie, None)] == [
        False,
        False,
        True,
        True,
    ]
