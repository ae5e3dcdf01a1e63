"""What happens when somebody's time is up, as the table's creator chose."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from game.models import Table
from game.tables.changes.sitting_in import let_sit_in
from game.tables.changes.writing import finish, note
from game.tables.clocks import deadline
from game.tables.state import load


def time_out(slug: str, expected_version: int) -> int | None:
    """Give the seat of who is late to an agent, or end the game; None if there is nothing to do."""
    with transaction.atomic():
        state = load(slug, lock=True)
        end = deadline(state)
        if state.table.version != expected_version or end is None or timezone.now() < end:
            return None
        assert state.playback is not None
        late = state.playback.last.to_move
        assert late is not None
        name = state.seats[late].name
        if state.table.at_zero == Table.AtZero.BOT:
            return let_sit_in(state, late, f"for {name}, whose time is up")
        if state.table.at_zero == Table.AtZero.END:
            ended = state.playback.last.copy()
            ended.terminate()
            finish(state.table, ended, timezone.now())
            return note(state, f"{name}'s time is up, so the game ended.")
        return None
