"""Games of agents whose policy no longer comes with the program."""

from __future__ import annotations

import pytest
from django.test import Client

from agents import registry
from agents.contract import AgentError
from game.models import Seating, Table
from game.tables import changes
from tests.game import played

REMOVED = "rl:goir-3p"
TITLE, REASON = "Learner: goir-3p", "That has served me best in positions like this."

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """A game that was played while the policy was there."""
    with pytest.raises(AgentError):
        registry.find(REMOVED)
    table = played.finished("rules:piers", "rules:iggi", "rules:piers", slug="old", seed="removed")
    table.seatings.filter(index=0).update(address=REMOVED, name=TITLE)
    table.moves.filter(seat=0).update(why=REASON, detail=REASON)
    return table


@pytest.mark.parametrize(
    "page", ["", "frames.json", "trace.json", "hindsight.json", "how-known/?turn=3", "same-deal/"]
)
def test_a_replay_of_a_removed_policy_opens(client: Client, table: Table, page: str) -> None:
    assert client.get(f"/replays/old/{page}", follow=True).status_code == 200


def test_it_shows_the_title_and_the_reasons_that_were_stored(client: Client, table: Table) -> None:
    assert TITLE in client.get("/replays/old/").content.decode()
    assert REASON in client.get("/replays/old/frames.json").content.decode()
    assert client.get("/tables/old/", follow=True).status_code == 200


def test_the_seats_of_a_blind_game_are_revealed_by_address(client: Client, table: Table) -> None:
    Seating.objects.filter(table=table).update(blind=True, name="Bot A")
    changes.reveal("old")
    assert table.seatings.get(index=0).name == REMOVED
    assert table.seatings.get(index=1).name == "Ida"


def test_the_page_of_the_agent_says_how_to_make_it(client: Client) -> None:
    response = client.get(f"/agents/{REMOVED}/")
    assert response.status_code == 404
    assert "manage.py train goir-3p --players 3 --goir paper" in response.content.decode()
