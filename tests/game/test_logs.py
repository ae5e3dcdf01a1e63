"""Lines of the log: each has a time and says which request it belongs to; none tells a card."""

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

from game.board.log import entries
from game.board.perspective import frame
from game.board.viewpoint import Viewpoint
from game.models import Note, Player, Seating, Table
from game.tables import changes
from game.tables.state import load
from hanabi_site.operations import logs
from hanabi_site.settings.logging import logging_settings
from tests.game.conftest import Socket
from tests.game.known_deals import table_after


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


def test_a_log_line_has_its_time_level_and_request(written: StringIO) -> None:
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
def test_an_invalid_request_id_is_replaced(given: str) -> None:
    assert re.fullmatch("[0-9a-f]{16}", logs._name(given))


@pytest.mark.django_db
def test_every_response_has_the_id_of_its_request(client: Client) -> None:
    first, second = (client.get("/healthz")["X-Request-ID"] for _ in range(2))
    assert first != second


@pytest.mark.django_db(transaction=True)
async def test_no_log_line_reveals_the_deal_or_a_hand(
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
def test_a_table_in_the_log_shows_no_cards(written: StringIO, table: Table, alice: Player) -> None:
    state = load(table.slug)
    logging.getLogger("game").warning("%s %r", state.table, changes.Actor(player=alice))
    assert table.deck[:6] not in written.getvalue()


DEAL = "r1 r2 g1 b4 p5 r1 r5 g2 g2 y1 y3"
MOVES = ("c1r", "c11", "p0", "p0", "d1")


def test_the_log_has_a_sentence_for_each_kind_of_move() -> None:
    lines = entries(table_after(DEAL, *MOVES), open_hands=False)
    assert [line.text for line in lines] == [
        "P0 clues red to P1, touching slots 4 and 5.",
        "P1 clues 1 to P0, touching slots 3 and 5.",
        "P0 plays red 1 from slot 5.",
        "P1 misplays red 1 from slot 5: a strike.",
        "P0 discards red 2 from slot 5.",
    ]
    assert [(line.n, line.turn, line.seat) for line in lines] == [
        (1, 1, 0), (2, 2, 1), (3, 3, 0), (4, 4, 1), (5, 5, 0)
    ]  # fmt: skip


def test_a_log_line_has_the_facts_of_a_move_beside_its_sentence() -> None:
    clue, _, play, misplay, discard = entries(table_after(DEAL, *MOVES), open_hands=False)
    assert (clue.kind, clue.target, clue.value, clue.touches) == ("clue", 1, "r", [5, 6])
    assert (clue.card, clue.order, clue.success) == (None, None, None)
    assert (play.kind, play.card, play.order, play.success) == ("play", "r1", 0, True)
    assert (play.target, play.value, play.touches) == (None, None, [])
    assert (misplay.kind, misplay.order, misplay.success) == ("play", 5, False)
    assert (discard.kind, discard.card, discard.order) == ("discard", "r2", 1)


def test_during_the_game_everybody_gets_the_reasons_without_secrets() -> None:
    state = table_after(DEAL, *MOVES, reasons="live")
    assert [line.why for line in entries(state, open_hands=False)][:2] == ["why 1", "why 2"]


def test_a_table_that_withholds_reasons_shows_none_until_the_end() -> None:
    state = table_after(DEAL, *MOVES, reasons="after")
    assert {line.why for line in entries(state, open_hands=False)} == {None}
    assert entries(state, open_hands=True)[0].why == "detail 1"


def test_with_open_hands_the_full_reasons_are_shown() -> None:
    state = table_after(DEAL, *MOVES)
    state.moves[1].detail = ""
    state.moves[2].detail = state.moves[2].why = ""
    whys = [line.why for line in entries(state, open_hands=True)]
    assert whys[:3] == ["detail 1", "why 2", None]


@pytest.mark.parametrize("open_hands", [True, False])
def test_a_hidden_agent_gives_no_reasons_and_has_no_page(open_hands: bool) -> None:
    state = table_after(DEAL, *MOVES, agents=(0,))
    assert frame(state, Viewpoint(1, open=open_hands)).seats[0].page == "/agents/rules:piers/"
    state.seatings[0].blind = True
    whys = [line.why for line in entries(state, open_hands)]
    assert [why is None for why in whys] == [True, False, True, False, True]
    seat = frame(state, Viewpoint(1, open=open_hands)).seats[0]
    assert (seat.address, seat.version, seat.page) == (None, None, None)


def test_a_turn_names_the_player_who_then_sat_there() -> None:
    state = table_after(DEAL, *MOVES)
    later = Seating(index=0, from_turn=2, kind="person", name="New", player_id=9)
    state.seatings.append(later)  # type: ignore[attr-defined]
    lines = [line.text for line in entries(state, open_hands=False)]
    assert lines[0].startswith("P0 clues")
    assert lines[1].endswith("to P0, touching slots 3 and 5.")
    assert lines[2].startswith("New plays")
    assert [seat.name for seat in frame(state, Viewpoint(None, open=False)).seats] == ["New", "P1"]


def test_notes_are_logged_at_the_turn_they_happened() -> None:
    state = table_after(DEAL, "c1r")
    state.moves[0].version = 2
    state.notes.append(Note(version=1, turn=1, text="P0 came."))  # type: ignore[attr-defined]
    state.notes.append(Note(version=3, turn=2, text="P1 left."))  # type: ignore[attr-defined]
    lines = entries(state, open_hands=False)
    assert [(line.n, line.turn, line.kind) for line in lines] == [
        (1, 1, "note"), (2, 1, "clue"), (3, 2, "note")
    ]  # fmt: skip
    news = frame(state, Viewpoint(None, open=False), log_from=2).log
    assert [line.n for line in news] == [2, 3]
    assert [line.text for line in entries(state, open_hands=False, since=3)] == ["P1 left."]


def test_the_last_turn_names_its_player_though_another_sits_there_now() -> None:
    state = table_after(DEAL, *MOVES)
    later = Seating(index=0, from_turn=len(MOVES), kind="person", name="New", player_id=9)
    state.seatings.append(later)  # type: ignore[attr-defined]
    assert entries(state, open_hands=False)[-1].text.startswith("P0 discards")


def news(*moves: str) -> list[int]:
    """Draw numbers of the cards that seat 1, who holds a red 5, is told to have become known."""
    seen = frame(table_after(DEAL, *moves), Viewpoint(1, open=False))
    return [card.order for card in seen.hands[1] if card.became_known]


def test_a_card_is_highlighted_when_the_last_clue_determines_it() -> None:
    assert news("c15") == []
    assert 6 in news("c15", "c11", "c1r")


def test_a_card_is_highlighted_as_determined_only_once() -> None:
    assert 6 not in news("c15", "c11", "c1r", "c12")
