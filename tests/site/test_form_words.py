"""Forms say in plain words what is wrong."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

pytestmark = pytest.mark.django_db

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
def test_who_signs_up_reads_what_is_wrong(
    change: dict[str, str], words: str, client: Client
) -> None:
    User.objects.create_user("bob")
    page = client.post("/accounts/signup/", ACCOUNT | change)
    assert page.status_code == 400
    assert words in page.content.decode()


def test_who_logs_in_reads_that_it_was_wrong(client: Client) -> None:
    page = client.post("/accounts/login/", {"username": "bob", "password": "red"})
    assert "Wrong username or password. Capitals count." in page.content.decode()


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("players=99", "“99” is not one of the choices."),
        ("since=yesterday", "Enter a day such as 2026-11-22."),
    ],
)
def test_who_filters_games_reads_what_is_wrong(query: str, words: str, client: Client) -> None:
    page = client.get(f"/analysis/partners/?{query}")
    assert words in page.content.decode()
