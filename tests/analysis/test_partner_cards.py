"""Cards of partners: whom their scores were measured with."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from agents import with_people
from analysis.models import TraceSeat
from analysis.partners.scores import ENOUGH, KEY
from tests.analysis.test_partners_scores import people, seat

pytestmark = pytest.mark.django_db
PIERS = "rules:piers"


def card(client: Client) -> str:
    """What the lobby says of Piers, in one line."""
    cache.delete(KEY)
    text = client.get("/").content.decode()
    return " ".join(text.split(f'value="{PIERS}"')[1].split("</p>")[0].split())


@pytest.fixture(autouse=True)
def nothing_cached() -> None:
    cache.delete(KEY)


def test_a_card_says_that_its_people_are_bots_and_shows_both_kinds(client: Client) -> None:
    rows = [with_people.stored()[with_people.Place(PIERS, one, 2)] for one in with_people.PEOPLE]
    experienced, newcomers = (round(row.zero) for row in rows)
    said = (
        f"Usual score with bots that play like newcomers: {newcomers} of 25, "
        f"with bots that play like experienced people: {experienced}"
    )
    assert said in card(client)


def test_the_games_of_real_people_are_shown_as_soon_as_there_are_enough(client: Client) -> None:
    for person in people(ENOUGH - 1):
        seat(20, person, address=PIERS)
    assert "bots that play like newcomers" in card(client), "19 people are too few"
    (last,) = people(1)
    seat(20, last, address=PIERS, players=3)
    assert "bots that play like newcomers" in card(client), "scores of two players"
    for _ in range(20):
        seat(0, last, address=PIERS)
    told = card(client)
    assert "Usual score with 20 people: 19 of 25" in told, "every person counts once"
    assert "bots that play like newcomers" not in told


def test_the_games_of_people_are_counted_once_for_many_visits_to_the_lobby(client: Client) -> None:
    card(client)
    with CaptureQueriesContext(connection) as caught:
        client.get("/")
    assert not [query for query in caught if TraceSeat._meta.db_table in query["sql"]]
