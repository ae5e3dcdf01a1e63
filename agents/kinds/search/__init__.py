"""Agents that look ahead: ``search:1000:rules:focus``, ``search:200,stacks:conv:expert``.

The budget may be followed by words: `stacks` values cards played even in games that end by strikes,
`together` is for tables on which every seat searches.
"""

from __future__ import annotations

from functools import lru_cache, partial
from hashlib import blake2b

from agents import registry
from agents.contract import AgentError
from agents.entry import Entry
from agents.kinds.search.about import about, summary
from agents.kinds.search.agent import SearchAgent
from native.play.blueprint import Blueprint
from native.search.search import VERSION, Scoring, Search, Setting

PREFIX = "search:"
NAMED = ("search:1000:rules:focus",)
EXAMPLE = "search:200:rules:focus"

FEWEST, MOST = 100, 100_000
FEWEST_HANDS, MOST_HANDS = 100, 600
WORDS = ("stacks", "together")


def entry(address: str) -> Entry:
    """A search over the agent at the end of the address. Raises AgentError in words."""
    # Not remembered: while a run goes on, the strategy of an elite may change.
    setting, words, base = _parts(address)
    return Entry(
        address=address,
        title=f"Search {', '.join([f'{setting.rollouts:,}', *words])}: {base.title}",
        summary=summary(setting, base),
        version=_version(setting, base),
        players=base.players,
        make=partial(_seated, address, setting, base),
        refusal=base.refusal,
        blueprint=partial(_search, setting, base.address, base.version),
        about=about(setting, base),
        source=base.source,
        self_play_games=0,
        seconds=1 + setting.rollouts / 2000,
    )


def _seated(address: str, setting: Setting, base: Entry, seed: str) -> SearchAgent:
    search = partial(_search, setting, base.address, base.version)
    return SearchAgent(address, _version(setting, base), base, search, seed)


def _version(setting: Setting, base: Entry) -> str:
    """Changes with what the search does, with its setting, and with its base."""
    return f"{VERSION}.{blake2b(repr(setting).encode(), digest_size=3).hexdigest()}-{base.version}"


@lru_cache(maxsize=64)
def _search(setting: Setting, base: str, _version: str, players: int) -> Search:
    """Kept by the version of the base, since a search is the same as long as that is."""
    return Search(_blueprint(registry.find(base).playing_on(), players), setting)


def _blueprint(base: Entry, players: int) -> Blueprint:
    blueprint = base.in_core(players)
    if blueprint is None or blueprint.thinks:
        raise AgentError(f"{base.title} cannot be simulated, so nobody can search with it.")
    return blueprint


def _parts(address: str) -> tuple[Setting, list[str], Entry]:
    """What is said before the base's address, and the base. Raises AgentError in words."""
    budget, _, base_address = address.removeprefix(PREFIX).partition(":")
    number, *words = budget.split(",")
    known = number.isascii() and number.isdecimal() and len(number) < 8
    if not known or not base_address:
        raise AgentError(f"Write search:ROLLOUTS:AGENT, such as {EXAMPLE}, not “{address[:80]}”.")
    if not FEWEST <= int(number) <= MOST:
        raise AgentError(f"Rollouts a move go from {FEWEST} to {MOST:,}, not {number}.")
    if wrong := [word for word in words if word not in WORDS or words.count(word) > 1]:
        raise AgentError(f"After the rollouts may stand {' and '.join(WORDS)}, not “{wrong[0]}”.")
    if base_address.startswith(PREFIX):
        raise AgentError("A search cannot be simulated, so nobody can search with it.")
    base = registry.find(base_address).playing_on()
    _blueprint(base, base.players[0])
    return _setting(int(number), words), words, base


def _setting(rollouts: int, words: list[str]) -> Setting:
    """A lost game counts half of its cards, though it is worth nothing: the base strikes out where
    a searcher would look ahead again, and such losses would drown all other differences. The
    thresholds keep a base that is nearly perfect from harm."""
    together = "together" in words
    return Setting(
        rollouts,
        particles=min(MOST_HANDS, max(FEWEST_HANDS, rollouts * 2 // 5)),
        scoring=Scoring.STACKS if "stacks" in words else Scoring.HALF,
        sure=3.0,
        least=0.2 if together else 0.1,
    )
