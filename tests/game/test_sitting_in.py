"""Whoever is away blocks nobody: a bot sits in by another's wish, and gives the seat back."""

import asyncio
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from analysis.traces.tables import trace_of_table
from game.board.perspective import frame
from game.board.viewpoint import Viewpoint, viewpoint_of
from game.live import presence
from game.models import Player, Seating, Table
from game.tables import agent_turns, changes
from game.tables.refusals import Refused
from game.tables.state import load
from tests.game.conftest import Connect, first_legal

pytestmark = pytest.mark.django_db(transaction=True)


def leave(table: Table, player: Player, seconds: int) -> None:
    """As if this person had been here, and gone so long ago."""
    state = load(table.slug)
    presence.mark(state, player, True)
    presence.mark(state, player, False)
    left = timezone.now() - timedelta(seconds=seconds)
    Seating.objects.filter(table=table, player=player).update(left=left, last_seen=left)


def test_a_bot_sits_in_for_an_absent_player_until_they_return(
    table: Table, alice: Player, bob: Player
) -> None:
    leave(table, bob, 40)
    Seating.objects.filter(table=table).update(card="h5:no-self-finesses")
    version = changes.sit_in(table.slug, alice, 1, 0)
    bot = (state := load(table.slug)).seats[1]
    assert (bot.address, bot.sits_for) == ("conv:h5:no-self-finesses", "Bob")
    assert state.notes[-1].text.endswith("moves for Bob, who is away.")
    changes.submit(table.slug, changes.Actor(player=alice), first_legal(table, 0), version)
    agent_turns.play_out(table.slug)
    assert [row.seat for row in load(table.slug).moves] == [0, 1]
    changes.come_back(table.slug, bob)
    back = f"Bob is back. Meanwhile {bot.name} made a move for Bob."
    assert load(table.slug).notes[-1].text == back


@pytest.mark.parametrize("seconds", [20, 0])
def test_a_player_away_for_less_than_30_seconds_is_not_replaced(
    table: Table, alice: Player, bob: Player, seconds: int
) -> None:
    leave(table, bob, seconds)
    with pytest.raises(Refused, match="30 seconds"):
        changes.sit_in(table.slug, alice, 1, 0)
    assert load(table.slug).seats[1].kind == "person"


def test_an_absent_player_has_the_first_half_minute(table: Table, alice: Player) -> None:
    with pytest.raises(Refused, match="30 seconds"):
        changes.sit_in(table.slug, alice, 1, 0)
    Table.objects.update(started=timezone.now() - timedelta(seconds=31))
    assert changes.sit_in(table.slug, alice, 1, 0) == 1


def test_only_another_person_of_the_table_may_ask_for_a_substitute(
    table: Table, alice: Player, bob: Player, charlie: Player
) -> None:
    leave(table, bob, 40)
    leave(table, alice, 40)
    for player, seat in ((charlie, 1), (bob, 1), (alice, 5)):
        with pytest.raises(Refused):
            changes.sit_in(table.slug, player, seat, 0)


def test_the_absent_persons_cards_stay_secret(table: Table, alice: Player, bob: Player) -> None:
    """Also when the bot sat in before the first move, so that its row is the seat's only one."""
    leave(table, bob, 40)
    leave(table, alice, 40)
    version = changes.sit_in(table.slug, alice, 1, 0)
    assert not (state := load(table.slug)).bots_only
    assert all(card.id is None for card in frame(state, viewpoint_of(state, None)).hands[0])
    assert viewpoint_of(state, bob) == Viewpoint(1, open=False, steers=True)
    changes.sit_in(table.slug, bob, 0, version)
    assert not (state := load(table.slug)).bots_only
    assert not viewpoint_of(state, None).open


def test_a_person_cannot_move_while_the_bot_sits_there(
    table: Table, alice: Player, bob: Player
) -> None:
    leave(table, alice, 40)
    version = changes.sit_in(table.slug, bob, 0, 0)
    with pytest.raises(Refused, match="sits in for you"):
        changes.submit(table.slug, changes.Actor(player=alice), first_legal(table, 0), version)


def test_the_trace_of_a_game_with_a_substitute_says_who_moved_and_counts_for_nobody(
    table: Table, alice: Player, bob: Player
) -> None:
    leave(table, bob, 40)
    changes.sit_in(table.slug, alice, 1, 0)
    changes.come_back(table.slug, bob)
    actor, version = changes.Actor(player=alice), load(table.slug).table.version
    version = changes.submit(table.slug, actor, first_legal(table, 0), version)
    changes.submit(table.slug, changes.Actor(player=bob), first_legal(table, 1), version)
    leave(table, bob, 40)
    changes.sit_in(table.slug, alice, 1, version + 1)
    state = load(table.slug)
    assert frame(state, Viewpoint(0, open=False)).marks == ["sit_in"]
    trace = trace_of_table(state)
    facts = [(s.seat, s.from_turn, s.kind, s.sits_for_person) for s in trace.document.lab.seats]
    assert facts == [(0, 0, "person", False), (1, 0, "person", False), (1, 2, "agent", True)]
    assert trace.people == (None, None)
    assert all("Bob" not in note.text for note in trace.document.lab.notes)


def test_no_seat_is_given_back_in_a_finished_game(table: Table, alice: Player, bob: Player) -> None:
    leave(table, bob, 40)
    changes.sit_in(table.slug, alice, 1, 0)
    version = changes.give_up(table.slug, alice, 1)
    assert changes.come_back(table.slug, bob) is None
    state = load(table.slug)
    assert (state.table.version, state.seats[1].sits_for) == (version, "Bob")


def test_coming_back_to_ones_own_seat_changes_nothing(table: Table, bob: Player) -> None:
    assert changes.come_back(table.slug, bob) is None
    assert load(table.slug).table.version == 0


@pytest.mark.long
async def test_the_seat_goes_back_at_the_next_visit(
    table: Table, alice: Player, bob: Player, connect: Connect
) -> None:
    await database_sync_to_async(leave)(table, bob, 40)
    first = await connect(table.slug, alice)
    await first.until("presence")
    await first.send(t="sit_in", id="a", v=0, seat=1)
    assert (await first.until("frame"))["frame"]["seats"][1]["sits_for"] == "Bob"
    second = await connect(table.slug, bob)
    back = (await first.until("frame"))["frame"]
    assert (back["seats"][1]["kind"], back["seats"][1]["name"]) == ("person", "Bob")
    assert back["seats"][1].get("present", True)
    assert back["log"][-1]["text"] == "Bob is back."
    assert (await first.until("presence"))["present"] == [True, True]
    assert (await second.until("frame"))["frame"]["you"] == 1


@pytest.mark.long
async def test_a_second_window_keeps_a_person_present(
    table: Table, alice: Player, bob: Player, connect: Connect
) -> None:
    watcher = await connect(table.slug, bob)
    await watcher.until("presence")
    await connect(table.slug, alice)
    other = await connect(table.slug, alice)
    assert (await watcher.until("presence"))["present"] == [True, True]
    await other.communicator.disconnect()
    # The one that goes says goodbye, the one that stays says that it is there: in a moment on a
    # quiet machine, and perhaps in one message.
    await asyncio.sleep(1)
    async with asyncio.timeout(30):
        while not all(
            seat.present for seat in (await database_sync_to_async(load)(table.slug)).seats
        ):
            await asyncio.sleep(0.1)
