"""Operators close tables and experiments, rename, block and delete people, and look at no hand."""

import re

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.template import Context, Template
from django.test import Client

from agents import faces, partners
from analysis.models import Study
from analysis.studies.assignment import next_table, take_part
from game.models import Player, Seating, Table
from game.tables import changes
from game.tables.state import load
from tests.analysis.conftest import a_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("operator"))
    return client


@pytest.fixture
def table(db: None) -> Table:
    people = [Player.objects.create(name=name) for name in ("Alice", "Bob")]
    return changes.create([changes.SeatPlan(player=one) for one in people], people[0])


def act(operator: Client, page: str, action: str, *keys: int) -> None:
    form = {"action": action, "_selected_action": [str(key) for key in keys]}
    assert operator.post(f"/admin/{page}/", form).status_code == 302


def test_an_operator_closes_a_running_table_with_a_note_and_deletes_a_waiting_one(
    operator: Client, table: Table
) -> None:
    waiting = changes.create([changes.SeatPlan(player=table.creator), changes.SeatPlan()], None)
    act(operator, "game/table", "close", table.pk, waiting.pk)
    state = load(table.slug)
    assert (state.table.status, state.table.ending) == ("finished", "terminated")
    assert "by an operator" in state.notes[-1].text
    assert not Table.objects.filter(pk=waiting.pk).exists()
    # What is over is left as it is.
    again = operator.post(
        "/admin/game/table/", {"action": "close", "_selected_action": [str(table.pk)]}, follow=True
    )
    assert "Closed 0 tables." in again.content.decode()
    assert len(load(table.slug).notes) == len(state.notes)


def told_of(operator: Client, table: Table) -> str:
    return operator.get(f"/admin/game/table/{table.pk}/change/").content.decode()


def test_a_table_is_shown_without_its_deal(operator: Client, table: Table) -> None:
    for page in (f"/admin/game/table/{table.pk}/change/", "/admin/game/table/"):
        told = operator.get(page).content.decode()
        assert table.slug in told
        assert table.deck not in told
        assert table.seed not in told
    # Nobody is put on a seat here.
    assert re.search(r'name="seatings-MAX_NUM_FORMS" value="0"', told_of(operator, table))


def test_a_person_is_renamed_at_running_tables_too(operator: Client, table: Table) -> None:
    alice = Player.objects.get(name="Alice")
    plans = [changes.SeatPlan(player=alice, alias="P1", blind=True), changes.SeatPlan()]
    hidden = changes.create(plans, alice)
    form = {"name": "Somebody", "named": ""}
    assert operator.post(f"/admin/game/player/{alice.pk}/change/", form).status_code == 302
    assert load(table.slug).seats[0].name == "Somebody"
    assert load(hidden.slug).seats[0].name == "P1"


def test_people_are_blocked_and_let_in_again(operator: Client, table: Table) -> None:
    alice = Player.objects.get(name="Alice")
    for action, blocked in (("block", True), ("unblock", False)):
        act(operator, "game/player", action, alice.pk)
        alice.refresh_from_db()
        assert alice.blocked is blocked


@pytest.mark.parametrize("games", ["without", "with"])
@pytest.mark.parametrize("page", ["game/player/{}/delete", "auth/user/{}/delete", "game/player"])
def test_a_deleted_person_leaves_no_name_and_lets_nobody_wait(
    operator: Client, table: Table, page: str, games: str
) -> None:
    alice = Player.objects.get(name="Alice")
    alice.user = User.objects.create_user("Alice")
    alice.save()
    page = f"/admin/{page.format(alice.user.pk if 'user' in page else alice.pk)}/"
    form = {"action": "delete_selected", "_selected_action": [alice.pk]}
    asked = operator.get(page) if "delete" in page else operator.post(page, form)
    assert "Delete, keep the games" in asked.content.decode()
    assert operator.post(page, form | {"post": "yes", f"{games}_games": "yes"}).status_code == 302
    left = [
        *User.objects.all(),
        *Player.objects.all(),
        *Seating.objects.all(),
        *LogEntry.objects.all(),
    ]
    assert "Alice" not in " ".join(map(str, left))
    assert Table.objects.filter(status="finished").exists() == (games == "without")
    assert not Table.objects.exclude(status="finished").exists()


def test_nobody_deletes_a_game_alone(operator: Client, table: Table) -> None:
    page = f"/admin/game/table/{table.pk}/delete/"
    assert operator.post(page, {"post": "yes"}).status_code == 403
    assert "delete_selected" not in operator.get("/admin/game/table/").content.decode()


@pytest.fixture
def study(table: Table) -> Study:
    """Without an owner or a rehearsal; Bob has ended his game with a hidden partner."""
    study, bob = (
        a_study(named="closed", pool=["rules:iggi"], seed="hush-hush"),
        Player.objects.get(name="Bob"),
    )
    game = next_table(take_part(study, bob), bob, 1)
    changes.give_up(game.slug, bob, game.version)
    return study


def test_an_operator_reads_no_secret_of_an_experiment_and_changes_no_design(
    operator: Client, study: Study
) -> None:
    page = f"/admin/analysis/study/{study.pk}/change/"
    assert study.seed not in operator.get(page).content.decode()
    owner = Player.objects.get(name="Alice")
    operator.post(page, {"owner": owner.pk, "title": "X", "groups": "[1]", "named": "start"})
    changed = Study.objects.get()
    assert (changed.owner, changed.title, changed.groups) == (owner, study.title, [])
    assert operator.get("/admin/analysis/study/add/").status_code == 403


def test_an_experiment_is_closed_as_by_its_owner_and_its_partners_are_hidden_until_then(
    operator: Client, study: Study
) -> None:
    table = Table.objects.get(drawn=True)
    assert "rules:iggi" not in told_of(operator, table)
    act(operator, "analysis/study", "close", study.pk)
    assert not Study.objects.get().open
    assert "rules:iggi" in told_of(operator, table)


def test_every_list_of_the_admin_opens(operator: Client, table: Table) -> None:
    ours = [m for m in admin.site._registry if m._meta.app_label in ("game", "analysis")]
    assert {model.__name__ for model in ours} == {"Table", "Player", "Study", "Evaluation"}
    for model in ours:
        page = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        assert operator.get(page).status_code == 200
        assert operator.get(page, {"q": "x"}).status_code == 200


def test_the_admin_is_open_to_operators_only(client: Client, table: Table) -> None:
    assert client.get("/admin/game/table/").status_code == 302


def test_the_list_of_tables_says_who_sits_there(operator: Client, table: Table) -> None:
    page = operator.get("/admin/game/table/").content.decode()
    assert "Alice, Bob" in page
    assert "Hanabi Lab administration" in page


def test_a_request_for_favicon_ico_gets_our_icon(client: Client) -> None:
    response = client.get("/favicon.ico")
    assert response.status_code == 302
    assert response["Location"].endswith(".svg")


ACCOUNT = {"username": "Ana", "password1": "five red cards", "password2": "five red cards"}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"username": ""}, "Fill this in."),
        ({"username": "a" * 151}, "At most 150 characters, not 151."),
        ({"username": "red 5"}, "Only letters, digits and @ . + - _"),
        ({"username": "bob"}, "Somebody has this name already."),
        ({"password2": "five red card"}, "The two passwords differ."),
    ],
)
def test_a_failed_signup_says_what_is_wrong(
    change: dict[str, str], words: str, client: Client
) -> None:
    User.objects.create_user("bob")
    page = client.post("/accounts/signup/", ACCOUNT | change)
    assert page.status_code == 400
    assert words in page.content.decode()


def test_a_failed_login_says_that_name_or_password_is_wrong(client: Client) -> None:
    page = client.post("/accounts/login/", {"username": "bob", "password": "red"})
    assert "Wrong username or password. Capitals count." in page.content.decode()


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("players=99", "“99” is not one of the choices."),
        ("since=yesterday", "Enter a day such as 2026-11-22."),
    ],
)
def test_an_invalid_filter_says_what_is_wrong(query: str, words: str, client: Client) -> None:
    page = client.get(f"/analysis/partners/?{query}")
    assert words in page.content.decode()


def test_every_partner_has_a_card_and_the_recommended_come_first() -> None:
    page = Template("{% load site_tags %}{% partners_dialog %}").render(Context())
    first, _, rest = page.partition("<summary>All bots</summary>")
    for half, those in ((first, partners.offered()), (rest, partners.others())):
        assert those
        assert half.count("<li") == len(those)
        for one in those:
            assert one.entry.called in half


def test_an_agent_has_its_drawing() -> None:
    page = Template("{% load site_tags %}{% face 'rules:piers' %}").render(Context())
    assert page == faces.face("rules:piers")
    assert page.startswith("<svg")
