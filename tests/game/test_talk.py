"""Notes on cards and words at the table: who hears them, how much, and where there is none."""

import json

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import timezone

from game.models import CardNote, Chat, Player, Seating, Table
from game.replays.traces import trace_of
from game.tables import changes, talk
from game.tables.refusals import Refusal, Refused
from game.tables.state import load
from tests.game.conftest import Connect, login, refuses, seated

pytestmark = pytest.mark.django_db(transaction=True)


async def test_chat_reaches_the_players_of_the_table_alone(
    table: Table, alice: Player, bob: Player, connect: Connect
) -> None:
    first, second = await connect(table.slug, alice), await connect(table.slug, bob)
    onlooker = await connect(table.slug)
    assert (await second.until("chat"))["lines"] == []
    await first.send(t="say", id="a", text="Hello  there\n")
    line = (await second.until("chat"))["lines"][0]
    assert (line["seat"], line["turn"], line["text"]) == (0, 1, "Hello there")
    assert (await first.until("ack"))["id"] == "a"
    await onlooker.send(t="ping", n=1)
    kinds = []
    while not kinds or kinds[-1] != "pong":
        kinds.append((await onlooker.receive())["t"])
    assert not {"chat", "notes"} & {*kinds}
    await second.send(t="say", id="b", text="And to you")
    assert (await second.until("ack"))["id"] == "b"
    again = await connect(table.slug, bob)
    lines = (await again.until("chat"))["lines"]
    assert [(one["seat"], one["text"]) for one in lines] == [(0, "Hello there"), (1, "And to you")]


async def test_a_line_or_note_resent_after_a_lost_answer_is_stored_once(
    table: Table, alice: Player, bob: Player, connect: Connect
) -> None:
    for player, sent in ((alice, "a"), (alice, "a"), (alice, "b"), (bob, "a")):
        socket = await connect(table.slug, player)
        for said in ({"t": "say", "id": sent}, {"t": "note", "id": f"note {sent}", "order": 3}):
            await socket.send(**said, text="Hello")
            assert (await socket.until("ack"))["id"] == said["id"]
    again = await connect(table.slug, alice)
    assert len((await again.until("notes"))["notes"]) == 2
    assert [one["seat"] for one in (await again.until("chat"))["lines"]] == [0, 0, 1]


async def test_a_note_is_its_writers_alone_until_the_end(
    table: Table, alice: Player, bob: Player, connect: Connect
) -> None:
    first, second = await connect(table.slug, alice), await connect(table.slug, bob)
    assert (await first.until("notes"))["notes"] == (await second.until("notes"))["notes"] == []
    for text in ("a red one?", "no, yellow"):
        await first.send(t="note", id=text, order=3, text=text)
        noted = (await first.until("notes"))["notes"]
    assert [(n["seat"], n["order"], n["turn"], n["text"]) for n in noted] == [
        (0, 3, 1, "a red one?"), (0, 3, 1, "no, yellow")
    ]  # fmt: skip
    state = await database_sync_to_async(load)(table.slug)
    assert (await database_sync_to_async(talk.noted)(state, bob)).notes == []
    assert await database_sync_to_async(talk.noted)(state, None) is None


def test_the_replay_shows_the_notes_of_all(table: Table, alice: Player, client: Client) -> None:
    talk.write_note(load(table.slug), alice, 0, "mine", "1")
    changes.give_up(table.slug, alice, 0)
    told = json.loads(client.get(f"/replays/{table.slug}/frames.json?seat=all").content)
    assert told["notes"] == [{"seat": 0, "order": 0, "turn": 1, "text": "mine"}]


def test_where_players_are_hidden_nobody_reads_which_seats_wrote_notes(
    table: Table, alice: Player, bob: Player
) -> None:
    talk.write_note(load(table.slug), alice, 0, "mine", "1")
    changes.give_up(table.slug, alice, 0)
    Seating.objects.update(blind=True)
    read = [talk.noted(load(table.slug), player) for player in (alice, bob, None)]
    assert [one and len(one.notes) for one in read] == [1, 0, None]


def test_strangers_do_not_read_names_in_notes_not_even_former_ones(
    table: Table, alice: Player, bob: Player, charlie: Player
) -> None:
    Player.objects.filter(pk=bob.pk).update(named=True)
    Player.objects.filter(pk=alice.pk).update(named=False)
    talk.write_note(load(table.slug), alice, 0, "Bob wants this, says Alice", "1")
    changes.give_up(table.slug, alice, 0)

    def read(player: Player | None) -> str:
        client = login(Client(), player) if player else Client()
        told = client.get(f"/replays/{table.slug}/frames.json?seat=all").json()
        return str(told["notes"][0]["text"])

    for name in ("Alice", "Alicia"):
        Player.objects.filter(pk=alice.pk).update(name=name)
        assert read(alice) == read(bob) == "Bob wants this, says Alice"
        assert read(charlie) == read(None) == "Bob wants this, says Player 1"


def test_traces_contain_no_chat_or_notes(table: Table, alice: Player) -> None:
    talk.write_note(load(table.slug), alice, 0, "my secret thought", "1")
    talk.say(load(table.slug), alice, "what I said", "1")
    changes.give_up(table.slug, alice, 0)
    trace = json.dumps(trace_of(load(table.slug)))
    assert not [said for said in ("my secret thought", "what I said") if said in trace]


def test_messages_are_limited_and_allowed_again_after_a_while(
    table: Table, alice: Player, bob: Player
) -> None:
    for number in range(talk.AT_ONCE):
        talk.say(load(table.slug), alice, "again", f"{number}")
    with refuses(Refusal.TOO_FAST):
        talk.say(load(table.slug), alice, "again", "too many")
    talk.say(load(table.slug), bob, "I have not said anything yet", "0")
    Chat.objects.update(at=timezone.now() - talk.WITHIN)
    talk.say(load(table.slug), alice, "once more", "later")
    assert Chat.objects.count() == talk.AT_ONCE + 2


def test_there_is_no_chat_with_bots_alone_nor_in_an_experiment(
    table: Table, alice: Player, charlie: Player
) -> None:
    mine = seated(alice, "rules:piers")
    for slug, player in ((mine.slug, alice), (table.slug, charlie)):
        with pytest.raises(Refused):
            talk.say(load(slug), player, "hello", "1")
    Table.objects.filter(pk=table.pk).update(drawn=True)
    with pytest.raises(Refused, match="no chat"):
        talk.say(load(table.slug), alice, "hello", "1")
    Table.objects.filter(pk=table.pk).update(drawn=False)
    Seating.objects.filter(table=table, index=1).update(blind=True)
    assert talk.heard(load(table.slug), alice) is None


def test_notes_are_limited_and_undrawn_cards_bear_none(table: Table, alice: Player) -> None:
    for number in range(talk.MOST_NOTES):
        talk.write_note(load(table.slug), alice, 9, "the newest", f"{number}")
    for order, reason in ((10, Refusal.NO_SUCH_CARD), (9, Refusal.NOT_ALLOWED)):
        with refuses(reason):
            talk.write_note(load(table.slug), alice, order, "one more", "one more")
    assert CardNote.objects.count() == talk.MOST_NOTES


async def test_a_message_that_is_too_long_is_refused(
    table: Table, alice: Player, connect: Connect
) -> None:
    socket = await connect(table.slug, alice)
    await socket.send(t="say", id="a", text="x" * 201)
    assert (await socket.until("refused"))["reason"] == "garbage"
    assert not await database_sync_to_async(Chat.objects.exists)()
