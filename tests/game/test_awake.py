"""A table that nobody is at leaves the lobby, and is closed after a day."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from game.models import Move, Player, Seating, Table
from game.tables import changes
from game.tables.awake import awake
from game.tables.state import load
from tests.game.conftest import first_legal, seated

pytestmark = pytest.mark.django_db


def long_ago(**ago: int) -> None:
    """Everything that happened so far was so long ago."""
    moment = timezone.now() - timedelta(**ago)
    Table.objects.update(created=moment, started=moment)
    Seating.objects.update(last_seen=moment)
    Move.objects.update(at=moment)


def listed() -> list[Table]:
    return list(awake(Table.objects.filter(listed=True)))


def test_a_table_nobody_is_at_leaves_the_lobby(table: Table, client: Client) -> None:
    long_ago(minutes=4)
    assert listed() == [table]
    assert f"/tables/{table.slug}/" in client.get("/").content.decode()
    long_ago(minutes=6)
    assert listed() == []
    assert f"/tables/{table.slug}/" not in client.get("/").content.decode()


def test_a_table_nobody_is_at_closes_with_a_note_after_a_day(table: Table, alice: Player) -> None:
    waiting = seated(alice, "")
    long_ago(hours=23)
    call_command("tidy")
    assert Table.objects.exclude(status=Table.Status.FINISHED).count() == 2
    long_ago(hours=25)
    call_command("tidy")
    state = load(table.slug)
    assert (state.table.status, state.table.ending) == ("finished", "terminated")
    assert "nobody had been here" in state.notes[-1].text
    assert not Table.objects.filter(pk=waiting.pk).exists()


def test_a_game_from_play_now_is_listed_only_on_request(client: Client) -> None:
    client.post("/play/", {"name": "Ana"})
    assert not Table.objects.get().listed
    client.post("/play/", {"name": "Ana", "listed": "on"})
    assert Table.objects.filter(listed=True).count() == 1


def test_a_visit_or_a_move_relists_one_table(table: Table, alice: Player, bob: Player) -> None:
    other = seated(alice, bob)
    long_ago(minutes=10)
    Seating.objects.filter(table=other).update(last_seen=timezone.now())
    assert listed() == [other]
    long_ago(minutes=10)
    changes.submit(other.slug, changes.Actor(player=alice), first_legal(other, 0), 0)
    assert listed() == [other]
