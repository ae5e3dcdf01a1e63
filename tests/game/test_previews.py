"""What a messenger shows of a link."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from game.models import Player
from game.tables import changes
from tests.game import played

pytestmark = pytest.mark.django_db


def preview(client: Client, address: str) -> dict[str, str]:
    page = client.get(address).content.decode()
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))


def test_a_link_to_a_replay_says_who_played_and_the_points(client: Client) -> None:
    table = played.finished("rules:iggi", "rules:piers", seed="a preview")
    shown = preview(client, reverse("replay", args=[table.slug]))
    assert shown["title"] == "Ida and Piers"
    assert f"with {table.zero} of 25 points" in shown["description"]


def test_an_invitation_says_what_it_invites_to(client: Client, alice: Player) -> None:
    seats = [changes.SeatPlan(player=alice), changes.SeatPlan(), changes.SeatPlan()]
    shown = preview(client, changes.create(seats, alice).get_absolute_url())
    assert shown["title"] == "Join a game of Hanabi"
    assert "3 players" in shown["description"]


def test_the_picture_of_a_preview_has_an_absolute_address(client: Client) -> None:
    image = preview(client, "/")["image"]
    assert image.startswith("http://testserver/static/img/")
