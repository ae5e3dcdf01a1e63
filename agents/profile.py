"""What an agent is like, measured in self-play: scores, measures, and which rules it lives by."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from agents import registry
from agents.arena import simulate
from native import End, Rules
from native.play.results import Result
from native.rulebase import Rule

GAMES = 5000
GAMES_IN_PYTHON = 200
"""Of agents that are no rule lists."""
SEED = "portrait"


@dataclass(frozen=True)
class RuleShare:
    """A rule of a list and the share of all moves that it made."""

    rule: Rule
    share: float

    @property
    def percent(self) -> float:
        return 100 * self.share


@dataclass(frozen=True)
class Portrait:
    """Self-play of one agent at tables of one size."""

    players: int
    games: int
    command: str
    """What prints the same figures."""
    result: Result
    rules: tuple[RuleShare, ...]
    fallbacks: float
    """Share of the moves made because no rule answered."""

    @property
    def perfect(self) -> float:
        """Percent of the games."""
        return 100 * self.result.ends[End.PERFECT] / self.games

    @property
    def strikeouts(self) -> float:
        """Percent of the games."""
        return 100 * self.result.ends[End.STRIKEOUT] / self.games

    @property
    def fallback_percent(self) -> float:
        return 100 * self.fallbacks

    @property
    def drawn(self) -> list[tuple[int, int, int, int, int]]:
        """A histogram of the scores (`stacks`) as bars: score, games, x, y, height; 100 high."""
        counts = self.result.stacks[:26]
        heights = [round(100 * games / max(counts)) for games in counts]
        return [
            (score, counts[score], 20 * score, 100 - height, height)
            for score, height in enumerate(heights)
        ]


def portrait(address: str, players: int) -> Portrait | None:
    """The portrait, or None for a table at which it does not play.

    Raises AgentError for an unknown address.
    """
    entry = registry.find(address)
    return _portrait(address, entry.version, players) if players in entry.players else None


@lru_cache(maxsize=256)
def _portrait(address: str, _version: str, players: int) -> Portrait:
    """Kept by version: while a run goes on, another elite may take its cell."""
    entry = registry.find(address)
    rules = entry.rule_list(players)
    games = GAMES if rules else GAMES_IN_PYTHON
    result = simulate(Rules.standard(players), [entry] * players, games, SEED, threads=1)
    conduct = result.conduct
    moves = result.turns
    return Portrait(
        players=players,
        games=games,
        command=f"manage.py simulate {address} --players {players} --games {games} --seed {SEED}",
        result=result,
        rules=tuple(
            RuleShare(rule, fired / moves)
            for rule, fired in zip(rules.rules if rules else (), conduct.fired, strict=False)
        ),
        fallbacks=conduct.fallbacks / moves,
    )
