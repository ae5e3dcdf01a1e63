"""Profiles of agents in self-play: scores, measures of style, and the share of moves chosen by
each rule.

The results of named agents and of shipped learners come with the program (`agents/profiles.json`,
rebuilt by `manage.py rebuild profiles`), so that the first visitor of a page need not wait for
games.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from agents import registry, scores
from agents.arena import simulate
from agents.rule_table import in_a_sentence
from agents.scores import TABLES, Score
from native import End, Rules
from native.play.results import Result, SeatResult
from native.rulebase import Rule, Silence

PROFILES = Path(__file__).with_name("profiles.json")

Key = tuple[str, str, int, int]
"""Address, version, number of players and number of games of a self-play result: it is valid for
exactly these."""


@cache
def shipped() -> Mapping[Key, Result]:
    """Return the self-play results that come with the program, by (address, version, number of
    players, number of games). In each result, `seats` has a single item: the sums over all seats.
    """
    return {_key(row): _result_of(row) for row in json.loads(PROFILES.read_text())}


def written(results: Mapping[Key, Result]) -> str:
    """Return the text of `profiles.json` for these results: one per line, sorted by key."""
    lines = (json.dumps(_json_row(key, results[key])) for key in sorted(results))
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _json_row(key: Key, result: Result) -> dict[str, Any]:
    address, version, players, games = key
    together = result.all_seats
    return {
        "agent": address,
        "version": version,
        "players": players,
        "games": games,
        "turns": result.turns,
        "stacks": result.stacks,
        "zero": result.zero,
        "ends": {end.name: count for end, count in result.ends.items() if count},
        "tallies": together.tallies,
        "fired": together.fired,
        "fallbacks": together.fallbacks,
        "given_up": {why.name: count for why, count in together.given_up.items() if count},
    }


def _key(row: Mapping[str, Any]) -> Key:
    return row["agent"], row["version"], row["players"], row["games"]


def _result_of(row: Mapping[str, Any]) -> Result:
    together = SeatResult(
        tallies=row["tallies"],
        fired=tuple(row["fired"]),
        fallbacks=row["fallbacks"],
        given_up={why: row["given_up"].get(why.name, 0) for why in Silence},
    )
    return Result(
        games=row["games"],
        turns=row["turns"],
        stacks=tuple(row["stacks"]),
        zero=tuple(row["zero"]),
        ends={end: row["ends"].get(end.name, 0) for end in End},
        seats=(together,),
    )


SEED = "profile"
SLOW_GAMES = 100
"""Number of self-play games of an agent too slow to measure while a page loads, which take up to
two minutes; the results of agents that come with the program do so too."""


@dataclass(frozen=True)
class RuleShare:
    """A rule of a rule list, and the share of all moves that it chose."""

    rule: Rule
    share: float

    @property
    def percent(self) -> float:
        """The share of all moves that the rule chose, in percent."""
        return 100 * self.share

    @property
    def sentence(self) -> str:
        """The rule as an instruction to a player."""
        return in_a_sentence(self.rule)


@dataclass(frozen=True)
class Profile:
    """An agent's self-play scores and measures of style with one number of players."""

    players: int
    games: int
    command: str
    """The shell command that prints these figures."""
    result: Result
    score: Score | None
    """The stored score of a named agent, usually from more games than `result`."""
    rules: tuple[RuleShare, ...]
    fallbacks: float
    """Share of all moves that were made because no rule applied."""

    @property
    def mean(self) -> float:
        """The mean number of cards played: the stored score, or else that of `result`."""
        return self.score.mean if self.score else self.result.mean_stacks

    @property
    def sem(self) -> float:
        """The standard error of `mean` over games."""
        return self.score.sem if self.score else self.result.sem_stacks

    @property
    def lost(self) -> float:
        """The mean number of cards played in a game that its official score leaves out, since three
        strikes ended the game.
        """
        return self.result.mean_stacks - self.result.mean_zero

    @property
    def perfect(self) -> float:
        """Percentage of perfect games."""
        return 100 * self.result.ends[End.PERFECT] / self.games

    @property
    def strikeouts(self) -> float:
        """Percentage of games lost by strikes."""
        return 100 * self.result.ends[End.STRIKEOUT] / self.games

    @property
    def fallback_percent(self) -> float:
        """Percentage of moves made because no rule applied."""
        return 100 * self.fallbacks

    @property
    def drawn(self) -> list[tuple[int, int, int, int, int]]:
        """The bars of the histogram of scores (cards played): for each score its number of games,
        and a bar for SVG, as (score, games, x, y, height). The highest bar is 100 high; x and y
        are of a bar's upper left corner.
        """
        counts = self.result.stacks[:26]
        heights = [round(100 * games / max(counts)) for games in counts]
        return [
            (score, counts[score], 20 * score, 100 - height, height)
            for score, height in enumerate(heights)
        ]


def profile_of(address: str, players: int) -> Profile | None:
    """Return an agent's scores and playing style in self-play, at tables of one size.

    Return None if the agent does not play there, or if it is too slow to measure while a page loads
    and no games of it come with the program. Raise AgentError for an unknown address.
    """
    entry = registry.find(address)
    if players not in entry.players:
        return None
    if not entry.self_play_games and shipped_of(entry, players) is None:
        return None
    return _profile(address, entry.version, players)


def games_of(entry: registry.Entry) -> int:
    """Return the number of self-play games from which an agent's profile is computed."""
    return entry.self_play_games or SLOW_GAMES


def shipped_tables(entry: registry.Entry) -> list[int]:
    """Return, ascending, the numbers of players for which the self-play results of an agent that
    comes with the program do so too: for a slow agent, only the fewest with which it plays.
    """
    return sorted(set(TABLES) & set(entry.players if entry.self_play_games else entry.players[:1]))


def shipped_of(entry: registry.Entry, players: int) -> Result | None:
    """Return an agent's self-play results that come with the program; None if absent or
    outdated.
    """
    return shipped().get((entry.address, entry.version, players, games_of(entry)))


@lru_cache(maxsize=256)
def _profile(address: str, version: str, players: int) -> Profile:
    """Return the profile, cached by version: another elite may take the cell while its run
    continues.
    """
    entry = registry.find(address)
    result = shipped_of(entry, players) or play_profile_games(entry, players)
    rules, together = entry.rule_list(players), result.all_seats
    return Profile(
        players=players,
        games=result.games,
        command=command(address, players, result.games),
        result=result,
        score=scores.of(entry, players),
        rules=tuple(
            RuleShare(rule, fired / result.turns)
            for rule, fired in zip(rules.rules if rules else (), together.fired, strict=False)
        ),
        fallbacks=together.fallbacks / result.turns,
    )


def play_profile_games(entry: registry.Entry, players: int) -> Result:
    """Play the self-play games from which an agent's profile is computed, and return
    their result.
    """
    seats = [entry] * players
    return simulate(Rules.standard(players), seats, games_of(entry), SEED, threads=1)


def command(address: str, players: int, games: int) -> str:
    """Return the shell command that plays an agent's profile games (`manage.py simulate ...`) and
    prints their figures.
    """
    return f"manage.py simulate {address} --players {players} --games {games} --seed {SEED}"
