"""The list of games: their order, what a download of them has, and whose replay is linked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from analysis.models import Document, Person, Study, Trace, TraceSeat
from analysis.studies.assignment import next_table, take_part
from analysis.traces.documents import unpack
from analysis.traces.hanabidata import Metadata, read
from analysis.traces.importing import import_file
from analysis.traces.tables import collect
from analysis.views import traces as view
from game.models import Player
from game.tables import changes
from native import Game
from native.records.hanabidata import RULES, deck_of_seed
from native.records.hanabidata import read as read_log
from tests.analysis.conftest import finished_table, play, trace
from tests.analysis.test_traces_filters import game
from tests.game import played
from tests.game.conftest import login
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


Write = Callable[..., str]


def test_a_game_whose_deal_somebody_chose_counts_for_nobody(alice: Player) -> None:
    plans = [changes.SeatPlan(player=alice), changes.SeatPlan(address="rules:piers")]
    for chosen in (True, False):
        table = changes.create(plans, alice, seed=f"known {chosen}", seed_chosen=chosen)
        changes.give_up(table.slug, alice, table.version)
        collect()
        trace = Trace.objects.get(table=table)
        persons = [seat.person_id for seat in trace.seats.order_by("index")]
        assert (persons[0] is None) == chosen
        trace.delete()


def test_the_trace_of_a_blind_game_names_its_agent(alice: Player) -> None:
    study = Study.objects.create(slug="s", title="S", consent="", pool=["rules:iggi"], seed="7")
    table = next_table(take_part(study, alice), alice, 1)
    changes.give_up(table.slug, alice, table.version)
    collect()
    agent = unpack(Document.objects.get().body).lab.seats[1]
    assert (agent.name, agent.agent) == ("IGGI", "rules:iggi")


def test_the_list_leads_to_games_of_agents_only_if_their_table_is_listed(client: Client) -> None:
    hidden = played.finished("rules:iggi", "rules:iggi", listed=False, seed="hidden")
    shown = played.finished("rules:iggi", "rules:iggi", listed=True, seed="shown")
    collect()
    text = client.get("/analysis/games/").content.decode()
    assert f"/replays/{shown.slug}/" in text
    assert hidden.slug not in text


def test_a_person_of_a_log_without_a_name_is_nobody() -> None:
    game = Game(RULES, deck=deck_of_seed(5))
    while game.to_move is not None:
        game.play(game.legal_moves()[0])
    record = read_log(write_log(game, 5).encode(), "a log")
    assert read(record, Metadata()).people == (None, None)
    named = read(replace(record, source="game0000000000000001.log"), Metadata()).people[1]
    assert named is not None
    assert named.key == "hanabidata:0000000000000001"


def test_a_person_is_known_by_their_first_game_however_many_followed() -> None:
    metadata = Metadata(earlier={"third": "second", "second": "first"})
    assert {metadata.first_game(game) for game in ("first", "second", "third")} == {"first"}


@pytest.mark.parametrize("answers", [{"like": 6}, {"skill": 0}, {"intention": -1}])
def test_answers_beyond_their_scale_are_refused(
    answers: dict[str, Any], write_lines: Write
) -> None:
    game = play(["rules:iggi", "rules:piers"], 1)
    line = trace(game, ["Ann", "Piers"], [None, "rules:piers"], survey=answers)
    (refused,) = import_file(write_lines(line)).refused
    assert "not a trace" in refused.reason
    assert not Trace.objects.exists()


def test_a_trace_that_comes_twice_in_a_file_is_stored_once(write_lines: Write) -> None:
    line = trace(play(["rules:iggi", "rules:piers"], 1), ["Ann", "P"], [None, "rules:piers"])
    imported = import_file(write_lines(line, line))
    assert (imported.games, imported.new, imported.known) == (2, 1, 1)
    assert (TraceSeat.objects.count(), Person.objects.count()) == (2, 1)
