"""The best agent at each table where the default partners cannot play: `fallbacks.json`."""

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import msgspec

from agents.arena import simulate
from agents.entry import Entry
from agents.recommended import recommended
from agents.registry import OF_ALL_WORK, find, seatable
from agents.runs.storage import replace
from native import Rules

FILE = Path(__file__).with_name("fallbacks.json")
GAMES, SEED = 400, "fallbacks"
PLAYERS = (2, 3, 4, 5, 6)


class Fallback(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The best agent at one kind of table, playing with copies of itself."""

    agent: str
    mean: float
    """Points per game; a game lost by strikes counts 0."""
    sem: float


class Fallbacks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The best agents by variant and number of players (as text, for JSON), as measured."""

    games: int
    seed: str
    measured: dict[str, str]
    """Versions of the compared agents, by address."""
    best: dict[str, dict[str, Fallback]]


@cache
def stored() -> Fallbacks:
    """Return the stored record of the best agents; an empty record if there is no file."""
    if not FILE.exists():
        return Fallbacks(GAMES, SEED, {}, {})
    return msgspec.json.decode(FILE.read_bytes(), type=Fallbacks)


def partner_for(rules: Rules, kind: str = "unknown") -> Entry:
    """Return the default partner of a kind of person (`agents.recommended`) at a table with these
    rules: the recommended one if it plays by them, else the best measured one."""
    usual = find(recommended(kind, rules.players))
    if usual.plays_at(rules):
        return usual
    best = stored().best.get(rules.variant, {}).get(str(rules.players))
    chosen = find(best.agent if best else OF_ALL_WORK)
    return chosen if chosen.plays_at(rules) else find(OF_ALL_WORK)


def candidates() -> list[Entry]:
    """Return the named agents that the C code plays and that decide quickly."""
    return [entry for entry in seatable() if entry.plays_in_core and not entry.thinks_long]


def missing() -> list[Entry]:
    """Return the candidates whose present version was not measured."""
    known = stored().measured
    return [entry for entry in candidates() if known.get(entry.address) != entry.version]


def measure(variants: Iterable[str], say: Callable[[str], object] = str) -> Fallbacks:
    """Find the best agent for every table of these variants where no default partner plays."""
    best: dict[str, dict[str, Fallback]] = {}
    for variant in variants:
        for players in PLAYERS:
            rules = Rules.standard(players, variant)
            if find(recommended("unknown", players)).plays_at(rules):
                continue
            played = [_played(entry, rules) for entry in candidates() if entry.plays_at(rules)]
            best.setdefault(variant, {})[str(players)] = max(played, key=lambda one: one.mean)
        say(variant)
    return Fallbacks(GAMES, SEED, {one.address: one.version for one in candidates()}, best)


def save(fallbacks: Fallbacks) -> None:
    """Write the file, one variant per line."""
    lines = msgspec.json.encode(fallbacks).replace(b"}},", b"}},\n")
    replace(FILE, lines + b"\n")
    stored.cache_clear()


def _played(entry: Entry, rules: Rules) -> Fallback:
    result = simulate(rules, [entry] * rules.players, GAMES, SEED)
    return Fallback(entry.address, round(result.mean_zero, 2), round(result.sem_zero, 2))
