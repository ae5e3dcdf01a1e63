"""What an agent is like, measured in self-play: scores, measures, and which rules it lives by."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from agents import registry
from agents.arena import simulate
from agents.shipped_profiles import shipped
from agents.stored import stored
from native import End, Rules
from native.play.results import Result
from native.rulebase import Rule

SEED = "profile"
TABLES = (2, 3, 4, 5)
"""Sizes of tables that figures are given for."""
SLOW_GAMES = 100
"""Of an agent that is too slow for a page to wait: those of named ones come with the program."""


@dataclass(frozen=True)
class RuleShare:
    """A rule of a list and the share of all moves that it made."""

    rule: Rule
    share: float

    @property
    def percent(self) -> float:
        return 100 * self.share


@dataclass(frozen=True)
class Profile:
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


def profile_of(address: str, players: int) -> Profile | None:
    """What an agent is like at tables of one size.

    None if it does not play there, or too slowly to be measured while somebody waits, and came
    without games. Raises AgentError for an unknown address.
    """
    entry = registry.find(address)
    if players not in entry.players:
        return None
    if not entry.self_play_games and shipped_of(entry, players) is None:
        return None
    return _profile(address, entry.version, players)


def games_of(entry: registry.Entry) -> int:
    """How many games a profile tells of."""
    return entry.self_play_games or SLOW_GAMES


def shipped_of(entry: registry.Entry, players: int) -> Result | None:
    """The games that came with the program; None for an agent that has none or has changed."""
    return shipped().get((entry.address, entry.version, players, games_of(entry)))


@lru_cache(maxsize=256)
def _profile(address: str, version: str, players: int) -> Profile:
    """Kept by version: while a run goes on, another elite may take its cell."""
    entry = registry.find(address)
    result = shipped_of(entry, players)
    if result is None:
        result = stored("profile", (address, version, players), lambda: played(entry, players))
    return _told(entry, players, result)


def played(entry: registry.Entry, players: int) -> Result:
    """The games that a profile tells of."""
    seats = [entry] * players
    return simulate(Rules.standard(players), seats, games_of(entry), SEED, threads=1)


def _told(entry: registry.Entry, players: int, result: Result) -> Profile:
    rules = entry.rule_list(players)
    together = result.all_seats
    moves = result.turns
    return Profile(
        players=players,
        games=result.games,
        command=command(entry.address, players, result.games),
        result=result,
        rules=tuple(
            RuleShare(rule, fired / moves)
            for rule, fired in zip(rules.rules if rules else (), together.fired, strict=False)
        ),
        fallbacks=together.fallbacks / moves,
    )


def command(address: str, players: int, games: int) -> str:
    """What prints the figures of a profile."""
    return f"manage.py simulate {address} --players {players} --games {games} --seed {SEED}"
