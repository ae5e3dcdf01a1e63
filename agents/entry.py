"""Registry entries: how an agent is created, where it can play, and what pages show about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol, runtime_checkable

from agents.contract import Agent, AgentError
from agents.persona import CURIOUS, Persona, Picture, first_name
from native import Game, Move, Rules, View
from native.play.blueprint import Blueprint
from native.rulebase import Mode, RuleList
from native.search.search import Setting

QUICK = 0.1
"""The longest decision, in seconds, of an agent that may be asked for many moves while a person
waits."""
PLAIN_WORDS = re.compile(r"[\w-]+( [\w-]+)*")
LONGEST_DECISION = 10.0
"""The longest decision, in seconds of processor time, that an agent may need to sit at a table."""


def any_rules(_rules: Rules) -> str:
    """Return "", which means that the agent plays by any rules: the default of `Entry.refusal`."""
    return ""


@dataclass(frozen=True)
class Link:
    """A button on an agent's page: its text and the page to which it leads."""

    text: str
    view: str
    """The name of a Django view, for `reverse`."""
    args: tuple[str, ...] = ()


@dataclass(frozen=True)
class Entry:
    """A registered agent: its address, how it is created, and what pages show about it."""

    address: str
    title: str
    summary: str
    version: str
    players: tuple[int, ...]
    """The numbers of players with which the agent can play."""
    make: Callable[[str], Agent]
    """Returns the agent, given the seed of its randomness."""
    refusal: Callable[[Rules], str] = any_rules
    """Returns the reason, as a sentence, why the agent cannot play by the given rules of Hanabi;
    empty if it can."""
    sees_everything: bool = False
    """Whether the agent cheats by seeing all hands; it may then play with agents only."""
    core: Callable[[int, Mode | None], RuleList] | None = None
    """Returns the agent's rule list for the C core, given the number of players and a mode (None
    for the agent's own mode); None if the agent is not a rule list."""
    clean: Callable[[], Entry] | None = None
    """Returns this agent in clean mode, in which it makes a random legal move instead of giving
    the game up; None if it already plays so."""
    blueprint: Callable[[int], Blueprint] | None = None
    """Returns the agent's strategy written in C, given the number of players; None if it is a rule
    list (see `core`) or decides in Python."""
    reading: Callable[[Game, int, int], int] | None = None
    """Returns the identities (bit set) that everybody at the table assigns to a card by the
    agent's conventions, given a game, a seat and a slot; 0 means useless. None for an agent
    without conventions."""
    pool: str = ""
    """Name of the pool of agents by which it models its partners: it infers from their moves which
    of them a partner plays like. Empty if it does not."""
    persona: Persona = CURIOUS
    source: str = ""
    """The publication that describes the agent; empty if there is none."""
    about: tuple[str, ...] = ()
    """Paragraphs on how the agent plays and what it assumes; empty for a rule list."""
    pictures: Callable[[], Sequence[Picture]] | None = None
    """Returns the pictures that explain the agent's conventions on its page, one convention each;
    None if there are none."""
    conventions: str = ""
    """The level of conventions that the agent's clues follow, such as “h3” (a level of the
    convention player, kind `conv`); empty if they follow none."""
    judge: str = ""
    """The address of the agent that plays the rollouts when other players' moves at a table with
    this agent are judged; empty: a convention player of its level `conventions`, or `rules:focus`
    if that is empty too."""
    beside: tuple[str, ...] = ()
    """The addresses of the agents by any of which other seats may play in rollouts that this agent
    plays, weighed by the moves that those seats made; empty: this agent."""
    slip: float = Setting.slip
    """The probability that another seat makes any other move than the agents `beside`, assumed in
    rollouts that this agent plays."""
    links: tuple[Link, ...] = ()
    self_play_games: int = 200
    """Number of self-play games behind the figures on the agent's page, which are played while it
    loads unless they come with the program; 0 if the agent is too slow for that."""
    decide_many: Callable[[Sequence[View]], Sequence[Move]] | None = None
    """Returns the agent's moves in many games, one for each view and from that view alone; None if
    the agent decides one game at a time."""
    seconds: float = QUICK
    """Assumed seconds of processor time per decision; used to plan many games, and where no
    measured time is known."""
    seconds_by_players: Callable[[int], float] | None = None
    """Returns the measured time of the longest decision (`agents.decision_seconds`), in seconds,
    given the number of players; None if `seconds` applies."""
    largest_within: Callable[[int, float], str] | None = None
    """Returns the address of the variant of this agent with the largest budget (simulated games
    per decision) that decides in time, given the number of players and the seconds allowed; an
    empty text if there is none. None for an agent without a budget."""

    @property
    def called(self) -> str:
        """The agent's name in sentences: its first name if it has one, its title if that consists
        of plain words, or else a first name chosen from its address.
        """
        if self.persona.name:
            return self.persona.name
        return self.title if PLAIN_WORDS.fullmatch(self.title) else first_name(self.address)

    @property
    def _subject(self) -> str:
        """The agent's own first name or, if it has none, its title."""
        return self.persona.name or self.title

    @property
    def thinks_long(self) -> bool:
        """Whether the agent is too slow to be asked for many moves while a person waits: its
        assumed time per decision is longer than QUICK, 0.1 seconds.
        """
        return self.seconds > QUICK

    def seconds_with(self, players: int) -> float:
        """Return the time of the agent's longest decision with this many players, in seconds of
        processor time: the measured one if there is one, else an assumed one.
        """
        return self.seconds_by_players(players) if self.seconds_by_players else self.seconds

    def agent(self, seed: str) -> Agent:
        """Return the agent ready to play, with its randomness determined by `seed`."""
        return self.make(seed)

    @property
    def plays_in_core(self) -> bool:
        """Whether the agent is a rule list, whose whole games are played in C."""
        return self.core is not None

    def playing_on(self) -> Entry:
        """Return this agent in the mode in which it makes a legal move instead of giving the game
        up.
        """
        return self.clean() if self.clean else self

    def rule_list(self, players: int, mode: Mode | None = None) -> RuleList | None:
        """Return the agent's rules, for this number of players, for the C core; None if the agent
        is no rule list.

        `mode` says what the list does where a rule fails or none applies: give the game up, or
        make a random legal move if no further rule applies. By default it is the agent's own mode.
        """
        return self.core(players, mode) if self.core else None

    def in_core(self, players: int, mode: Mode | None = None) -> Blueprint | None:
        """Return the agent as a strategy that the C core can simulate with this number of players;
        None if it decides in Python.

        `mode` applies to rule lists, as in `rule_list`; other agents ignore it.
        """
        if self.blueprint:
            return self.blueprint(players)
        rules = self.rule_list(players, mode)
        return Blueprint.of(rules) if rules else None

    def plays_at(self, rules: Rules) -> bool:
        """Return whether the agent can play by these rules and with their number of players."""
        return rules.players in self.players and not self.refusal(rules)

    def refuse_unless_seatable(self, rules: Rules, *, with_people: bool) -> None:
        """Raise AgentError if the agent cannot play by these rules or with their number of
        players.

        `with_people` says that people may sit at the table: then also refuse an agent that sees
        all hands.
        """
        if rules.players not in self.players:
            counts = ", ".join(map(str, self.players))
            raise AgentError(f"{self._subject} plays with {counts} players, not {rules.players}.")
        if self.sees_everything and with_people:
            raise AgentError(f"{self._subject} sees every hand, so it plays with agents only.")
        if refusal := self.refusal(rules):
            raise AgentError(refusal)

    def refuse_unless_welcome(self, rules: Rules, *, with_people: bool) -> None:
        """Raise AgentError if the agent cannot play by these rules or with their number of
        players, or if its longest decision takes more than LONGEST_DECISION seconds.

        `with_people` says that people may sit at the table: then also refuse an agent that sees
        all hands.
        """
        self.refuse_unless_seatable(rules, with_people=with_people)
        seconds = self.seconds_with(rules.players)
        if seconds <= LONGEST_DECISION:
            return
        least = self.largest_within(rules.players, LONGEST_DECISION) if self.largest_within else ""
        offer = f"The largest budget that does is {least}." if least else "No budget of it does."
        raise AgentError(
            f"{self._subject} takes up to {seconds:.0f} seconds a move with {rules.players} "
            f"players, and a table waits {LONGEST_DECISION:.0f}. {offer}"
        )


def version_text(code: int | str, made_of: bytes) -> str:
    """Return the version text, such as `1.3f9c2a`, of an agent with this version of its code whose
    behaviour also depends on the data `made_of`.
    """
    return f"{code}.{blake2b(made_of, digest_size=3).hexdigest()}"


def without_seed(agent: Agent) -> Callable[[str], Agent]:
    """Return a factory, for `Entry.make`, that returns `agent` whatever the seed; for agents
    without randomness.
    """
    return lambda _seed: agent


def seat(entries: Sequence[Entry], rules: Rules) -> list[Entry]:
    """Return the agents by seat for a table with these rules.

    `entries` has one agent, which takes all seats, or one for each seat. Raise AgentError for any
    other number, or if an agent cannot play by the rules.
    """
    if len(entries) not in (1, rules.players):
        raise AgentError(
            f"Name one agent for all seats, or {rules.players}, one per seat, not {len(entries)}."
        )
    for entry in entries:
        entry.refuse_unless_seatable(rules, with_people=False)
    return [*entries] if len(entries) > 1 else [*entries] * rules.players


@runtime_checkable
class AgentKind(Protocol):
    """Interface of a module that implements all agents whose addresses share a prefix, such as
    `conv:`.
    """

    @property
    def NAMED(self) -> Sequence[str]:  # noqa: N802 - a constant of a module
        """The addresses of the kind's named agents, in menu order."""

    @property
    def EXAMPLE(self) -> str:  # noqa: N802
        """An address of this kind, for messages and for the contract tests."""

    def entry(self, address: str) -> Entry:
        """Return the agent at `address`, which includes the prefix. Raise AgentError if there is
        none.
        """
