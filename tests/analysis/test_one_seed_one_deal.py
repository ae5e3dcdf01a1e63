"""A seed deals the same games to every kind of agent, whether it plays in C or in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import hanabi_lab
from agents import registry
from agents.arena import simulate
from agents.matchups import core_games, python_games, side_by_side
from agents.matchups.playing import Plan, play_games
from agents.matchups.records import records
from native import Game, Rng, Rules
from native.play.rows import game_of

SEED, GAMES, RULES = "deals", 2, Rules.standard(2)

every_kind = pytest.mark.parametrize("address", [kind.EXAMPLE for kind in registry.kinds()])


@every_kind
def test_simulated_games_have_the_deals_of_the_seed(address: str) -> None:
    played = hanabi_lab.play(address, games=GAMES, seed=SEED)
    decks = [Game(RULES, seed=Rng(SEED).derive(number)).deck for number in range(GAMES)]
    assert [played.game(number).deck for number in range(GAMES)] == decks

    result = simulate(RULES, [registry.find(address)] * 2, GAMES, SEED, threads=1)
    assert result.turns == played.played["turns"].sum()
    scores = np.bincount(played.played["score"], minlength=len(result.stacks))
    assert list(result.stacks) == scores.tolist()


@every_kind
def test_evaluated_games_have_the_deals_of_the_seed(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cross-play of the lab and of families plays these games, too."""
    decks = set()

    def watched(rows: Any, seats: Any) -> Any:
        decks.update(tuple(game_of(RULES, row).deck) for row in rows)
        return records(rows, seats)

    for module in (core_games, python_games, side_by_side):
        monkeypatch.setattr(module, "records", watched)
    plan = Plan(RULES, GAMES, SEED)
    entries = [registry.find(address)], [registry.find("rules:piers")]
    play_games(*entries, plan, keep_records=True)
    streams = [Rng(SEED).derive(number).derive(0) for number in range(GAMES)]
    assert decks == {tuple(Game(RULES, seed=stream).deck) for stream in streams}
