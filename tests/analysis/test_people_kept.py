"""Every word and number of the pages that tell of people, over games that are always the same."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.test import Client

from analysis.models import Person
from analysis.traces.importing import import_file
from game.models import Player
from native import Game
from tests.analysis.conftest import play, trace
from tests.game.conftest import login
from tests.kept import same_as_kept, told

pytestmark = [pytest.mark.long, pytest.mark.django_db]

AGENTS = ("rules:piers", "rules:flawed", "rules:iggi")
PEOPLE = [f"Person {letter}" for letter in "ABCDEFGHIJKL"]
PLAYED: dict[tuple[int, int], Game] = {}


def games() -> list[dict[str, object]]:
    """Twelve people who play as Risky does, each with two of three agents; two of them go on."""
    found = []
    for place, name in enumerate(PEOPLE):
        for turn in range(5 if place < 2 else 2):
            agent = AGENTS[(place + turn) % 3]
            game = PLAYED.setdefault((place, turn), play(["rules:risky", agent], 10 * place + turn))
            facts = {
                "finished": f"2026-03-{1 + place:02}T1{turn}:00:00+00:00",
                "help": ("none", "full")[turn % 2],
                "survey": {"like": 1 + place % 5, "skill": 1 + turn, "again": place % 2 == 0},
            }
            found.append(trace(game, [name, agent], [None, agent], **facts))
    return found


@pytest.fixture
def imported(tmp_path: Path, runs_of_its_own: None) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(map(json.dumps, games())))
    assert not import_file(str(file), public=True).refused


def kept(name: str, text: str) -> bool:
    """Numbers of people and of traces go on from test to test."""
    text = re.sub(r"(people/|player |person )\d+", r"\1N", text)
    return same_as_kept(name, re.sub(r"'(/replay/|/games/)[^']+'", r"'\1...'", text))


@pytest.mark.usefixtures("imported")
@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("study", "/analysis/"),
        ("study-zero", "/analysis/?scoring=zero&players=2&agent=rules:piers"),
        ("partner", "/analysis/partners/rules:piers/"),
        ("power-found", "/analysis/experiments/people/?difference=1.5&games=2&power=90"),
    ],
)
def test_a_page_over_twelve_people(client: Client, name: str, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200
    assert kept(name, told(response))


@pytest.mark.usefixtures("imported")
def test_a_person(client: Client, alice: Player) -> None:
    person = Person.objects.filter(seats__isnull=False).distinct().order_by("pk").first()
    assert person
    Person.objects.filter(pk=person.pk).update(player=alice)
    response = login(client, alice).get(person.get_absolute_url())
    assert kept("person", told(response, but=("link",)))
