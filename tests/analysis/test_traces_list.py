"""The list of games: their order, what a download of them has, and whose replay is linked."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.test import Client

from analysis.models import Person, Trace
from analysis.traces.hanabidata import Metadata, read
from analysis.traces.tables import collect
from analysis.views import traces as view
from game.models import Player
from game.tables import changes
from native.records.hanabidata import read as read_log
from tests.analysis.conftest import finished_table, hanabidata_game
from tests.analysis.test_traces_filters import game
from tests.game.conftest import seated
from tests.native.hanabidata_logs import write_log

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
    table = seated("rules:piers", "rules:iggi", by=alice, listed=listed)
    game(None, None, table=table)
    away = game(None, None)
    page = client.get("/analysis/games/")
    rows, text = dict(page.context["rows"]), page.content.decode()
    assert rows[away] == f"/replays/{away.digest}/"
    assert rows[table.trace] == (f"/replays/{table.slug}/" if listed else "")
    assert (f'href="/replays/{away.digest}/"' in text, table.slug in text) == (True, listed)


def test_only_its_players_may_open_the_replay_of_a_published_persons_table(
    hers: Client, alice: Player, his: Client
) -> None:
    table = finished_table(alice)
    Person.objects.filter(player=alice).delete()
    person = Person.objects.create(key="a", name="A", player=alice, public=True)
    Trace.objects.filter(table=table).delete()
    trace = game(person, None, table=table)
    for visitor, link in ((hers, f"/replays/{table.slug}/"), (his, ""), (Client(), "")):
        assert visitor.get("/analysis/games/").context["rows"] == [(trace, link)]


def test_a_game_whose_deal_somebody_chose_counts_for_nobody(alice: Player) -> None:
    for chosen in (True, False):
        table = seated(alice, "rules:piers", seed=f"known {chosen}", seed_chosen=chosen)
        changes.give_up(table.slug, alice, table.version)
        collect()
        trace = Trace.objects.get(table=table)
        persons = [seat.person_id for seat in trace.seats.order_by("index")]
        assert (persons[0] is None) == chosen
        trace.delete()


def test_a_person_of_a_log_without_a_name_is_nobody() -> None:
    record = read_log(write_log(hanabidata_game(5), 5).encode(), "a log")
    assert read(record, Metadata()).people == (None, None)
    named = read(replace(record, source="game0000000000000001.log"), Metadata()).people[1]
    assert named.key == "hanabidata:0000000000000001"


def test_a_person_is_known_by_their_first_game_however_many_followed() -> None:
    metadata = Metadata(earlier={"third": "second", "second": "first"})
    assert {metadata.first_game(game) for game in ("first", "second", "third")} == {"first"}
