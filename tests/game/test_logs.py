"""Lines of the log: each has a time and says which request it belongs to; none tells a card."""

from __future__ import annotations

import json
import logging
import re
from datetime import datetime
from io import StringIO
from logging.config import dictConfig
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from game.models import Player, Table
from game.tables import changes
from game.tables.state import load
from hanabi_site.operations import logs
from hanabi_site.settings.logging import logging_settings
from tests.game.conftest import Socket


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> StringIO:
    """What a production server writes to its log, from every logger and every level."""
    text = StringIO()
    settings = logging_settings("json", "DEBUG")
    settings["handlers"]["console"]["stream"] = text
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    dictConfig(settings)
    yield text  # type: ignore[misc]
    root.handlers[:] = before
    root.setLevel(level)


def lines(text: StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.getvalue().splitlines()]


def test_a_line_has_its_time_level_and_request(written: StringIO) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        logging.getLogger("game.test").warning("It rains on table %s.", "x")
        return HttpResponse()

    request = RequestFactory().get("/", headers={"X-Request-ID": "proxy-1"})
    answer = logs.middleware(view)(request)
    line = next(line for line in lines(written) if line["logger"] == "game.test")
    assert line["message"] == "It rains on table x."
    assert (line["level"], line["request_id"]) == ("WARNING", "proxy-1")
    assert datetime.strptime(line["time"], "%Y-%m-%d %H:%M:%S,%f")  # noqa: DTZ007
    assert answer["X-Request-ID"] == "proxy-1"


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "a\nb"])
def test_a_name_that_makes_no_sense_is_replaced(given: str) -> None:
    assert re.fullmatch("[0-9a-f]{16}", logs._name(given))


@pytest.mark.django_db
def test_every_answer_names_its_request(client: Client) -> None:
    first, second = (client.get("/healthz")["X-Request-ID"] for _ in range(2))
    assert first != second


@pytest.mark.django_db(transaction=True)
async def test_no_line_tells_the_deal_or_a_hand(
    written: StringIO, table: Table, alice: Player, bob: Player, connect: Any
) -> None:
    sockets: list[Socket] = [await connect(table.slug, alice), await connect(table.slug, bob)]
    for socket in sockets:
        await socket.until("frame")
    for version, request in enumerate(({"t": "play", "order": 0}, {"t": "discard", "order": 99})):
        await sockets[0].send(id=f"m{version}", v=version, **request)
        await sockets[0].until_answer()
    await sockets[1].send_text('{"t": "garbage"}')
    await sockets[1].until("refused")
    state = await database_sync_to_async(load)(table.slug)
    said = written.getvalue()
    assert said
    deck = state.table.deck
    assert state.table.seed not in said
    pieces = (deck[start : start + 8] for start in range(0, len(deck) - 8, 2))
    assert not any(piece in said for piece in pieces)


@pytest.mark.django_db
def test_a_failing_move_is_logged_without_cards(
    written: StringIO, table: Table, alice: Player
) -> None:
    state = load(table.slug)
    logging.getLogger("game").warning("%s %r", state.table, changes.Actor(player=alice))
    assert table.deck[:6] not in written.getvalue()
