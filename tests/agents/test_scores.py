"""The table of scores can be rebuilt by its command."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from agents import registry
from agents.arena import simulate
from agents.management.commands import scores
from native import Rules
from native.play.results import Result

TABLE = Path("agents/SCORES.md")


def rows(text: str) -> list[str]:
    return [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| `")]


def test_the_command_prints_a_row_for_every_named_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    some = simulate(Rules.standard(2), [registry.find("rules:iggi")] * 2, 2, "scores")
    asked: list[tuple[int, int, str, int, object]] = []

    def playing(rules: Rules, seats: list[registry.Entry], games: int, seed: object) -> Result:
        assert len(set(seats)) == 1
        asked.append((rules.players, len(seats), seats[0].address, games, seed))
        return some

    monkeypatch.setattr(scores, "simulate", playing)
    out = StringIO()
    call_command("scores", games=200, seed="mine", stdout=out)
    everyone = registry.everyone()
    assert rows(out.getvalue()) == [f"`{entry.address}` {entry.title}" for entry in everyone]
    assert asked == [
        (players, players, entry.address, 100 if entry.thinks_long else 200, "mine")
        for entry in everyone
        for players in (2, 3, 4, 5)
        if players in entry.players
    ]
    score = f"{some.mean_stacks:.2f} ± {some.sem_stacks:.2f}"
    assert f"| `mwum:knowing-2` Self-taught: knowing-2 | {score} | – | – | – |" in out.getvalue()
    assert "`manage.py scores --games 200 --seed mine`" in out.getvalue()


def test_the_committed_table_has_every_named_rule_list() -> None:
    committed = TABLE.read_text()
    assert all(f"`{e.address}`" in committed for e in registry.seatable() if e.plays_in_core)


def test_one_game_has_no_standard_error() -> None:
    with pytest.raises(CommandError) as refusal:
        call_command("scores", games=1)
    assert str(refusal.value) == "A standard error needs at least 2 games."
    assert refusal.value.returncode == 2


def test_two_games_have_a_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "everyone", lambda: [registry.find("rules:iggi")])
    out = StringIO()
    call_command("scores", games=2, stdout=out)
    assert "of 2 games each" in out.getvalue()
    assert out.getvalue().splitlines()[-3:-1] == [
        "| agent | 2 players | 3 players | 4 players | 5 players |",
        "|---|---|---|---|---|",
    ]
    assert rows(out.getvalue()) == ["`rules:iggi` IGGI"]
