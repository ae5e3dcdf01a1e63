"""A hint at a table: who may ask, what everybody learns of it, and where there are none."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from game.board.hints import hint
from game.board.perspective import frame
from game.board.viewpoint import Viewpoint
from game.models import Player, Table
from game.replays.traces import trace_of
from game.tables import changes
from game.tables.state import load
from tests.game.conftest import first_legal, login
from tests.game.known_deals import table_after

ME = Viewpoint(0, open=False)


@pytest.fixture
def friendly(alice: Player) -> Table:
    """Alice, to move, and a bot."""
    plans = [changes.SeatPlan(player=alice), changes.SeatPlan(address="rules:piers")]
    return changes.create(plans, alice, seed="a friendly game", delay=0)


def ask(client: Client, table: Table, version: int) -> tuple[int, dict[str, object]]:
    answer = client.post(f"/tables/{table.slug}/hint/", {"v": version})
    return answer.status_code, answer.json()


def test_a_hint_names_two_moves_with_their_reasons() -> None:
    told = hint(table_after("g4 g3 b3 p3 b4  r1 y1 g1 b2 p5"))
    first, second = told.moves
    assert first.text == "Clue 1 to P1"
    assert (first.act, first.seat, first.value) == ("clue", 1, "1")
    assert "Then P1 knows that red 1, yellow 1 and green 1 can be played." in first.why
    assert second.text != first.text
    assert told.situation == "You have all 8 clue tokens, so you can't discard."


def test_a_hint_is_noted_once_a_turn_in_the_log_the_marks_and_the_trace(
    client: Client, friendly: Table, alice: Player
) -> None:
    login(client, alice)
    status, told = ask(client, friendly, 0)
    assert status == 200
    assert told["turn"] == 1
    assert ask(client, friendly, 1)[1] == told
    state = load(friendly.slug)
    assert [line.text for line in frame(state, ME).log] == ["Alice took a hint."]
    assert frame(state, ME).marks == ["hint"]
    assert state.irregular
    assert trace_of(state)["lab"]["notes"][0]["kind"] == "hint"


def test_a_hint_is_for_the_person_to_move_at_the_present_version(
    client: Client, table: Table, alice: Player, bob: Player, charlie: Player
) -> None:
    for player, said in (
        (bob, "It is not your turn."),
        (charlie, "You do not sit at this table."),
    ):
        assert ask(login(client, player), table, 0) == (409, {"refused": said})
    changes.submit(table.slug, changes.Actor(alice), first_legal(table, 0), 0)
    status, answer = ask(login(client, bob), table, 0)
    assert (status, answer["refused"]) == (409, "The table has moved on since; look again.")
    assert not load(table.slug).notes


@pytest.mark.parametrize(
    "fields",
    [{"drawn": True}, {"daily_id": 1}, {"help": "common"}, {"reasons": Table.Reasons.AFTER}],
)
def test_where_less_help_was_chosen_there_are_no_hints(fields: dict[str, Any]) -> None:
    usual = table_after("g1")
    assert frame(usual, ME).may_hint
    assert not frame(table_after("g1", **fields), ME).may_hint


def test_a_table_without_hints_refuses_them(client: Client, friendly: Table, alice: Player) -> None:
    Table.objects.filter(pk=friendly.pk).update(drawn=True)
    login(client, alice)
    assert ask(client, friendly, 0) == (409, {"refused": "There are no hints at this table."})
    assert not load(friendly.slug).notes
