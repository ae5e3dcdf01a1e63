"""Games of agents that decide in Python are dealt from streams of the seed, as matches are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agents import arena, registry
from native import End, Game, Rng, Rules


def test_game_k_has_the_deck_of_the_first_game_of_stream_k(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[Game] = []

    def recorded(*args: Any, **options: Any) -> Game:
        dealt.append(Game(*args, **options))
        return dealt[-1]

    monkeypatch.setattr(arena, "Game", recorded)
    entry = registry.find("cheat:priority")
    arena.simulate(Rules.standard(3), [entry] * 3, 20, "deals", threads=1)
    decks = [Game(Rules.standard(3), seed=Rng("deals").derive(k).derive(0)).deck for k in range(20)]
    assert [game.deck for game in dealt] == decks


def test_a_game_struck_out_counts_as_zero_and_by_its_stacks() -> None:
    entries = [registry.find("cheat:priority"), registry.find("rules:flawed")]
    result = arena.simulate(Rules.standard(2), entries, 60, "struck", threads=1)
    assert result.ends[End.STRIKEOUT]
    assert sum(result.zero) == sum(result.stacks) == 60
    assert result.mean_zero < result.mean_stacks


def test_every_seat_and_game_has_lots_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    entry, seeds = registry.find("cheat:priority"), []

    def make(seed: str) -> Any:
        seeds.append(seed)
        return entry.agent(seed)

    monkeypatch.setattr(registry, "find", lambda _: replace(entry, make=make))
    arena.simulate(Rules.standard(3), [entry] * 3, 4, "lots", threads=1)
    assert len(set(seeds)) == len(seeds) == 12
