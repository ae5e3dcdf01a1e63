"""The front page: a name is offered, a game plays itself, and nothing is empty."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from game.learn.showcase import recorded_game, showcase
from game.models import Player, Table
from native import Card
from tests.game import played

pytestmark = pytest.mark.django_db


def test_a_guest_gets_a_friendly_name_and_may_change_it(client: Client) -> None:
    client.post("/play/")
    player = Player.objects.get()
    assert len(player.name.split()) == 2
    assert f'value="{player.name}"' in client.get("/").content.decode()
    client.post("/play/", {"name": "Dana"})
    assert Player.objects.get().name == "Dana"


def test_two_guests_are_rarely_called_the_same() -> None:
    names = set()
    for _ in range(12):
        guest = Client()
        guest.post("/play/")
        names.add(Player.objects.order_by("-pk")[0].name)
    assert len(names) > 6


def test_a_site_without_games_says_of_nothing_that_there_is_none(client: Client) -> None:
    page = client.get("/").content.decode()
    for words in ("none yet", "No open", "No games", "No results", "At the tables now"):
        assert words not in page
    assert page.count('type="radio"') == 5
    assert page.count("Solve<") == 3
    assert "A new deal in " in page


def test_a_good_game_of_bots_is_shown_with_its_score(client: Client) -> None:
    table = played.finished("rules:iggi", "rules:iggi", slug="over", seed="front")
    page = client.get("/").content.decode()
    assert f"{table.zero} points" in page
    assert "/replays/over/" in page


def test_a_chosen_partner_sits_down(client: Client) -> None:
    client.post("/play/", {"agent": "rules:iggi"})
    assert Table.objects.get().seatings.get(index=1).address == "rules:iggi"


def test_the_game_that_plays_itself_is_a_whole_one() -> None:
    state = recorded_game()
    assert state.game is not None
    assert state.game.end is not None
    assert state.game.score >= 23
    assert all(move.detail for move in state.moves)
    cards = [Card.parse(state.table.deck[i : i + 2], "rygbp") for i in range(0, 100, 2)]
    assert len(cards) == 50


def test_it_is_made_once_and_asks_no_database(
    client: Client, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        answer = client.get("/learn/recorded.json")
    assert answer.content == showcase()
    frames = json.loads(answer.content)["frames"]
    assert len(frames) == len(recorded_game().moves) + 1
    for frame in frames:
        mine, theirs = frame["hands"]
        assert not any("id" in card for card in mine)
        assert all("id" in card for card in theirs)
