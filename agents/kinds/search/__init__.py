"""Agents that search: ``search:1000:rules:focus``, ``search:200,stacks:conv:expert``.

The address has the number of rollouts (simulated games) per move, options, and the base: the agent
whose move is played unless another is better. A game lost by strikes counts the cards played with
the option `stacks`, nothing with `zero`, and half of the cards by default. The option `together`,
for tables where every seat searches, doubles the gain in points that a move must promise to
replace the base's move, to 0.2.

If the base loses most of its own games by strikes, every simulated game would be lost as well. The
search then uses `rules:cautious` for its own seat and models only the other players as the base.
"""

from functools import lru_cache, partial
from typing import NamedTuple

from agents import decision_seconds, registry
from agents.contract import AgentError
from agents.entry import Entry, version_text
from agents.kinds.search.agent import SearchAgent
from agents.persona import SOME, Persona
from native import End, Rules
from native.play import table
from native.play.blueprint import Blueprint
from native.search.search import VERSION, Scoring, Search, Setting

PREFIX = "search:"
NAMED = ("search:1000:rules:focus",)
EXAMPLE = "search:200:rules:focus"

FEWEST, MOST = 100, 100_000
FEWEST_HANDS, MOST_HANDS = 100, 600
SCORINGS = {"stacks": Scoring.STACKS, "zero": Scoring.ZERO}
WORDS = (*SCORINGS, "together")
CAREFUL = "rules:cautious"
"""The agent that takes the place of the base for the searching seat if the base loses most of its
own games by strikes."""
TRIED = 100
"""The number of games that decide whether a base loses most of its own games by strikes."""


class Searcher(NamedTuple):
    """A search and its usual agent, whose move the search makes unless it finds a better one.

    The usual agent is the base, or `rules:cautious` if the base loses most of its own games by
    strikes.
    """

    search: Search
    usual: Entry


def entry(address: str) -> Entry:
    """Return the registry entry of the searching agent at an address such as
    `search:1000:rules:focus`: 1000 simulated games per move, with `rules:focus` as its base.

    Raise AgentError if the address is invalid or the base cannot be simulated.
    """
    # Not cached: the strategy of an elite may change while its run continues.
    setting, words, base = _parts(address)
    return Entry(
        address=address,
        title=f"Search {', '.join([f'{setting.rollouts:,}', *words])}: {base.title}",
        summary=summary(setting, base),
        persona=Persona(SOME, "Players who give it a second or two to think."),
        version=_version(setting, base),
        players=base.players,
        make=partial(SearchAgent, address, partial(_searcher, setting, base)),
        refusal=base.refusal,
        blueprint=partial(_search, setting, base),
        about=about(setting, base),
        source=base.source,
        conventions=base.conventions,
        self_play_games=0,
        seconds=_planned(setting.rollouts),
        seconds_by_players=partial(_seconds, base.address, setting.rollouts),
        largest_within=partial(_largest, words, base.address),
    )


def _seconds(base: str, rollouts: int, players: int) -> float:
    return decision_seconds.of_search(base, players, rollouts, _hands(rollouts), _planned(rollouts))


def _planned(rollouts: int) -> float:
    """Return the assumed seconds per decision with any base, to estimate how long many games will
    take.
    """
    return 1 + rollouts / 2000


def _largest(words: list[str], base: str, players: int, seconds: float) -> str:
    rollouts = decision_seconds.largest(
        range(FEWEST, MOST + 1, FEWEST),
        seconds,
        lambda budget: _seconds(base, budget, players),
    )
    return f"{PREFIX}{','.join([str(rollouts), *words])}:{base}" if rollouts else ""


def _hands(rollouts: int) -> int:
    """Return the number of hands that a search with a budget of `rollouts` simulated games
    samples.
    """
    return min(MOST_HANDS, max(FEWEST_HANDS, rollouts * 2 // 5))


def _version(setting: Setting, base: Entry) -> str:
    """Return a version text of a search over a base agent.

    It changes with the search, its settings, its base, and `rules:cautious`, which replaces a
    hopeless base.
    """
    made_of = repr((setting, _careful().version)).encode()
    return f"{version_text(VERSION, made_of)}-{base.version}"


def _search(setting: Setting, base: Entry, players: int) -> Search:
    return _searcher(setting, base, players).search


def _searcher(setting: Setting, base: Entry, players: int) -> Searcher:
    usual = _careful() if _is_hopeless(base.address, base.version, players) else base
    return Searcher(_made(setting, usual.address, base.address, base.version, players), usual)


@lru_cache(maxsize=64)
def _made(setting: Setting, usual: str, base: str, _version: str, players: int) -> Search:
    """Return the search with the base agent at the address `base`, cached until the base's version
    changes. `usual` is the address of the agent that the own seat plays like.
    """
    mine, others = (registry.find(address).playing_on() for address in (usual, base))
    policies = [_blueprint(others, players)]
    return Search(policies[0] if usual == base else _blueprint(mine, players), setting, policies)


@lru_cache(maxsize=256)
def _is_hopeless(base: str, _version: str, players: int) -> bool:
    """Return whether a rule list loses most of its own games by strikes; False for other bases."""
    rules = registry.find(base).playing_on().rule_list(players)
    if rules is None:
        return False
    seating = [Blueprint.of(rules)] * players
    played = table.simulate(Rules(players), seating, TRIED, "hopeless", threads=1)
    return played.ends[End.STRIKEOUT] > TRIED / 2


def _careful() -> Entry:
    return registry.find(CAREFUL).playing_on()


def _blueprint(base: Entry, players: int) -> Blueprint:
    blueprint = base.in_core(players)
    if blueprint is None or blueprint.thinks:
        raise AgentError(f"{base.title} cannot be simulated, so nobody can search with it.")
    return blueprint


def _parts(address: str) -> tuple[Setting, list[str], Entry]:
    """Return the settings, options and base of an address. Raise AgentError if it is invalid."""
    budget, _, base_address = address.removeprefix(PREFIX).partition(":")
    number, *words = budget.split(",")
    sound = number.isascii() and number.isdecimal() and len(number) < 8
    if not sound or not base_address:
        raise AgentError(f"Write search:ROLLOUTS:AGENT, such as {EXAMPLE}, not “{address[:80]}”.")
    if not FEWEST <= int(number) <= MOST:
        raise AgentError(f"Rollouts a move go from {FEWEST} to {MOST:,}, not {number}.")
    if wrong := [word for word in words if word not in WORDS or words.count(word) > 1]:
        known = f"{', '.join(WORDS[:-1])} and {WORDS[-1]}"
        raise AgentError(f"After the rollouts may stand {known}, not “{wrong[0]}”.")
    if base_address.startswith(PREFIX):
        raise AgentError("A search cannot be simulated, so nobody can search with it.")
    if sum(word in SCORINGS for word in words) > 1:
        raise AgentError(f"A lost game is worth one of {' and '.join(SCORINGS)}, not both.")
    base = registry.find(base_address).playing_on()
    _blueprint(base, base.players[0])
    return _setting(int(number), words), words, base


def _setting(rollouts: int, words: list[str]) -> Setting:
    """Return the settings of a search.

    By default a lost game counts half of its cards, though it is worth nothing: the base strikes
    out where a searcher would look ahead again, and such losses would drown all other differences.
    The thresholds keep the search from harming a base that is nearly perfect.
    """
    together = "together" in words
    return Setting(
        rollouts,
        particles=_hands(rollouts),
        scoring=next((SCORINGS[word] for word in words if word in SCORINGS), Scoring.HALF),
        sure=3.0,
        least=0.2 if together else 0.1,
    )


def summary(setting: Setting, base: Entry) -> str:
    """Return a sentence for players that describes a search with these settings over the agent
    `base`.
    """
    return (
        f"Tries its moves in up to {setting.rollouts:,} imagined games, and plays like "
        f"{base.title} unless another move is clearly better."
    )


def about(setting: Setting, base: Entry) -> tuple[str, ...]:
    """Return paragraphs for players that describe how a search with these settings over the agent
    `base` works.
    """
    worth = {
        Scoring.STACKS: "the cards played",
        Scoring.ZERO: "the score, and nothing where the last strike fell",
        Scoring.HALF: "the score, and half of it where the last strike fell",
    }[setting.scoring]
    return (
        f"It does not know its own cards, so it keeps {setting.particles} hands that it may hold. "
        f"Whenever somebody else moves, it asks of each hand: would {base.title}, seeing this, "
        "have made that very move? Hands that do not explain the moves are given up, and others "
        "take their place. Without this question looking ahead does harm: then it takes risks "
        "that its partners' moves warn of.",
        "On its turn it draws some of these hands, shuffles the rest of the deck, and plays every "
        f"legal move in each of the same games to the end, all seats as {base.title} would. The "
        f"worse half of its moves is dropped, the others are tried in more games, up to "
        f"{setting.rollouts:,} in all. What counts is {worth}.",
        f"It departs from {base.title} only for a gain of more than {setting.least:g} points that "
        f"is above {setting.sure:g} standard errors. So its partners, who take it for "
        f"{base.title}, are rarely misled.",
        f"If {base.title} loses most of its own games by strikes, every imagined game would end so "
        "too. Then it plays on like Cautious, and takes only its partners for "
        f"{base.title}.",
        "The method is that of Lerer, Hu, Foerster and Brown, “Improving Policies via Search in "
        "Cooperative Partially Observable Games” (2020).",
    )
