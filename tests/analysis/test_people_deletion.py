"""Deleting removes the person; the games stay without the name, or go."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client

from analysis.models import Participation, Person, Study, Trace, TraceSeat
from analysis.people.deletion import forget
from analysis.studies.assignment import take_part
from analysis.traces import tables as traces_of_tables
from game.models import Note, Player, Seating, Table
from game.tables import changes
from tests.analysis.conftest import finished_table
from tests.game.conftest import login

pytestmark = pytest.mark.django_db


@pytest.fixture
def person(alice: Player) -> Person:
    finished_table(alice)
    traces_of_tables.collect()
    return Person.objects.get(player=alice)


def test_the_games_stay_without_the_name(client: Client, alice: Player, person: Person) -> None:
    answer = login(client, alice).post(f"/analysis/people/{person.pk}/delete/", {"keep": "yes"})
    assert answer.status_code == 302
    assert not Person.objects.exists()
    assert not Player.objects.filter(pk=alice.pk).exists()
    assert TraceSeat.objects.get(kind="person").person is None
    assert not Seating.objects.filter(name__contains="Alice").exists()
    assert Table.objects.count() == Trace.objects.count() == 1


@pytest.mark.parametrize("keep", ["yes", "no"])
def test_the_browser_forgets_who_it_was(
    client: Client, alice: Player, person: Person, keep: str
) -> None:
    login(client, alice)
    assert client.session.keys()
    client.post(f"/analysis/people/{person.pk}/delete/", {"keep": keep})
    assert not Session.objects.exists()
    assert not client.session.keys()


def test_or_every_game_goes(client: Client, alice: Player, person: Person) -> None:
    login(client, alice).post(f"/analysis/people/{person.pk}/delete/", {"keep": "no"})
    assert not Player.objects.filter(pk=alice.pk).exists()
    assert not Trace.objects.exists()
    assert not Table.objects.exists()
    assert traces_of_tables.collect() == 0


def test_an_account_goes_with_its_player(alice: Player, person: Person) -> None:
    alice.user = User.objects.create_user("alice")
    alice.save()
    forget(Person.objects.get(pk=person.pk), keep_games=True)
    assert not User.objects.exists()


def test_notes_forget_the_name_and_running_games_are_given_up(alice: Player, bob: Player) -> None:
    plans = [changes.SeatPlan(player=alice), changes.SeatPlan(player=bob)]
    table = changes.create(plans, alice)
    forget(traces_of_tables.person_of(alice), keep_games=True)
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
    assert Note.objects.get().text == "Player 1 ended the game."


def test_a_short_name_is_taken_out_of_no_other_word(alice: Player, bob: Player) -> None:
    alice.name = "a"
    alice.save()
    table = changes.create([changes.SeatPlan(player=alice), changes.SeatPlan(player=bob)], alice)
    changes.give_up(table.slug, alice, table.version)
    forget(traces_of_tables.person_of(alice), keep_games=True)
    assert Note.objects.get().text == "Player 1 ended the game."


def test_published_people_are_not_ours_to_delete() -> None:
    published = Person.objects.create(key="x", collection="hanabidata", public=True)
    with pytest.raises(ValueError, match="cannot be deleted"):
        forget(published, keep_games=True)


@pytest.mark.parametrize("keep", [True, False])
def test_whoever_is_deleted_leaves_an_experiment_without_their_reference(
    alice: Player, bob: Player, keep: bool
) -> None:
    study = Study.objects.create(slug="s", title="S", consent="", pool=["rules:a"], seed="7")
    for player in (alice, bob):
        take_part(study, player, f"prolific-{player.name}")
    answers: dict[str, Any] = {"before": {"q1": "Why"}, "after": {"q2": "Fun"}}
    Participation.objects.update(**answers)
    forget(traces_of_tables.person_of(alice), keep_games=keep)
    gone, stays = study.participations.order_by("number")
    assert (gone.person, gone.reference, gone.number) == (None, "", 0)
    assert (gone.before, gone.after) == (
        (answers["before"], answers["after"]) if keep else ({}, {})
    )
    assert (stays.reference, stays.before) == ("prolific-Bob", answers["before"])
