"""Pages that lead to a table at which an agent sits."""

from collections.abc import Callable

from django.http import HttpResponse
from django.test import Client

from game.models import Player
from tests.game.conftest import seated
from tests.game.played import finished

Door = Callable[[Client, Player, str], HttpResponse]

BOT = "rules:iggi"
NEW_TABLE = {"players": "2", "seat_0": "me", "scoring": "zero", "help_level": "full"}
NEW_TABLE |= {"reasons": "live", "variant": "No Variant", "delay": "0"}
"""The form of a table of two at which I sit first."""


def play_now(client: Client, _: Player, agent: str) -> HttpResponse:
    return client.post("/play/", {"players": "2", "agent": agent})


def new(client: Client, _: Player, agent: str) -> HttpResponse:
    return client.post("/tables/new/", NEW_TABLE | {"seat_0": agent, "seat_1": "me"})


def watch(client: Client, _: Player, agent: str) -> HttpResponse:
    form = {"players": "2", "seat_0": BOT, "seat_1": agent, "games": "1", "delay": "0"}
    return client.post("/watch/", form)


def fill(client: Client, alice: Player, agent: str) -> HttpResponse:
    table = seated("", alice, delay=0)
    return client.post(f"/tables/{table.slug}/fill/", {"agent": agent})


def play_on(client: Client, _: Player, agent: str) -> HttpResponse:
    form = {"seat": "0", "agent": agent}
    return client.post(f"/replays/{finished(BOT, BOT).slug}/play-on/?turn=1", form)


def daily(client: Client, _: Player, agent: str) -> HttpResponse:
    return client.post("/daily/play/", {"agent": agent})
