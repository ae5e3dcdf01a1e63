"""A person's page is theirs: nobody else sees games, notes or style until it is shared."""

import json
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from analysis.models import Person, Trace, TraceSeat
from analysis.people.access import forget
from analysis.traces import tables as traces_of_tables
from analysis.traces.exporting import lines
from analysis.traces.importing import import_file
from analysis.traces.tables import collect, person_of
from game.models import Note, Player, Seating, Table
from game.tables import changes
from game.tables.state import load
from tests.analysis.conftest import Write, finished_table, page_of, with_piers
from tests.analysis.test_people_figures import game
from tests.game.conftest import login, seated

pytestmark = pytest.mark.django_db


@pytest.fixture
def person(alice: Player) -> Person:
    """Alice after two games with Piers."""
    for seed in ("one", "two"):
        finished_table(alice, seed=seed)
    traces_of_tables.collect()
    return Person.objects.get(player=alice)


@pytest.mark.long
def test_a_persons_own_page_shows_how_they_play(hers: Client, person: Person) -> None:
    assert "Only you see this page." in hers.get(person.get_absolute_url()).content.decode()
    names = [figure.name for figure in hers.get(person.measures_url).context["figures"]]
    assert {"with-agents", "learning", "style", "plays-like", "misplays"} <= set(names)


@pytest.mark.long
def test_others_cannot_see_whether_a_persons_page_exists(
    client: Client, his: Client, person: Person
) -> None:
    page = person.get_absolute_url()
    assert client.get("/analysis/people/999999/").status_code == 404
    for visitor in (client, his):
        assert visitor.get(page).status_code == visitor.get(person.measures_url).status_code == 404
        for guess in ("", "None", "null"):
            assert visitor.get(page, {"link": guess}).status_code == 404
        for act in ("share", "delete"):
            assert visitor.post(f"{page}{act}/").status_code == 404
    assert Person.objects.get(pk=person.pk).link is None


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
        shown = page_of(client, address)
        assert [line for line in shown.splitlines() if f'href="{source}"' in line]
        assert (shown.count(">Source</a>"), "your habits" in shown) == (1, False)


def test_lists_and_downloads_leave_private_people_out(
    client: Client, alice: Player, his: Client, person: Person, xenia: Person
) -> None:
    for visitor in (client, his):
        assert list(visitor.get("/analysis/people/").context["page"]) == [xenia]
        assert visitor.get("/analysis/games/").context["page"].paginator.count == 0
        assert b"".join(visitor.get("/analysis/games/", {"format": "jsonl"})) == b""
    assert set(login(client, alice).get("/analysis/people/").context["page"]) == {person, xenia}
    own = b"".join(client.get("/analysis/games/", {"format": "jsonl"}))
    assert own.count(b"\n") == 2
    assert b"Alice" not in own


@pytest.mark.long
def test_a_link_shares_the_page_until_it_is_taken_back(
    client: Client, hers: Client, his: Client, person: Person
) -> None:
    page, links = person.get_absolute_url(), []
    for _ in range(2):
        hers.post(f"{page}share/", {"shared": "yes"})
        person.refresh_from_db()
        links.append(person.link or "")
    old, new = links
    for visitor in (client, his):
        assert visitor.get(page, {"link": new}).status_code == 200
        for wrong in ("", new[:-1], old):
            assert visitor.get(page, {"link": wrong}).status_code == 404
        assert visitor.get("/analysis/games/").context["page"].paginator.count == 0
        assert list(visitor.get("/analysis/people/").context["page"]) == []
    hers.post(f"{page}share/", {"shared": "no"})
    assert client.get(page, {"link": new}).status_code == 404


def test_a_game_that_was_left_alone_keeps_its_cards(hers: Client, person: Person) -> None:
    person.seats.first().trace.__class__.objects.update(ending="running")
    assert hers.get("/analysis/games/").context["page"].paginator.count == 0


def test_the_page_names_an_agent_with_equal_moves(client: Client, write_lines: Write) -> None:
    import_file(write_lines(with_piers(3)))
    person = Person.objects.get()
    assert client.get(person.get_absolute_url()).status_code == 404
    Person.objects.update(public=True)
    page = client.get(person.measures_url)
    rows = page.context["figure_of"]["plays-like"].rows
    closest = {row[-1]: row[1] for row in rows}
    assert closest["rules:iggi"] == max(closest.values()) == 1.0
    assert not [address for address in closest if address.startswith("search:")]
    assert rows[-1][0] == "Any legal move"
    assert 0 < rows[-1][1] < 0.5
    assert page.context["closest"].share.value == 1.0
    assert page.context["partner"].place.split("–")[0] == "1"


def test_a_persons_page_lists_games_with_others_and_has_no_dead_link(
    client: Client, alice: Player, bob: Player
) -> None:
    table = seated(alice, bob)
    changes.give_up(table.slug, bob, table.version)
    traces_of_tables.collect()
    assert client.get("/analysis/games/").context["page"].paginator.count == 0
    games = login(client, alice).get("/analysis/games/")
    assert games.context["page"].paginator.count == 1
    text = games.content.decode()
    assert f'href="/replays/{table.slug}/"' in text
    assert Person.objects.get(player=alice).get_absolute_url() in text
    assert Person.objects.get(player=bob).get_absolute_url() not in text


def test_deletion_may_leave_the_persons_games(hers: Client, alice: Player, person: Person) -> None:
    answer = hers.post(f"/analysis/people/{person.pk}/delete/", {"keep": "yes"})
    assert answer.status_code == 302
    assert not Person.objects.exists()
    assert not Player.objects.filter(pk=alice.pk).exists()
    assert {seat.person for seat in TraceSeat.objects.filter(kind="person")} == {None}
    assert not Seating.objects.filter(name__contains="Alice").exists()
    assert Table.objects.count() == Trace.objects.count() == 2


@pytest.mark.parametrize("keep", ["yes", "no"])
def test_deleting_a_person_ends_their_session(hers: Client, person: Person, keep: str) -> None:
    assert hers.session.keys()
    hers.post(f"/analysis/people/{person.pk}/delete/", {"keep": keep})
    assert not Session.objects.exists()
    assert not hers.session.keys()


def test_deletion_may_include_the_persons_games(
    hers: Client, alice: Player, person: Person
) -> None:
    hers.post(f"/analysis/people/{person.pk}/delete/", {"keep": "no"})
    assert not Player.objects.filter(pk=alice.pk).exists()
    assert not Trace.objects.exists()
    assert not Table.objects.exists()
    assert traces_of_tables.collect() == 0


def test_an_account_goes_with_its_player(alice: Player, person: Person) -> None:
    alice.user = User.objects.create_user("alice")
    alice.save()
    forget(Person.objects.get(pk=person.pk), keep_games=True)
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["Alice", "a"])
def test_after_deletion_notes_have_no_name_and_running_games_are_given_up(
    alice: Player, bob: Player, name: str
) -> None:
    alice.name = name
    alice.save()
    table = seated(alice, bob)
    forget(traces_of_tables.person_of(alice), keep_games=True)
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
    assert Note.objects.get().text == "Player 1 ended the game."


def test_a_substitute_bot_keeps_its_name_and_not_the_persons(alice: Player, bob: Player) -> None:
    table = seated(alice, bob)
    Table.objects.update(started=timezone.now() - timedelta(seconds=31))
    changes.sit_in(table.slug, bob, 0, 0)
    bot = load(table.slug).seats[0].name
    forget(person_of(alice), keep_games=True)
    state = load(table.slug)
    assert (state.seats[0].name, state.seats[0].sits_for) == (bot, "Player 1")
    assert state.notes[0].text == f"{bot} moves for Player 1, who is away."
    names = Seating.objects.filter(table=table).values_list("name", "sits_for")
    assert "Alice" not in str([*names, *Note.objects.values_list("text")])


def test_a_deleted_person_leaves_their_seat_at_a_waiting_table(alice: Player) -> None:
    table = changes.create([changes.SeatPlan(player=alice), changes.SeatPlan()], alice)
    forget(person_of(alice), keep_games=True)
    assert {seat.kind for seat in load(table.slug).seats} == {"empty"}


def test_people_of_published_collections_cannot_be_deleted() -> None:
    published = Person.objects.create(key="x", collection="hanabidata", public=True)
    with pytest.raises(ValueError, match="cannot be deleted"):
        forget(published, keep_games=True)


def published_list(key: str) -> Person:
    return Person.objects.create(key=key, name=key.upper(), public=True)


def test_people_stand_by_their_games_with_the_mean_of_the_finished_ones(client: Client) -> None:
    few, many, none = published_list("f"), published_list("m"), published_list("n")
    game(few, 12, ["rules:a"])
    for score, finished in ((10, True), (15, True), (2, False)):
        game(many, score, ["rules:a"], finished=finished)
    TraceSeat.objects.filter(person=few).update(stacks=13)
    changed = TraceSeat.objects.get(person=few)
    changed.pk, changed.index, changed.kind, changed.stacks = None, 2, "changed", 25
    changed.save()
    listed = client.get("/analysis/people/").context["page"]
    assert [(one.pk, one.games, one.mean) for one in listed] == [
        (many.pk, 3, 12.5),
        (few.pk, 1, 13),
        (none.pk, 0, None),
    ]


def test_every_named_player_has_a_page_even_without_games(client: Client, alice: Player) -> None:
    Person.objects.create(key="x", name="X", public=True)
    assert client.get("/analysis/people/me/")["Location"] == "/analysis/people/"
    mine = login(client, alice).get("/analysis/people/me/", follow=True)
    assert mine.status_code == 200
    assert "Finish a game" in mine.content.decode()


@pytest.fixture
def table(alice: Player) -> Table:
    """Alice took IGGI's place after two turns, and ended the game after one of her own."""
    table = seated("rules:iggi", "rules:piers", by=alice, seed="x", paused=True)
    for turn, actor in enumerate((changes.Actor(agent_seat=0), changes.Actor(agent_seat=1))):
        _move(table, turn, actor)
    changes.take_over(table.slug, alice, 0, load(table.slug).table.version)
    _move(table, 0, changes.Actor(player=alice))
    changes.give_up(table.slug, alice, load(table.slug).table.version)
    collect()
    return table


def _move(table: Table, seat: int, actor: changes.Actor) -> None:
    state = load(table.slug)
    changes.submit(table.slug, actor, state.game.view(seat).legal_moves()[0], state.table.version)


@pytest.mark.usefixtures("table")
def test_only_the_person_sees_a_game_in_which_they_took_over(client: Client, alice: Player) -> None:
    def games(client: Client) -> int:
        return int(client.get("/analysis/games/").context["page"].paginator.count)

    assert games(client) == 0
    assert b"".join(client.get("/analysis/games/", {"format": "jsonl"})) == b""
    assert games(login(client, alice)) == 1


@pytest.mark.usefixtures("table")
def test_games_with_taken_over_seats_do_not_count_as_the_persons(hers: Client) -> None:
    page = hers.get("/analysis/people/me/", follow=True)
    assert page.context["games"] == 0
    (row,) = hers.get("/analysis/people/").context["page"]
    assert row.games == 0


@pytest.mark.usefixtures("table")
def test_a_takeover_is_deleted_with_all_of_the_persons_games(alice: Player) -> None:
    forget(person_of(alice), keep_games=False)
    assert not Trace.objects.exists()
    assert not Table.objects.exists()


@pytest.mark.usefixtures("table")
def test_a_person_who_took_over_a_seat_stays_a_person_through_an_export(tmp_path: object) -> None:
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
