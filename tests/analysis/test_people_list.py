"""The list of people says how many games each has, and what the finished ones came to."""

from __future__ import annotations

import pytest
from django.test import Client

from analysis.models import Person, TraceSeat
from analysis.traces.tables import person_of
from game.models import Player
from tests.analysis.test_people_figures import game
from tests.game.conftest import login

pytestmark = pytest.mark.django_db


def published(key: str) -> Person:
    return Person.objects.create(key=key, name=key.upper(), public=True)


def test_people_stand_by_their_games_with_the_mean_of_the_finished_ones(client: Client) -> None:
    few, many, none = published("f"), published("m"), published("n")
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


def test_my_own_page_is_the_list_until_a_game_is_over(client: Client, alice: Player) -> None:
    Person.objects.create(key="x", name="X", public=True)
    assert client.get("/analysis/people/me/")["Location"] == "/analysis/people/"
    person = person_of(alice)
    mine = login(client, alice).get("/analysis/people/me/")
    assert mine["Location"] == person.get_absolute_url()
