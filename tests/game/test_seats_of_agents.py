"""Agents at their seats: what they are called, beside whom they sit, and what the log says."""

from __future__ import annotations

import pytest
from django.test import Client

from agents import registry
from game.models import Note, Player
from game.tables import changes
from game.tables.refusals import Refusal, Refused
from game.tables.state import load, rules_of
from native import Move
from tests.game.conftest import login

pytestmark = pytest.mark.django_db

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
    assert not registry.find("conv:expert").plays_at(rules)


def test_a_note_names_the_turn_that_comes_next(alice: Player, bob: Player) -> None:
    plans = [changes.SeatPlan(player=alice), changes.SeatPlan(player=bob)]
    table = changes.create(plans, alice)
    version = changes.submit(table.slug, changes.Actor(player=alice), Move.play(0), table.version)
    changes.give_up(table.slug, bob, version)
    assert Note.objects.get().turn == 2
