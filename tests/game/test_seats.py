"""Tables fill up, start by themselves, and change agents on the way."""

from __future__ import annotations

import pytest
from django.test import Client

from agents import registry
from game import protocol
from game.models import CardNote, Chat, Note, Player, Seating, Table
from game.tables import changes, requests, talk
from game.tables.refusals import Refusal, Refused
from game.tables.state import load, rules_of
from native import Move
from tests.game.conftest import login

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(alice: Player) -> Table:
    return changes.create([changes.SeatPlan(player=alice), changes.SeatPlan()], alice)


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


BLIND = changes.SeatPlan(address="rules:piers", alias="Partner")
CHEAT = changes.SeatPlan(address="cheat:priority")


def test_every_agent_that_played_blind_is_named_at_once(alice: Player) -> None:
    table = changes.create([changes.SeatPlan(player=alice), BLIND, BLIND], alice)
    changes.reveal(table.slug)
    assert [seat.blind for seat in load(table.slug).seats] == [False] * 3
    assert load(table.slug).seats[1].name == "Piers"


def test_the_waiting_room_does_not_tell_who_plays_blind(client: Client, alice: Player) -> None:
    named = changes.SeatPlan(address="rules:iggi")
    table = changes.create([BLIND, named, changes.SeatPlan()], alice)
    page = client.get(f"/tables/{table.slug}/")
    assert [seat["address"] for seat in page.context["seats"]] == ["", "rules:iggi", ""]
    assert [seat["name"] for seat in page.context["seats"]] == ["Partner", "Ida", ""]


def test_an_agent_is_not_called_like_one_that_came_during_the_game(alice: Player) -> None:
    plans = [changes.SeatPlan(address=f"rules:{name}") for name in ("iggi", "outer", "internal")]
    table = changes.create(plans, alice, paused=True)
    changes.submit(table.slug, changes.Actor(agent_seat=0), Move.play(0), table.version)
    for index in (0, 1):
        version = load(table.slug).table.version
        changes.replace(table.slug, alice, index, "rules:piers", version)
    names = [seat.name for seat in load(table.slug).seats]
    assert len(set(names)) == 3


def test_an_agent_that_sees_every_hand_waits_for_nobody(alice: Player) -> None:
    with pytest.raises(Refused) as refused:
        changes.create([CHEAT, changes.SeatPlan()], alice)
    assert refused.value.reason == Refusal.NO_SUCH_AGENT


def test_nobody_is_offered_at_a_seat_whom_the_table_would_refuse(
    client: Client, alice: Player
) -> None:
    plans = [changes.SeatPlan(address="rules:piers")] * 2
    table = changes.create(plans, alice, variant="Rainbow (5 Suits)", paused=True)
    rules = rules_of(table)
    groups = login(client, alice).get(f"/tables/{table.slug}/").context["replacements"]
    offered = [bot["address"] for group in groups for bot in group["bots"]]
    assert "rules:piers" in offered
    assert not [one for one in offered if not registry.find(one).plays_at(rules)]
    assert Client().get(f"/tables/{table.slug}/").context["replacements"] == []
    # Which they would be at another table.
    assert not registry.find("hat:information").plays_at(rules)


def test_a_note_names_the_turn_that_comes_next(alice: Player, bob: Player) -> None:
    plans = [changes.SeatPlan(player=alice), changes.SeatPlan(player=bob)]
    table = changes.create(plans, alice)
    version = changes.submit(table.slug, changes.Actor(player=alice), Move.play(0), table.version)
    changes.give_up(table.slug, bob, version)
    assert Note.objects.get().turn == 2


def test_a_table_of_six_is_made_and_dealt(client: Client) -> None:
    seats = {f"seat_{index}": "conv:expert" for index in range(1, 6)}
    form = {"players": "6", "seat_0": "me", "variant": "No Variant", "scoring": "zero"} | seats
    more = {"help_level": "full", "reasons": "live", "delay": "0", "name": "Ana"}
    answer = client.post("/tables/new/", form | more)
    assert answer.status_code == 302, answer.context["form"].errors
    state = load(Table.objects.get().slug)
    assert state.game is not None
    assert (len(state.seats), state.game.rules.hand_size) == (6, 3)


def test_play_now_seats_five_bots(client: Client) -> None:
    answer = client.post("/play/", {"players": "6", "name": "Ana"})
    assert answer.status_code == 302
    assert {seat.address for seat in load(Table.objects.get().slug).seats} == {"", "conv:expert"}


def test_seven_are_too_many(client: Client) -> None:
    assert client.post("/play/", {"players": "7", "name": "Ana"}).status_code == 400


WORDS = "cannot play here any more"


def test_they_may_look_on_and_not_play(table: Table, alice: Player, client: Client) -> None:
    Player.objects.filter(pk=alice.pk).update(blocked=True)
    assert login(client, alice).get(table.get_absolute_url()).status_code == 200
    refused = client.post("/play/")
    assert refused.status_code == 403
    assert WORDS in refused.content.decode()
    assert Table.objects.count() == 1
    assert client.post(f"/tables/{table.slug}/hint/", {"v": "0"}).status_code == 403
    move = protocol.Play(id="a", v=0, order=0)
    with pytest.raises(Refused, match=WORDS):
        requests.carry_out(table.slug, Player.objects.get(pk=alice.pk), move)
    assert not load(table.slug).moves


def test_they_play_no_other_game_at_the_same_table(
    table: Table, alice: Player, client: Client
) -> None:
    changes.give_up(table.slug, alice, 0)
    Player.objects.filter(pk=alice.pk).update(blocked=True)
    refused = login(client, alice).post(f"/tables/{table.slug}/again/")
    assert refused.status_code == 403
    assert WORDS in refused.content.decode()
    assert Table.objects.count() == 1


def test_they_write_nothing_that_others_read(table: Table, alice: Player) -> None:
    alice.blocked = True
    with pytest.raises(Refused, match=WORDS):
        talk.say(load(table.slug), alice, "hello")
    with pytest.raises(Refused, match=WORDS):
        talk.write_note(load(table.slug), alice, 0, "for the replay")
    assert not Chat.objects.exists()
    assert not CardNote.objects.exists()
