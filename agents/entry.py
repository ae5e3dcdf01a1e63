"""Registry entries: how an agent is seated, and what people are shown about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from agents.contract import Agent, AgentError
from agents.persona import CURIOUS, Persona, Picture, first_name
from native import Game, Move, Rules, View
from native.play.blueprint import Blueprint
from native.rulebase import Mode, RuleList

QUICK = 0.1
"""The longest decision, in seconds, of an agent that may be asked for many moves at once."""
PLAIN_WORDS = re.compile(r"[\w-]+( [\w-]+)*")
LONGEST_DECISION = 10.0
"""The longest decision, in seconds, that a table accepts, on a processor of its own."""


def any_rules(_rules: Rules) -> str:
    """Return "": an agent with this as its `refusal` plays by any rules."""
    return ""


@dataclass(frozen=True)
class Link:
    """A button on an agent's page: its text and the page that it opens."""

    text: str
    view: str
    """The name of a view, for `reverse`."""
    args: tuple[str, ...] = ()


@dataclass(frozen=True)
class Entry:
    """A registered agent: its address, how it is made, and what people are shown about it."""

    address: str
    title: str
    summary: str
    version: str
    players: tuple[int, ...]
    """The numbers of players it plays with."""
    make: Callable[[str], Agent]
    """Returns the agent, given its seed."""
    refusal: Callable[[Rules], str] = any_rules
    """Returns why it cannot play by some rules, in a sentence; empty if it can."""
    sees_everything: bool = False
    """Whether it cheats; it then sits with agents only."""
    core: Callable[[int, Mode | None], RuleList] | None = None
    """Returns its rule list for the C core, given the number of players and a mode (None for its
    own mode); None if it is not a rule list."""
    clean: Callable[[], Entry] | None = None
    """Returns this agent in clean mode; None if that is its own mode."""
    blueprint: Callable[[int], Blueprint] | None = None
    """Returns its blueprint for games in C, given the number of players; None if it has none."""
    reading: Callable[[Game, int, int], int] | None = None
    """Returns the identities (bit set) that everybody takes a card for, given a game, a seat and a
    slot: 0 for a card said to be useless; None for an agent without conventions."""
    pool: str = ""
    """The pool of policies among which it recognises its partners; empty if it has none."""
    persona: Persona = CURIOUS
    source: str = ""
    """Where it was published."""
    about: tuple[str, ...] = ()
    """How it plays and what it assumes, in paragraphs; empty for a rule list."""
    pictures: Callable[[], Sequence[Picture]] | None = None
    """Returns pictures of its conventions for its page, one idea each."""
    keeps_conventions: bool = False
    """Whether its clues mean what the convention player takes them for."""
    links: tuple[Link, ...] = ()
    self_play_games: int = 200
    """Games that its page plays before it is shown; 0 if the agent is too slow for that."""
    decide_many: Callable[[Sequence[View]], Sequence[Move]] | None = None
    """Returns its moves in many games at once, each from the view alone; None if it cannot."""
    seconds: float = QUICK
    """Assumed seconds per decision, on one processor, when many games are planned."""
    seconds_by_players: Callable[[int], float] | None = None
    """Returns the longest decision in seconds, given the number of players, as measured
    (`agents.decision_seconds`); None if `seconds` applies."""
    largest_within: Callable[[int, float], str] | None = None
    """Returns the address with the largest budget that decides within a time, given the number of
    players and the seconds, or an empty text if none does; None for an agent without a budget."""

    @property
    def called(self) -> str:
        """The agent's name in sentences: its first name if it has one, its title if that consists
        of plain words, or else a first name chosen from its address.
        """
        if self.persona.name:
            return self.persona.name
        return self.title if PLAIN_WORDS.fullmatch(self.title) else first_name(self.address)

    @property
    def thinks_long(self) -> bool:
        """Whether the agent is too slow to be asked for many moves while a person waits."""
        return self.seconds > QUICK

    def seconds_with(self, players: int) -> float:
        """Return the duration of the agent's longest decision with this many players, in seconds of
        one processor: the measured one if there is one, else an assumed one.
        """
        return self.seconds_by_players(players) if self.seconds_by_players else self.seconds

    def agent(self, seed: str) -> Agent:
        """Return the agent ready to play, with its own randomness drawn from `seed`."""
        return self.make(seed)

    @property
    def plays_in_core(self) -> bool:
        """Whether the agent is a rule list, whose whole games are played in C."""
        return self.core is not None

    def playing_on(self) -> Entry:
        """Return this agent in the form that makes any legal move instead of giving the game up."""
        return self.clean() if self.clean else self

    def rule_list(self, players: int, mode: Mode | None = None) -> RuleList | None:
        """Return the agent's rules for the C code; None if the agent is no rule list.

        `mode` says what it does when no rule applies: give the game up, or make a random legal
        move. By default it is the agent's own.
        """
        return self.core(players, mode) if self.core else None

    def in_core(self, players: int, mode: Mode | None = None) -> Blueprint | None:
        """Return the agent as a strategy that the C code can simulate with this number of players;
        None if it decides in Python.

        A rule list plays in `mode`, or else in its own.
        """
        if self.blueprint:
            return self.blueprint(players)
        rules = self.rule_list(players, mode)
        return Blueprint.of(rules) if rules else None

    def plays_at(self, rules: Rules) -> bool:
        """Return whether the agent plays by these rules and with their number of players."""
        return rules.players in self.players and not self.refusal(rules)

    def refuse_unless_seatable(self, rules: Rules, *, with_people: bool) -> None:
        """Raise AgentError if the agent cannot play by these rules, or sees all hands and people
        play too (`with_people`).
        """
        if rules.players not in self.players:
            counts = ", ".join(map(str, self.players))
            raise AgentError(f"{self.title} plays with {counts} players, not {rules.players}.")
        if self.sees_everything and with_people:
            raise AgentError(f"{self.title} sees every hand, so it plays with agents only.")
        if refusal := self.refusal(rules):
            raise AgentError(refusal)

    def refuse_unless_welcome(self, rules: Rules, *, with_people: bool) -> None:
        """Raise AgentError if `refuse_unless_seatable` does, or if a decision may take longer than
        LONGEST_DECISION.
        """
        self.refuse_unless_seatable(rules, with_people=with_people)
        seconds = self.seconds_with(rules.players)
        if seconds <= LONGEST_DECISION:
            return
        least = self.largest_within(rules.players, LONGEST_DECISION) if self.largest_within else ""
        offer = f"The largest budget that does is {least}." if least else "No budget of it does."
        raise AgentError(
            f"{self.title} takes up to {seconds:.0f} seconds a move with {rules.players} players, "
            f"and a table waits {LONGEST_DECISION:.0f}. {offer}"
        )


def without_seed(agent: Agent) -> Callable[[str], Agent]:
    """Return a factory, for `Entry.make`, of an agent that uses no randomness."""
    return lambda _seed: agent


def seat(entries: Sequence[Entry], rules: Rules) -> list[Entry]:
    """Return the agent of each seat of a table with these rules.

    `entries` has one agent for all seats or one for each. Raise AgentError for any other number, or
    if an agent cannot take its seat.
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
    """Interface of a module that implements all agents whose addresses share a prefix."""

    @property
    def NAMED(self) -> Sequence[str]:  # noqa: N802 - a constant of a module
        """The addresses of the kind's named agents, in menu order."""

    @property
    def EXAMPLE(self) -> str:  # noqa: N802
        """An address of this kind, for messages and for the contract tests."""

    def entry(self, address: str) -> Entry:
        """Return the agent at this address, prefix included. Raise AgentError if there is none."""
