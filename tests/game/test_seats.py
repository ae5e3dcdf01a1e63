"""Tables fill up, start by themselves, and change agents on the way."""

import pytest
from django.test import Client

from agents import registry
from game import protocol
from game.models import CardNote, Chat, Note, Player, Seating, Table
from game.tables import changes, requests, talk
from game.tables.refusals import Refusal, Refused
from game.tables.state import load, rules_of
from native import Move
from tests.game.conftest import refuses, seated
from tests.game.doors import NEW_TABLE

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(alice: Player) -> Table:
    return seated(alice, "")


def test_nobody_sits_twice(waiting: Table, alice: Player) -> None:
    with pytest.raises(Refused):
        changes.sit(waiting.slug, alice, 1)


@pytest.mark.parametrize("index", [0, -1, 2, 7])
def test_a_seat_that_is_taken_or_outside_the_table_is_refused(
    waiting: Table, bob: Player, index: int
) -> None:
    with refuses(Refusal.SEAT_TAKEN):
        changes.sit(waiting.slug, bob, index)
    assert load(waiting.slug).table.version == 0


def test_a_table_waits_until_the_last_seat_is_taken(
    alice: Player, bob: Player, charlie: Player
) -> None:
    table = seated(alice, "", "")
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
        with refuses(Refusal.ALREADY_STARTED):
            change(table.slug, *args)
    assert load(table.slug).seats[1].player_id == bob.pk


def test_only_a_seated_player_stands_up_or_starts(waiting: Table, bob: Player) -> None:
    for change, args in ((changes.stand_up, (bob,)), (changes.fill, (bob, "rules:iggi"))):
        with refuses(Refusal.NOT_SEATED):
            change(waiting.slug, *args)
    assert load(waiting.slug).table.status == Table.Status.OPEN


def test_whoever_stands_up_leaves_the_seat_open(waiting: Table, alice: Player) -> None:
    changes.stand_up(waiting.slug, alice)
    assert load(waiting.slug).seats[0].kind == Seating.Kind.EMPTY


def test_agents_fill_the_open_seats(waiting: Table, alice: Player) -> None:
    changes.fill(waiting.slug, alice, "rules:piers")
    state = load(waiting.slug)
    assert state.seats[0].player_id == alice.pk
    assert state.seats[1].address == "rules:piers"
    assert state.seats[1].agent_version
    assert state.table.status == Table.Status.RUNNING


def test_an_unknown_agent_is_refused_and_no_table_is_made(alice: Player) -> None:
    with refuses(Refusal.NO_SUCH_AGENT):
        seated(alice, "rules:nobody")
    assert not Table.objects.exists()


def test_seats_with_the_same_agent_have_different_names_and_none_of_another_bot() -> None:
    first, *copies = [seat.name for seat in load(seated(*["conv:h1"] * 6).slug).seats]
    assert first == "Lena"
    assert len(set(copies) - {entry.called for entry in registry.everyone()}) == 5
    assert all(name.isalpha() for name in copies)


BLIND = changes.SeatPlan(address="rules:piers", alias="Partner", blind=True)


def test_every_agent_that_played_blind_is_named_at_once(alice: Player) -> None:
    table = changes.create([changes.SeatPlan(player=alice), BLIND, BLIND], alice)
    changes.reveal(table.slug)
    assert [seat.blind for seat in load(table.slug).seats] == [False] * 3
    assert load(table.slug).seats[1].name == "Piers"


def test_the_waiting_room_does_not_reveal_who_plays_blind(client: Client, alice: Player) -> None:
    named = changes.SeatPlan(address="rules:iggi")
    table = changes.create([BLIND, named, changes.SeatPlan()], alice)
    page = client.get(f"/tables/{table.slug}/")
    assert [seat["address"] for seat in page.context["seats"]] == ["", "rules:iggi", ""]
    assert [seat["name"] for seat in page.context["seats"]] == ["Partner", "Ida", ""]


def test_a_new_agent_gets_another_name_than_one_that_joined_during_the_game(alice: Player) -> None:
    table = seated("rules:iggi", "rules:outer", "rules:internal", by=alice, paused=True)
    changes.submit(table.slug, changes.Actor(agent_seat=0), Move.play(0), table.version)
    for index in (0, 1):
        version = load(table.slug).table.version
        changes.replace(table.slug, alice, index, "rules:piers", version)
    names = [seat.name for seat in load(table.slug).seats]
    assert len(set(names)) == 3


def test_the_menu_of_a_seat_offers_only_agents_that_the_table_accepts(
    hers: Client, alice: Player
) -> None:
    table = seated("rules:piers", "rules:piers", by=alice, variant="Rainbow (5 Suits)", paused=True)
    rules = rules_of(table)
    page = hers.get(f"/tables/{table.slug}/")
    assert "Rainbow (5 Suits): Every colour" in page.content.decode()
    offered = [one.entry.address for _, group in page.context["replacements"] for one in group]
    assert "rules:piers" in offered
    assert not [one for one in offered if not registry.find(one).plays_at(rules)]
    assert Client().get(f"/tables/{table.slug}/").context["replacements"] == []
    # Which they would be at another table.
    assert not registry.find("hat:information").plays_at(rules)


def test_a_note_is_numbered_by_the_next_turn(alice: Player, bob: Player) -> None:
    table = seated(alice, bob)
    version = changes.submit(table.slug, changes.Actor(player=alice), Move.play(0), table.version)
    changes.give_up(table.slug, bob, version)
    assert Note.objects.get().turn == 2


def test_a_table_of_six_is_made_and_dealt(client: Client) -> None:
    seats = {f"seat_{index}": "conv:expert" for index in range(1, 6)}
    answer = client.post("/tables/new/", NEW_TABLE | {"players": "6", "name": "Ana"} | seats)
    assert answer.status_code == 302, answer.context["form"].errors
    state = load(Table.objects.get().slug)
    assert (len(state.seats), state.game.rules.hand_size) == (6, 3)


WORDS = "cannot play here any more"


def test_a_blocked_player_may_watch_but_not_play(table: Table, alice: Player, hers: Client) -> None:
    Player.objects.filter(pk=alice.pk).update(blocked=True)
    assert hers.get(table.get_absolute_url()).status_code == 200
    refused = hers.post("/play/")
    assert refused.status_code == 403
    assert WORDS in refused.content.decode()
    assert Table.objects.count() == 1
    assert hers.post(f"/tables/{table.slug}/hint/", {"v": "0"}).status_code == 403
    move = protocol.Play(id="a", v=0, order=0)
    with pytest.raises(Refused, match=WORDS):
        requests.carry_out(table.slug, Player.objects.get(pk=alice.pk), move)
    assert not load(table.slug).moves


def test_a_blocked_player_gets_no_rematch(table: Table, alice: Player, hers: Client) -> None:
    changes.give_up(table.slug, alice, 0)
    Player.objects.filter(pk=alice.pk).update(blocked=True)
    refused = hers.post(f"/tables/{table.slug}/again/")
    assert refused.status_code == 403
    assert WORDS in refused.content.decode()
    assert Table.objects.count() == 1


def test_a_blocked_player_writes_no_chat_and_no_notes(table: Table, alice: Player) -> None:
    alice.blocked = True
    with pytest.raises(Refused, match=WORDS):
        talk.say(load(table.slug), alice, "hello", "1")
    with pytest.raises(Refused, match=WORDS):
        talk.write_note(load(table.slug), alice, 0, "for the replay", "1")
    assert not Chat.objects.exists()
    assert not CardNote.objects.exists()
