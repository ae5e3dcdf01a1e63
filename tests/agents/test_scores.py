"""The table of scores can be rebuilt by its command."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from agents import registry

TABLE = Path("agents/SCORES.md")


def rows(text: str) -> list[str]:
    return [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| `")]


@pytest.mark.long
def test_the_command_prints_a_row_for_every_named_agent() -> None:
    out = StringIO()
    call_command("scores", games=2, stdout=out)
    lists = [e for e in registry.seatable() if e.plays_in_core]
    found = rows(out.getvalue())
    assert all(f"`{e.address}` {e.title}" in found for e in lists)


def test_the_committed_table_has_every_named_rule_list() -> None:
    committed = TABLE.read_text()
    assert all(f"`{e.address}`" in committed for e in registry.seatable() if e.plays_in_core)


def test_one_game_has_no_standard_error() -> None:
    with pytest.raises(CommandError, match="at least 2"):
        call_command("scores", games=1)
