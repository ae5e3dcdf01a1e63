"""Whoever took an agent's place in the middle of a game is a person like any other."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from analysis.models import Person, Trace
from analysis.people.deletion import forget
from analysis.traces.exporting import lines
from analysis.traces.importing import import_file
from analysis.traces.tables import collect, person_of
from game.models import Player, Table
from game.tables import changes
from game.tables.state import load
from tests.game.conftest import login

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice: Player) -> Table:
    """Alice took IGGI's place after two turns, and ended the game after one of her own."""
    plans = [changes.SeatPlan(address=address) for address in ("rules:iggi", "rules:piers")]
    table = changes.create(plans, alice, seed="x", paused=True)
    for turn, actor in enumerate((changes.Actor(agent_seat=0), changes.Actor(agent_seat=1))):
        _move(table, turn, actor)
    changes.take_over(table.slug, alice, 0, load(table.slug).table.version)
    _move(table, 0, changes.Actor(player=alice))
    changes.give_up(table.slug, alice, load(table.slug).table.version)
    collect()
    return table


def _move(table: Table, seat: int, actor: changes.Actor) -> None:
    state = load(table.slug)
    assert state.game is not None
    changes.submit(table.slug, actor, state.game.view(seat).legal_moves()[0], state.table.version)


@pytest.mark.usefixtures("table")
def test_their_game_is_theirs_alone(client: Client, alice: Player) -> None:
    def games(client: Client) -> int:
        return int(client.get("/analysis/games/").context["page"].paginator.count)

    assert games(client) == 0
    assert b"".join(client.get("/analysis/games/", {"format": "jsonl"})) == b""
    assert games(login(client, alice)) == 1


@pytest.mark.usefixtures("table")
def test_it_does_not_count_as_how_they_play(client: Client, alice: Player) -> None:
    page = login(client, alice).get("/analysis/people/me/", follow=True)
    assert page.context["games"] == 0
    (row,) = client.get("/analysis/people/").context["page"]
    assert row.games == 0


@pytest.mark.usefixtures("table")
def test_it_goes_when_every_game_shall_go(alice: Player) -> None:
    forget(person_of(alice), keep_games=False)
    assert not Trace.objects.exists()
    assert not Table.objects.exists()


@pytest.mark.usefixtures("table")
def test_they_stay_a_person_through_an_export(tmp_path: object) -> None:
    (line,) = lines(Trace.objects.all())
    exported = json.loads(line)
    agent, taken = (fact for fact in exported["lab"]["seats"] if fact["seat"] == 0)
    assert exported["players"][0] == agent["name"] == "Ida"
    assert taken["name"].startswith("person-")
    Trace.objects.all().delete()
    file = f"{tmp_path}/export.jsonl"
    with open(file, "wb") as out:
        out.write(line)
    assert import_file(file).new == 1
    changed = Trace.objects.get().seats.get(index=0)
    assert (changed.kind, changed.person) == ("changed", Person.objects.get(collection="trace"))
