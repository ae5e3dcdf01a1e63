"""Agents that model the other player at tables of two: ``partner:new`` and ``partner:unknown``.

``partner:new`` searches, assuming a newcomer: a rule list that does what the first game on the site
teaches. ``partner:unknown`` infers whether moves rather come from a newcomer or from a convention
player (convention agents, and rule lists with focus and saves), and plays accordingly.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import exp, log
from typing import Self

from agents.contract import AgentError, Decision
from agents.entry import Entry, any_rules, version_text
from agents.kinds import conv, genes
from agents.kinds.conv import levels
from agents.kinds.conv.agent import ConvAgent
from agents.kinds.conv.agent import version as conv_version
from agents.kinds.rule_agent import entry_of
from agents.kinds.search.agent import SearchAgent
from agents.kinds.wary import tuned
from agents.persona import EASY, Persona
from agents.rulelists import Named
from native import Rng, View
from native.inference import suspects
from native.inference.suspects import Suspects
from native.play.blueprint import Blueprint
from native.rulebase import RuleList
from native.search import search
from native.search.search import Scoring, Search, Setting

NAMED = ("partner:new", "partner:unknown")
EXAMPLE = NAMED[0]
PLAYERS = (2,)
PLANNED = 0.2
"""Assumed seconds per decision, to estimate how long many games will take."""

SETTING = Setting(
    rollouts=1000,
    particles=200,
    steps=3,
    scoring=Scoring.ZERO,
    slip=0.1,
    sure=1.0,
    least=0.05,
    explained=0.0,
)
NOVICES = (
    (8, "PlayLatest", "TellAnyPlayable", 126, 38, 120, 27, 22),
    (8, "PlayLatest(1, 0.25)", "TellAnyPlayable", 126, 38, 120, 27, 22),
    (8, 54, "TellAnyPlayable", 126, 38, 120, 27, 22),
    (8, "PlayLatest(1, 0.25)", 126, 38, 120, "TellAnyPlayable", 27, 22),
)
NEWCOMERS = tuple(f"partner:newcomer-{number}" for number in range(1, 1 + len(NOVICES)))
CAREFUL = "partner:careful"
"""The addresses of rule lists in no menu: NEWCOMERS are those of NOVICES, CAREFUL is what
`partner:new` plays unless its search finds better. Moves at its tables are judged by them."""
CAUTIOUS = NEWCOMERS[1]
"""The newcomer that plays on for a person whose move is judged: with the last life left it plays
only what is certain, as people do, so that a strike is not charged with the games that the first
one would lose after it."""
KEEPERS = (
    (118, 107, 128, 126, 130, 38, 120, 27, 22),
    (118, 107, 128, 126, "TellAnyPlayable", 38, 120, 27, 22),
    (118, 107, 130, 128, 126, 38, 120, 27, 22),
)
"""The rule lists that model people who follow conventions, each rule by gene or name. NOVICES are
those that model newcomers."""
LEVEL = "h1"
"""The level of the conventions by which `partner:unknown` plays with people who follow
conventions, and one of those by which it recognises them."""
READERS = (*levels.LEVELS, LEVEL)
"""The levels of the convention agents among the models of convention players."""
HANDS, DEVIATION = 12, 0.15
KEEPS = 0.8
"""The prior probability that a partner follows conventions: a convention player loses more by being
mistaken for a newcomer than a newcomer by the reverse."""
SMALL = 1e-6
"""The lower bound of probabilities, so that log odds are finite."""

TITLES = {"new": "Partner for newcomers", "unknown": "Partner for anybody"}
SUMMARIES = {
    "new": "Expects you to clue what is playable and to play the newest card of a fresh clue.",
    "unknown": "Watches whether you play by conventions or by what clues show, and plays along.",
}
PERSONAS = {
    "new": Persona(EASY, "Everybody, from the first game on.", "First games", 2, "Nora"),
    "unknown": Persona(
        "Any level", "Everybody, with or without conventions.", "All-round", 1, "Theo"
    ),
}
SUMMARY_OF_NEWCOMER = "Clues what can be played, and plays the newest card of a fresh clue."
ABOUT = (
    "It imagines several hundred games before it moves: hands that it may hold, and partners who "
    "do what the first game teaches. They clue what is playable, play what is certain or the "
    "newest card that a fresh clue touched, and discard their oldest card without a clue. It makes "
    "the move that ends best on average, a game lost by strikes counting nothing.",
    "Where no move is clearly better it plays by rules evolved for unknown partners.",
)
ABOUT_NEW = (*ABOUT, "It does not know the chop, saves or finesses, which lessons 2 to 7 teach.")
ABOUT_UNKNOWN = (
    "After each of your moves it asks how likely newcomers and people who keep conventions would "
    "have been to make it. While conventions explain your moves well enough, it plays by them, "
    "like Lena. Otherwise it plays like Nora.",
    *ABOUT,
)


@dataclass(frozen=True)
class Undecided:
    """The agent `partner:unknown`. While the other player seems to follow conventions, it makes the
    move of the convention agent `keeper`; otherwise that of `new`, a search that assumes a
    newcomer.
    """

    address: str
    new: SearchAgent
    keeper: ConvAgent
    seed: str
    start: tuple[float | None, ...] = ()
    """By seat, the log odds before the first move that the player follows conventions; None stands
    for the usual odds, as does an empty tuple for all seats."""

    def starting(self, trust: Sequence[float | None]) -> Self:
        """Return this agent with another prior: `trust` has, by seat, the log odds before the
        first move that the player follows conventions; None stands for the usual odds.
        """
        return replace(self, start=tuple(trust))

    def decide(self, view: View) -> Decision:
        """Return the agent's move with its reason: by conventions if the other player probably
        follows them, else by search.
        """
        start = self.start[1 - view.seat] if self.start else None
        prior = KEEPS if start is None else 1 / (1 + exp(-start))
        share = keeps(view, Rng(self.seed), prior)
        decision = (self.keeper if share > 0.5 else self.new).decide(view)
        odds = log(max(share, SMALL) / max(1 - share, SMALL))
        trust = [0.0 if seat == view.seat else odds for seat in range(2)]
        said = {"keeps": round(share, 3), "trusts": share > 0.5, "trust": trust}
        return replace(decision, data={**decision.data, **said})


def keeps(view: View, rng: Rng, prior: float = KEEPS) -> float:
    """Return the posterior probability that the other player follows conventions, given the moves
    in `view`.

    `prior` is the probability before the first move; `rng` determines the hands that are sampled
    to judge the moves.
    """
    models = _models()
    weights = models.weigh(view, rng, models.even(view.rules.players))[1 - view.seat]
    newcomer, keeper = weights[: len(NOVICES)].mean(), weights[len(NOVICES) :].mean()
    return float(prior * keeper / (prior * keeper + (1 - prior) * newcomer))


def entry(address: str) -> Entry:
    """Return the registry entry of the agent at `partner:new`, which assumes that the other player
    is a newcomer, at `partner:unknown`, which infers whether the other player follows conventions,
    or of one of the rule lists NEWCOMERS and CAREFUL.

    Raise AgentError for any other address.
    """
    if address in NEWCOMERS:
        named = Named("a newcomer", SUMMARY_OF_NEWCOMER, "", NOVICES[NEWCOMERS.index(address)])
        return replace(entry_of(address, named), beside=(CAREFUL,))
    if address == CAREFUL:
        careful = replace(_usual(), address=address, version=_version("new"))
        return replace(careful, beside=NEWCOMERS, slip=SETTING.slip)
    if address not in NAMED:
        known = " and ".join(NAMED)
        raise AgentError(f"There is no agent “{address[:80]}”. The partners are {known}.")
    kind = address.partition(":")[2]
    is_new = kind == "new"
    return Entry(
        address=address,
        title=TITLES[kind],
        summary=SUMMARIES[kind],
        persona=PERSONAS[kind],
        version=_version(kind),
        players=PLAYERS,
        make=partial(_new if is_new else _undecided, address),
        refusal=any_rules if is_new else conv.refusal,
        blueprint=(lambda _players: _search()) if is_new else None,
        about=ABOUT_NEW if is_new else ABOUT_UNKNOWN,
        conventions="" if is_new else LEVEL,
        judge=CAUTIOUS if is_new else "",
        self_play_games=0,
        seconds=PLANNED,
    )


def _new(address: str, seed: str) -> SearchAgent:
    return SearchAgent(address, lambda _players: (_search(), _usual()), seed)


def _undecided(address: str, seed: str) -> Undecided:
    keeper = ConvAgent(f"conv:{LEVEL}", LEVEL)
    return Undecided(address, _new(NAMED[0], seed), keeper, seed)


@lru_cache
def _usual() -> Entry:
    """Return the wary agent's rule list for strangers, which the search plays unless another move
    is better, with a title that suits sentences.
    """
    found = genes.entry(f"genes:{','.join(map(str, tuned.read().fallback))}")
    return replace(found, title="a careful player")


@lru_cache
def _search() -> Search:
    base = _usual().in_core(2)
    assert base is not None
    return Search(base, SETTING, [Blueprint.of(RuleList(rules)) for rules in NOVICES])


@lru_cache
def _models() -> Suspects:
    agents = [levels.blueprint(level) for level in READERS]
    lists = [RuleList(rules) for rules in (*NOVICES, *KEEPERS)]
    return Suspects(lists, agents, HANDS, DEVIATION)


@lru_cache
def _version(kind: str) -> str:
    parts: list[object] = [SETTING, NOVICES, tuned.read().fallback]
    if kind == "unknown":
        levels_read = [conv_version(level) for level in READERS]
        parts += [KEEPERS, HANDS, DEVIATION, KEEPS, levels_read, suspects.VERSION]
    return version_text(search.VERSION, repr(parts).encode())
