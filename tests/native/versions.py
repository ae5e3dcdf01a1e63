"""What agents do under their versions, as digests of the games that they play.

`python -m tests.native.versions` writes down what they do now. Where that differs from before, the
agent needs a new version first: traces, archives and scores name the version that made them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import numpy as np

from agents import registry
from agents.kinds import cheats
from native import Game, Rng, Rules
from native.play import arena, table
from native.play.arena import Result
from native.play.blueprint import Blueprint
from native.rulebase import RULES, VERSION, Family, RuleList
from native.search.search import VERSION as SEARCH_VERSION
from native.search.search import Among, Scoring, Search, Setting, Thought
from native.strategies import perfect
from native.strategies.perfect import Reading, Strategy

FILE = Path(__file__).with_suffix(".json")
STRANGER = Blueprint.of(RuleList([41, 8, 46, 13, 48, 38, 27, 22, 39]))
GAMES = {"hat:information": 200, "conv:expert": 100, "wary:expert": 3, "human:proxy": 8}
"""Played by each agent at a table of a size."""
BASES = ("rules:focus", "conv:expert", "hat:information")
FAMILIES = tuple(dict.fromkeys(rule.family for rule in RULES))


def digest(results: Iterator[Result]) -> str:
    """Points, turns and the reasons of all moves; another move anywhere changes it."""
    found = blake2b(digest_size=6)
    for result in results:
        fired = [seat.fired for seat in result.seats]
        found.update(repr((result.turns, result.stacks, fired)).encode())
    return found.hexdigest()


def alone(address: str, players: int) -> Iterator[Result]:
    """Games with itself."""
    agent = registry.find(address).in_core(players)
    assert agent is not None
    seating = [agent] * players
    yield table.simulate(Rules.standard(players), seating, GAMES[address], "alone", threads=1)


def beside_a_stranger(address: str, players: int) -> Iterator[Result]:
    """Games with somebody who does not play as it does, on either side."""
    agent = registry.find(address).in_core(players)
    assert agent is not None
    games = GAMES[address] // 2
    for seating in ([agent, STRANGER], [STRANGER, agent]):
        seats = [*seating, *[agent] * (players - 2)]
        yield table.simulate(Rules.standard(players), seats, games, "stranger", threads=1)


def of_agent(address: str) -> dict[str, str]:
    sizes = registry.find(address).players
    return {str(size): digest(alone(address, size)) for size in sizes} | {
        f"{size} with a stranger": digest(beside_a_stranger(address, size)) for size in sizes
    }


def by_rule(family: Family) -> dict[str, str]:
    """Each rule of a family with random moves where it has no answer. With strikes to spare games
    go on to their last turns."""
    found = {}
    for rule in RULES:
        if rule.family is not family:
            continue
        found[rule.name] = digest(
            arena.simulate(
                Rules(players, strikes=16),
                [RuleList([rule.name])] * players,
                100,
                "rule",
                threads=1,
            )
            for players in (2, 4)
        )
    return found


def of_cheat(strategy: Strategy) -> dict[str, str]:
    """A strategy that sees every hand: scores at every table, and by the seed's reading."""
    games = 50 if strategy is Strategy.FORESIGHT else 400
    runs = [(players, Reading.OFFICIAL, 0.0) for players in range(2, 7)]
    if strategy is Strategy.CLUE_COST:
        runs += [(2, reading, cost) for reading in Reading for cost in (0.25, 1.0, 1.5)]
    elif not strategy.ours:
        runs.append((2, Reading.SEED, 0.0))
    found = {}
    for players, reading, cost in runs:
        rules = Rules.standard(players)
        played = perfect.simulate(strategy, rules, games, "cheat", reading=reading, cost=cost)
        told = f"{players} {reading.name.lower()} {cost}"
        found[told] = _hash((played.turns, played.histogram))
    return found


def of_search(address: str) -> dict[str, str]:
    """Decisions of a search over this base in a game of it, whatever it finds."""
    players = 3 if address == "conv:expert" else 2
    base = registry.find(address).in_core(players)
    assert base is not None
    eager = Setting(rollouts=60, particles=24, steps=2, explained=0.0, sure=0.3, least=0.0)
    search = Search(base, eager)
    return {
        str(game.turn): _thoughts(search.think(game.view(game.to_move or 0), Rng(game.turn)))
        for game in _moments([base] * players)
    }


def of_among(players: int) -> dict[str, str]:
    """Decisions among suspects of whom each seat plays by some."""
    pool = [Blueprint.of(RuleList([rule, 39])) for rule in (2, 8, 41)]
    pool.append(STRANGER)
    eager = Setting(60, particles=24, steps=2, scoring=Scoring.HALF, slip=0.1, sure=0.3, least=0)
    among, weights = Among(pool, [0, 1, 2, 3], eager), np.ones((players, 4))
    weights[1] = (1, 0, 2, 4)
    return {
        str(game.turn): _thoughts(among.think(game.view(game.to_move or 0), weights, 3, Rng(1)))
        for game in _moments([STRANGER] * players)
    }


def _moments(seats: list[Blueprint]) -> Iterator[Game]:
    """Every few turns of a game."""
    game, lots = Game(Rules(len(seats)), seed=Rng("moments")), Rng("moments")
    while (seat := game.to_move) is not None:
        if game.turn % 9 == 5:
            yield game.copy()
        move = seats[seat].decide(game.view(seat), lots.derive(game.turn)).move
        assert move is not None
        game.play(move)


def _thoughts(thought: Thought) -> str:
    values = [(v.move, v.worlds, round(v.value, 6), round(v.error, 6)) for v in thought.values]
    believed = round(thought.believed, 6), round(thought.explained, 6)
    return _hash((thought.move, thought.usual, thought.rollouts, believed, values))


def _hash(figures: object) -> str:
    return blake2b(repr(figures).encode(), digest_size=6).hexdigest()


def now() -> dict[str, dict[str, str]]:
    """By name and version."""
    agents = {f"{address} {registry.find(address).version}": address for address in GAMES}
    return (
        {key: of_agent(address) for key, address in agents.items()}
        | {f"{family.name.lower()} rules {VERSION}": by_rule(family) for family in FAMILIES}
        | {f"cheat:{strategy.slug} {cheats.VERSION}": of_cheat(strategy) for strategy in Strategy}
        | {f"search {address} {SEARCH_VERSION}": of_search(address) for address in BASES}
        | {f"among {players} {SEARCH_VERSION}": of_among(players) for players in (2, 3)}
    )


if __name__ == "__main__":
    FILE.write_text(json.dumps(now(), indent=1) + "\n")
