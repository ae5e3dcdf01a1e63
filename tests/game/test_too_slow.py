"""An agent that would not decide in time sits down nowhere; where one sits already, it stays."""

from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from agents import registry
from agents.entry import LONGEST_DECISION
from analysis.studies.forms import StudyForm
from game.live import runner
from game.models import Note, Player, Seating, Table
from game.tables import changes
from game.tables.refusals import Refused
from game.tables.state import load
from tests.game.conftest import Connect, seated
from tests.game.doors import BOT, Door, daily, fill, new, play_now, play_on, watch
from tests.game.played import play_out

pytestmark = pytest.mark.django_db(transaction=True)

SLOW = "search:100000,together:wary:expert"


def permitted() -> str:
    """The address that a refusal names."""
    entry = registry.find(SLOW)
    assert entry.largest_within
    address = entry.largest_within(2, LONGEST_DECISION)
    assert address
    return address


def of_page(door: Door) -> Callable[[Client, Player], str]:
    def refused(client: Client, alice: Player) -> str:
        return door(client, alice, SLOW).content.decode()

    refused.__name__ = door.__name__
    return refused


def replace(_: Client, alice: Player) -> str:
    table = bots(alice)
    with pytest.raises(Refused) as refused:
        changes.replace(table.slug, alice, 0, SLOW, table.version)
    return refused.value.text


def again(client: Client, alice: Player) -> str:
    table = bots(alice)
    slow_down(play_out(table.slug))
    return client.post(f"/tables/{table.slug}/again/").content.decode()


def experiment(field: str) -> Callable[[Client, Player], str]:
    def refused(_: Client, __: Player) -> str:
        form = {"title": "T", "consent": "C", "help": "full", "pool": BOT} | {field: SLOW}
        return str(StudyForm(form).errors[field])

    refused.__name__ = f"experiment {field}"
    return refused


def bots(alice: Player, **settings: Any) -> Table:
    """A paused table of two agents."""
    return seated(BOT, BOT, by=alice, delay=0, paused=True, **settings)


def slow_down(table: Table) -> None:
    """Seat the slow agent, as a version before this one did."""
    table.seatings.filter(index=1).update(address=SLOW)


DOORS = [
    *map(of_page, (play_now, watch, fill, play_on, daily)),
    *(replace, again, experiment("pool"), experiment("practice")),
]


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_a_too_slow_agent_is_refused_everywhere_with_the_largest_permitted_budget(
    door: Callable[[Client, Player], str], alice: Player, hers: Client
) -> None:
    answer = door(hers, alice)
    assert f"is {permitted()}." in answer, answer[-2000:]
    assert not Seating.objects.filter(address=SLOW, table__status=Table.Status.RUNNING).exists()


def test_a_new_table_refuses_agents_that_are_not_on_its_menu(hers: Client, alice: Player) -> None:
    assert new(hers, alice, SLOW).status_code == 400
    assert not Table.objects.exists()


@pytest.mark.parametrize("page", ["tables", "replays"])
def test_tables_and_replays_of_slow_agents_open(page: str, alice: Player, hers: Client) -> None:
    table = bots(alice)
    if page == "replays":
        play_out(table.slug)
    slow_down(table)
    assert hers.get(f"/{page}/{table.slug}/").status_code == 200


def test_a_person_may_take_over_a_seat_beside_a_too_slow_agent(alice: Player) -> None:
    table = bots(alice)
    slow_down(table)
    changes.take_over(table.slug, alice, 0, table.version)
    assert load(table.slug).seat_of(alice.pk) == 0


async def test_a_series_of_agents_ends_with_a_message_where_one_may_not_sit_down_again(
    alice: Player, connect: Connect
) -> None:
    def prepare() -> Table:
        table = bots(alice, planned=3)
        slow_down(play_out(table.slug))
        return table

    table = await database_sync_to_async(prepare)()
    await (await connect(table.slug, alice)).until("frame")
    for _ in range(2):
        runner.wake(table.slug)
        await runner.settle()
    notes = await database_sync_to_async(
        lambda: list(Note.objects.filter(table=table).values_list("text", flat=True))
    )()
    assert len(notes) == 1
    assert permitted() in notes[0]
    assert await Table.objects.acount() == 1
