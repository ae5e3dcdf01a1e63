"""Tables fill up, start by themselves, and change agents on the way."""

from __future__ import annotations

import pytest

from game.models import Player, Seating, Table
from game.tables import changes
from game.tables.refusals import Refusal, Refused
from game.tables.state import load

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(alice: Player) -> Table:
    return changes.create([changes.SeatPlan(player=alice), changes.SeatPlan()], alice)


def test_a_table_starts_when_the_last_seat_is_taken(waiting: Table, bob: Player) -> None:
    assert load(waiting.slug).game is None
    changes.sit(waiting.slug, bob, 1)
    state = load(waiting.slug)
    assert state.table.status == Table.Status.RUNNING
    assert state.game is not None


def test_nobody_sits_on_a_taken_seat(waiting: Table, bob: Player) -> None:
    with pytest.raises(Refused) as refused:
        changes.sit(waiting.slug, bob, 0)
    assert refused.value.reason == Refusal.SEAT_TAKEN


def test_nobody_sits_twice(waiting: Table, alice: Player) -> None:
    with pytest.raises(Refused):
        changes.sit(waiting.slug, alice, 1)


@pytest.mark.parametrize("index", [-1, 2, 7])
def test_a_seat_outside_the_table_is_refused(waiting: Table, bob: Player, index: int) -> None:
    with pytest.raises(Refused) as refused:
        changes.sit(waiting.slug, bob, index)
    assert refused.value.reason == Refusal.SEAT_TAKEN
    assert load(waiting.slug).table.version == 0


def test_a_table_waits_until_the_last_seat_is_taken(
    alice: Player, bob: Player, charlie: Player
) -> None:
    table = changes.create([changes.SeatPlan(player=alice)] + [changes.SeatPlan()] * 2, alice)
    assert changes.sit(table.slug, bob, 1) == 1
    assert load(table.slug).table.status == Table.Status.OPEN
    assert changes.sit(table.slug, charlie, 2) == 2
    assert load(table.slug).table.status == Table.Status.RUNNING


def test_a_running_game_is_neither_joined_nor_left(
    table: Table, bob: Player, charlie: Player
) -> None:
    for change, args in (
        (changes.sit, (charlie, 1)),
        (changes.stand_up, (bob,)),
        (changes.fill, (bob, "rules:iggi")),
    ):
        with pytest.raises(Refused) as refused:
            change(table.slug, *args)
        assert refused.value.reason == Refusal.ALREADY_STARTED
    assert load(table.slug).seats[1].player_id == bob.pk


def test_only_who_sits_there_stands_up_or_starts(waiting: Table, bob: Player) -> None:
    for change, args in ((changes.stand_up, (bob,)), (changes.fill, (bob, "rules:iggi"))):
        with pytest.raises(Refused) as refused:
            change(waiting.slug, *args)
        assert refused.value.reason == Refusal.NOT_SEATED
    assert load(waiting.slug).table.status == Table.Status.OPEN


def test_agents_take_no_persons_seat(waiting: Table, alice: Player) -> None:
    changes.fill(waiting.slug, alice, "rules:piers")
    assert load(waiting.slug).seats[0].player_id == alice.pk


def test_whoever_stands_up_leaves_the_seat_open(waiting: Table, alice: Player) -> None:
    changes.stand_up(waiting.slug, alice)
    assert load(waiting.slug).seats[0].kind == Seating.Kind.EMPTY


def test_agents_fill_the_open_seats(waiting: Table, alice: Player) -> None:
    changes.fill(waiting.slug, alice, "rules:piers")
    state = load(waiting.slug)
    assert state.seats[1].address == "rules:piers"
    assert state.seats[1].agent_version
    assert state.table.status == Table.Status.RUNNING


def test_an_unknown_agent_is_refused_and_no_table_is_made(alice: Player) -> None:
    plans = [changes.SeatPlan(player=alice), changes.SeatPlan(address="rules:nobody")]
    with pytest.raises(Refused) as refused:
        changes.create(plans, alice)
    assert refused.value.reason == Refusal.NO_SUCH_AGENT
    assert not Table.objects.exists()


def test_another_agent_goes_on_and_the_log_says_so(alice: Player) -> None:
    plans = [changes.SeatPlan(player=alice), changes.SeatPlan(address="rules:piers")]
    table = changes.create(plans, alice)
    changes.replace(table.slug, alice, 1, "rules:iggi", table.version)
    state = load(table.slug)
    assert state.seats[1].address == "rules:iggi"
    assert "in place of" in state.notes[-1].text


def test_a_person_is_not_replaced(table: Table, alice: Player) -> None:
    with pytest.raises(Refused) as refused:
        changes.replace(table.slug, alice, 1, "rules:iggi", table.version)
    assert refused.value.reason == Refusal.NOT_ALLOWED


def test_seeds_of_tables_differ_and_hold_128_bits(alice: Player) -> None:
    plans = [changes.SeatPlan(player=alice), changes.SeatPlan()]
    seeds = {changes.create(plans, alice).seed for _ in range(5)}
    assert len(seeds) == 5
    assert all(len(seed) == 32 for seed in seeds)


def test_seats_with_the_same_agent_have_different_names() -> None:
    plans = [changes.SeatPlan(address="rules:piers") for _ in range(3)]
    table = changes.create(plans, None)
    names = [seat.name for seat in load(table.slug).seats]
    assert names[0] == "Piers"
    assert len(set(names)) == 3
    assert all(name.isalpha() for name in names)
