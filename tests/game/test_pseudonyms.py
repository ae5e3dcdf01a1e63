"""Strangers read no name of people who did not agree, wherever a finished game is told."""

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from game.live import broadcast
from game.models import Player, Seating, Table
from game.tables import changes
from game.tables.pseudonyms import without_names
from game.tables.state import load
from tests.game.conftest import Connect, arrived, first_legal, seated
from tests.game.played import finished

pytestmark = pytest.mark.django_db


PAGES = ("replays/{}/", "replays/{}/frames.json", "replays/{}/trace.json", "tables/{}/")
MORE = (
    "replays/{}/how-known/?turn=1",
    "replays/{}/line/0/",
    "replays/{}/hindsight.json",
    "replays/{}/coach.json",
)


@pytest.fixture
def over(alice: Player, bob: Player) -> Table:
    """Amaryllis and Bartholomew, after a move, and an end since Bartholomew is not there."""
    for player, name in ((alice, "Amaryllis"), (bob, "Bartholomew")):
        player.name = name
        player.save()
    table = seated(alice, bob, seed="a table for two", delay=0)
    version = changes.submit(table.slug, changes.Actor(player=alice), first_legal(table, 0), 0)
    changes.give_up(table.slug, alice, version)
    return Table.objects.get(pk=table.pk)


def told(client: Client, over: Table, pages: tuple[str, ...] = PAGES) -> str:
    answers = [client.get("/" + page.format(over.slug)) for page in pages]
    assert [answer.status_code for answer in answers] == [200] * len(pages)
    return "".join(answer.content.decode() for answer in answers)


def test_a_stranger_reads_all_of_a_game_with_pseudonyms(over: Table, client: Client) -> None:
    read = told(client, over, PAGES + MORE)
    assert "Amaryllis" not in read
    assert "Bartholomew" not in read
    assert "Player 1" in read
    assert "Player 2" in read


def test_players_read_the_names_at_their_own_tables(over: Table, his: Client) -> None:
    read = told(his, over)
    assert "Amaryllis" in read
    assert "Bartholomew" in read


def test_only_a_player_who_agrees_is_named(over: Table, hers: Client, client: Client) -> None:
    hers.post("/accounts/naming/", {"named": "yes"})
    read = told(client, over)
    assert "Amaryllis" in read
    assert "Bartholomew" not in read
    hers.post("/accounts/naming/", {"named": "no"})
    assert "Amaryllis" not in told(client, over)


@pytest.mark.parametrize("named", [False, True])
def test_people_of_one_name_have_two_pseudonyms(alice: Player, bob: Player, named: bool) -> None:
    Player.objects.update(name="Anna")
    Player.objects.filter(pk=alice.pk).update(named=named)
    table = seated(*Player.objects.order_by("pk"), "rules:piers")
    changes.give_up(table.slug, alice, table.version)
    read = load(table.slug).for_strangers
    first = "Anna" if named else "Player 1"
    assert [seat.name for seat in read.seats] == [first, "Player 2", "Piers"]
    assert without_names("Anna and Anna 2 agreed.", read.hidden) == f"{first} and Player 2 agreed."


def test_a_bot_keeps_the_name_that_it_shares_with_a_person(alice: Player) -> None:
    Player.objects.update(name="Piers")
    table = seated("rules:piers", Player.objects.get())
    changes.give_up(table.slug, alice, table.version)
    read = load(table.slug).for_strangers
    assert without_names("Piers and Piers 2 agreed.", read.hidden) == "Piers and Player 2 agreed."


def test_a_deleted_player_counts_as_not_having_agreed(
    over: Table, alice: Player, client: Client
) -> None:
    Player.objects.filter(pk=alice.pk).update(named=True)
    assert "Amaryllis" in told(client, over)
    alice.delete()
    assert "Amaryllis" not in told(client, over)


def test_a_player_with_a_substitute_is_not_named_either(over: Table, client: Client) -> None:
    Seating.objects.create(
        table=over, index=1, from_turn=1, kind=Seating.Kind.AGENT, address="rules:piers",
        name="Piers for Bartholomew", sits_for="Bartholomew",
    )  # fmt: skip
    assert "Bartholomew" not in told(client, over)


def test_agents_keep_their_names(client: Client) -> None:
    assert "Piers" in told(client, finished("rules:piers", "rules:iggi", seed="named"))


@pytest.mark.django_db(transaction=True)
async def test_a_strangers_socket_receives_no_name_either(
    over: Table, bob: Player, connect: Connect
) -> None:
    names = await database_sync_to_async(lambda: [s.name for s in load(over.slug).seats])()
    stranger, player = await connect(over.slug), await connect(over.slug, bob)
    assert [seat["name"] for seat in (await player.until("frame"))["frame"]["seats"]] == names
    frame = (await stranger.until("frame"))["frame"]
    assert [seat["name"] for seat in frame["seats"]] == ["Player 1", "Player 2"]
    assert not any(name in str(frame) for name in names)


@pytest.mark.django_db(transaction=True)
async def test_a_stranger_who_sees_the_end_receives_no_name(
    table: Table, bob: Player, connect: Connect
) -> None:
    stranger, player = await arrived(connect, table.slug, None, bob)
    version = await database_sync_to_async(changes.close)(table.slug, "Alice and Bob are gone.")
    await broadcast.announce(table.slug, version)
    assert "Alice" in str((await player.until("frame"))["frame"])
    frame = (await stranger.until("frame"))["frame"]
    assert frame["status"] == "finished"
    assert frame["log"][-1]["text"] == "Player 1 and Player 2 are gone."
    assert [seat["name"] for seat in frame["seats"]] == ["Player 1", "Player 2"]


@pytest.mark.django_db(transaction=True)
async def test_a_stranger_who_looks_back_from_the_end_receives_no_name(
    over: Table, bob: Player, connect: Connect
) -> None:
    for who, named in ((None, False), (bob, True)):
        socket = await connect(over.slug, who)
        await socket.send(t="look", turn=1)
        past = str((await socket.until("past"))["frame"])
        for name in ("Amaryllis", "Bartholomew"):
            assert (name in past) == named


def test_a_name_that_begins_with_another_one_is_left_out_whole() -> None:
    names = {"Ann": "Player 1", "Ann Lee": "Player 2"}
    for order in (names, dict(reversed(names.items()))):
        said = without_names("Ann and Ann Lee took back turn 1, not Annabel.", order)
        assert said == "Player 1 and Player 2 took back turn 1, not Annabel."


def test_while_the_game_runs_whoever_looks_on_knows_who_plays(table: Table, client: Client) -> None:
    assert "Alice" in client.get(table.get_absolute_url()).content.decode()
