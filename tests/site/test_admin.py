"""Operators close tables, rename and block people, and look at no hand."""

from __future__ import annotations

import re

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client

from game.models import Player, Table
from game.tables import changes
from game.tables.state import load

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


def test_a_running_table_is_closed_with_a_word_and_a_waiting_one_dropped(
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
        "/admin/game/table/",
        {"action": "close", "_selected_action": [str(table.pk)]},
        follow=True,
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
    form = {"name": "Somebody", "named": ""}
    assert operator.post(f"/admin/game/player/{alice.pk}/change/", form).status_code == 302
    assert load(table.slug).seats[0].name == "Somebody"


def test_people_are_blocked_and_let_in_again(operator: Client, table: Table) -> None:
    alice = Player.objects.get(name="Alice")
    for action, blocked in (("block", True), ("unblock", False)):
        act(operator, "game/player", action, alice.pk)
        alice.refresh_from_db()
        assert alice.blocked is blocked


def test_every_list_of_ours_opens(operator: Client, table: Table) -> None:
    ours = [m for m in admin.site._registry if m._meta.app_label in ("game", "analysis")]
    assert {model.__name__ for model in ours} == {"Table", "Player", "Study", "Evaluation"}
    for model in ours:
        page = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        assert operator.get(page).status_code == 200
        assert operator.get(page, {"q": "x"}).status_code == 200


def test_nobody_else_gets_in(client: Client, table: Table) -> None:
    assert client.get("/admin/game/table/").status_code == 302


def test_the_list_of_tables_says_who_sits_there(operator: Client, table: Table) -> None:
    page = operator.get("/admin/game/table/").content.decode()
    assert "Alice, Bob" in page
    assert "Hanabi Lab administration" in page


def test_a_page_that_names_no_icon_gets_ours(client: Client) -> None:
    response = client.get("/favicon.ico")
    assert response.status_code == 302
    assert response["Location"].endswith(".svg")
