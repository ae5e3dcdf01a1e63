"""Somebody who is blocked may look on, and neither plays nor writes."""

from __future__ import annotations

import pytest
from django.test import Client

from game import protocol
from game.models import CardNote, Chat, Player, Table
from game.tables import changes, requests, talk
from game.tables.refusals import Refused
from game.tables.state import load
from tests.game.conftest import login

pytestmark = pytest.mark.django_db
WORDS = "cannot play here any more"


def test_they_may_look_on_and_not_play(table: Table, alice: Player, client: Client) -> None:
    Player.objects.filter(pk=alice.pk).update(blocked=True)
    assert login(client, alice).get(table.get_absolute_url()).status_code == 200
    refused = client.post("/play/")
    assert refused.status_code == 403
    assert WORDS in refused.content.decode()
    assert Table.objects.count() == 1
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
