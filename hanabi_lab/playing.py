"""Games between agents."""

from __future__ import annotations

from collections.abc import Sequence

from agents.arena import play_out
from agents.entry import Entry
from hanabi_lab.games import Games
from hanabi_lab.seats import Player, seated
from native import Game, Rng, Rules
from native.play.rows import Rows, rows, rows_of


def play(
    *agents: Player,
    games: int = 1000,
    seed: str | int = 0,
    players: int | None = None,
    variant: str = "No Variant",
    threads: int | None = None,
) -> Games:
    """Play games between agents: one for all seats, or one for each seat in order.

    Game i of a seed has the same deal whoever plays, and the same seed gives the same games,
    whatever the number of `threads` (left out: one a processor; agents in Python take one).
    `variant` is one of hanab.live's. Raises AgentError or BadRules, in words, for agents that
    cannot sit there, and ValueError for numbers that make no sense.
    """
    rules = Rules.standard(players or max(2, len(agents)), variant)
    entries = seated(agents, rules)
    names = tuple(entry.address for entry in entries)
    return Games(rules, names, str(seed), _played(rules, entries, games, str(seed), threads))


def _played(
    rules: Rules, entries: Sequence[Entry], games: int, seed: str, threads: int | None
) -> Rows:
    in_core = {entry.address: entry.in_core(rules.players) for entry in entries}
    seating = [one for entry in entries if (one := in_core[entry.address])]
    if len(seating) == rules.players:
        return rows(rules, seating, games, seed, threads=threads)
    if games < 1:
        raise ValueError(f"The number of games must be from 1, not {games}.")
    return rows_of([_game(rules, entries, seed, number) for number in range(games)])


def _game(rules: Rules, entries: Sequence[Entry], seed: str, number: int) -> Game:
    game = Game(rules, seed=Rng(seed).derive(number))
    play_out(game, [one.agent(f"{seed}/{number}/{seat}") for seat, one in enumerate(entries)])
    return game
