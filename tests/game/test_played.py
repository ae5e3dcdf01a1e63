"""The quick games of our tests are what the tables themselves would have played."""

from __future__ import annotations

from typing import Any

import pytest

from game.models import Player, Table
from game.tables import agent_turns, changes
from tests.game.played import play_out

pytestmark = pytest.mark.django_db

TOLD_APART = {"id", "table_id", "slug", "created", "started", "finished", "at", "thinking_ms"}


def rows(table: Table) -> list[dict[str, Any]]:
    """Everything that is stored of a table but when, and under which name."""
    of_table = [*Table.objects.filter(pk=table.pk).values(), *table.moves.values()]
    return [{name: row[name] for name in row.keys() - TOLD_APART} for row in of_table]


@pytest.mark.long
def test_a_quick_game_is_stored_like_one_that_was_played() -> None:
    agents = [changes.SeatPlan(address=address) for address in ("rules:iggi", "rules:piers")]
    slow, quick = (changes.create(agents, None, seed="quick") for _ in range(2))
    agent_turns.play_out(slow.slug)
    play_out(quick.slug)
    assert len(rows(slow)) > 40
    assert rows(quick) == rows(slow)


def test_people_have_no_reasons_and_the_moves_that_are_left_end_the_game(alice: Player) -> None:
    plans = [changes.SeatPlan(player=alice), changes.SeatPlan(address="rules:piers")]
    whole, rest = (changes.create(plans, alice, seed="the rest") for _ in range(2))
    play_out(whole.slug)
    assert {bool(move.why) for move in whole.moves.filter(seat=0)} == {False}
    assert {bool(move.why) for move in whole.moves.filter(seat=1)} == {True}
    assert play_out(rest.slug, leave=1).status == Table.Status.RUNNING
    agent_turns.play_out(rest.slug)
    assert rows(rest) == rows(whole)
