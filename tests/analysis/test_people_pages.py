"""A person's page is theirs: nobody else sees games, notes or style until it is shared."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from analysis.models import Person
from analysis.traces import tables as traces_of_tables
from analysis.traces.importing import import_file
from game.models import Player
from game.tables import changes
from tests.analysis.conftest import finished_table, play, trace
from tests.game.conftest import login

pytestmark = pytest.mark.django_db


@pytest.fixture
def person(alice: Player) -> Person:
    """Alice after two games with Piers."""
    for seed in ("one", "two"):
        finished_table(alice, seed=seed)
    traces_of_tables.collect()
    return Person.objects.get(player=alice)


@pytest.mark.long
def test_ones_own_page_shows_how_one_plays(client: Client, alice: Player, person: Person) -> None:
    page = login(client, alice).get(person.get_absolute_url())
    assert page.status_code == 200
    names = [figure.name for figure in page.context["figures"]]
    assert {"with-agents", "learning", "style", "plays-like", "misplays"} <= set(names)
    assert "Only you see this page." in page.content.decode()


@pytest.mark.long
def test_nobody_else_sees_it_not_even_that_it_is_there(
    client: Client, bob: Player, person: Person
) -> None:
    missing = client.get("/analysis/people/999999/").status_code
    assert client.get(person.get_absolute_url()).status_code == missing == 404
    assert login(client, bob).get(person.get_absolute_url()).status_code == 404
    assert client.get(person.get_absolute_url(), {"link": ""}).status_code == 404
    assert client.get(person.get_absolute_url(), {"link": "None"}).status_code == 404


@pytest.mark.parametrize(
    ("collection", "source"),
    [
        ("hanabidata", "https://github.com/yawgmoth/HanabiData"),
        ("hanab-live", "https://hanab.live"),
        ("ah2ac2", "https://github.com/FLAIROx/ah2ac2"),
    ],
)
def test_published_people_are_credited_with_the_source_of_their_games(
    client: Client, collection: str, source: str
) -> None:
    somebody = Person.objects.create(key="x", name="X", collection=collection, public=True)
    for address in ("/analysis/people/", somebody.get_absolute_url()):
        shown = client.get(address).content.decode()
        assert [line for line in shown.splitlines() if f'href="{source}"' in line]
        assert shown.count(">Source</a>") == 1


def test_lists_and_downloads_leave_private_people_out(
    client: Client, alice: Player, bob: Player, person: Person
) -> None:
    for visitor in (client, login(Client(), bob)):
        assert "Alice" not in visitor.get("/analysis/people/").content.decode()
        games = visitor.get("/analysis/games/")
        assert games.context["page"].paginator.count == 0
        assert b"".join(visitor.get("/analysis/games/", {"format": "jsonl"})) == b""
    own = b"".join(login(client, alice).get("/analysis/games/", {"format": "jsonl"}))
    assert own.count(b"\n") == 2
    assert b"Alice" not in own


@pytest.mark.long
def test_a_link_shares_the_page_until_it_is_taken_back(
    client: Client, alice: Player, person: Person
) -> None:
    mine = login(Client(), alice)
    mine.post(f"/analysis/people/{person.pk}/share/", {"shared": "yes"})
    person.refresh_from_db()
    link = {"link": person.link}
    assert client.get(person.get_absolute_url(), link).status_code == 200
    assert client.get(person.get_absolute_url()).status_code == 404
    assert client.get("/analysis/games/").context["page"].paginator.count == 0
    mine.post(f"/analysis/people/{person.pk}/share/", {"shared": "no"})
    assert client.get(person.get_absolute_url(), link).status_code == 404


def test_only_oneself_may_share_or_delete(client: Client, bob: Player, person: Person) -> None:
    visitor = login(client, bob)
    for act in ("share", "delete"):
        assert visitor.post(f"/analysis/people/{person.pk}/{act}/").status_code == 404
    person.refresh_from_db()
    assert person.link is None


def test_a_game_that_was_left_alone_keeps_its_cards(
    client: Client, alice: Player, person: Person
) -> None:
    person.seats.first().trace.__class__.objects.update(ending="running")
    games = login(client, alice).get("/analysis/games/")
    assert games.context["page"].paginator.count == 0


def test_an_agent_that_agrees_with_every_move_is_found(
    client: Client, write_lines: Callable[..., str]
) -> None:
    game = play(["rules:iggi", "rules:piers"], 3)
    import_file(write_lines(trace(game, ["Xenia", "Piers"], [None, "rules:piers"])))
    person = Person.objects.get()
    assert client.get(person.get_absolute_url()).status_code == 404
    Person.objects.update(public=True)
    page = client.get(person.get_absolute_url())
    rows = page.context["figure_of"]["plays-like"].rows
    closest = {row[-1]: row[1] for row in rows}
    assert closest["rules:iggi"] == max(closest.values()) == 1.0
    assert not [address for address in closest if address.startswith("search:")]
    assert rows[-1][0] == "Any legal move"
    assert 0 < rows[-1][1] < 0.5
    assert page.context["closest"].share.value == 1.0
    assert page.context["partner"].place[0] == 1


def test_games_with_others_are_ones_own_too_and_no_link_is_dead(
    client: Client, alice: Player, bob: Player
) -> None:
    table = changes.create([changes.SeatPlan(player=alice), changes.SeatPlan(player=bob)], alice)
    changes.give_up(table.slug, bob, table.version)
    traces_of_tables.collect()
    assert client.get("/analysis/games/").context["page"].paginator.count == 0
    games = login(client, alice).get("/analysis/games/")
    assert games.context["page"].paginator.count == 1
    text = games.content.decode()
    assert f'href="/replays/{table.slug}/"' in text
    assert Person.objects.get(player=alice).get_absolute_url() in text
    assert Person.objects.get(player=bob).get_absolute_url() not in text


@pytest.mark.long
def test_a_new_name_is_the_pages_name(client: Client, alice: Player, person: Person) -> None:
    Player.objects.filter(pk=alice.pk).update(name="Alicia")
    finished_table(alice, seed="another")
    traces_of_tables.collect()
    page = login(client, alice).get(person.get_absolute_url())
    assert page.context["person"].name == "Alicia"
