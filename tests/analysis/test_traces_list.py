"""The list of games: their order, what a download of them has, and whose replay is linked."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client

from analysis.models import Person, Trace
from analysis.views import traces as view
from game.models import Player
from game.tables import changes
from tests.analysis.conftest import finished_table
from tests.analysis.test_traces_filters import game
from tests.game.conftest import login

pytestmark = pytest.mark.django_db


def test_games_are_listed_from_the_latest_to_the_earliest(client: Client) -> None:
    days = {day: game(None, None, played=datetime(2026, 3, day, tzinfo=UTC)) for day in (2, 3, 1)}
    page = client.get("/analysis/games/").context["page"]
    assert list(page) == [days[3], days[2], days[1]]


def test_a_download_has_the_games_that_came_last(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *later = (game(None, None) for _ in range(3))
    monkeypatch.setattr(view, "MOST", 2)
    assert set(view._latest(Trace.objects.all())) == set(later)
    assert list(view._latest(Trace.objects.filter(pk=first.pk))) == [first]
    assert client.get("/analysis/games/").context["most"] == 2


@pytest.mark.parametrize("listed", [True, False])
def test_a_replay_of_agents_is_linked_if_their_table_was_listed(
    client: Client, alice: Player, listed: bool
) -> None:
    plans = [changes.SeatPlan(address="rules:piers"), changes.SeatPlan(address="rules:iggi")]
    table = changes.create(plans, alice, listed=listed)
    game(None, None, table=table)
    away = game(None, None)
    rows = dict(client.get("/analysis/games/").context["rows"])
    assert rows[away] == f"/replays/{away.digest}/"
    assert rows[table.trace] == (f"/replays/{table.slug}/" if listed else "")


def test_only_who_sat_there_may_open_the_replay_of_a_published_persons_table(
    client: Client, alice: Player, bob: Player
) -> None:
    table = finished_table(alice)
    Person.objects.filter(player=alice).delete()
    person = Person.objects.create(key="a", name="A", player=alice, public=True)
    Trace.objects.filter(table=table).delete()
    trace = game(person, None, table=table)
    for visitor, link in (
        (login(client, alice), f"/replays/{table.slug}/"),
        (login(Client(), bob), ""),
        (Client(), ""),
    ):
        assert visitor.get("/analysis/games/").context["rows"] == [(trace, link)]
