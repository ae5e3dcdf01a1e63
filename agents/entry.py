"""What an address stands for: somebody who can be seated, and what people are told about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from agents.contract import Agent, AgentError
from agents.pictures import Picture
from native import Move, Rules, View
from native.play.blueprint import Blueprint
from native.rulebase import Mode, RuleList

QUICK = 0.1
"""Seconds that an agent may take where many are asked at once."""


def any_rules(_rules: Rules) -> str:
    """The refusal of an agent that plays by all rules: none."""
    return ""


@dataclass(frozen=True)
class Link:
    """A button on an agent's page."""

    text: str
    view: str
    """The name of a view, for `reverse`."""
    args: tuple[str, ...] = ()


@dataclass(frozen=True)
class Entry:
    """An agent that can be seated."""

    address: str
    title: str
    summary: str
    version: str
    players: tuple[int, ...]
    """The sizes of tables that it plays at."""
    make: Callable[[str], Agent]
    """The agent, given its seed."""
    refusal: Callable[[Rules], str] = any_rules
    """Why it cannot play by some rules, in a sentence; empty if it can."""
    sees_everything: bool = False
    """It cheats, so it sits with agents only."""
    core: Callable[[int, Mode | None], RuleList] | None = None
    """Its form for the C core at a table of a given size, in a mode or (None) in its own; None if
    it decides in Python."""
    clean: Callable[[], Entry] | None = None
    """The same agent in the clean mode, if its own is another."""
    blueprint: Callable[[int], Blueprint] | None = None
    """Its form for tables in C of a given size, where it plays among blueprints."""
    pool: str = ""
    """The pool of policies by which it recognises partners, if it has one."""
    source: str = ""
    """Where it was published."""
    about: tuple[str, ...] = ()
    """How it plays and what it assumes, in paragraphs, if it is no rule list."""
    pictures: Callable[[], Sequence[Picture]] | None = None
    """Its conventions, an idea each, for its page."""
    links: tuple[Link, ...] = ()
    self_play_games: int = 200
    """How many games its page plays before it is shown; 0 if it is too slow for that."""
    decide_many: Callable[[Sequence[View]], Sequence[Move]] | None = None
    """Its moves in many games at once, if it is to be asked so; each from the view alone."""
    seconds: float = QUICK
    """What a decision takes at most, on one processor."""

    @property
    def thinks_long(self) -> bool:
        """Whether it must not be asked where somebody waits for many of its moves."""
        return self.seconds > QUICK

    def agent(self, seed: str) -> Agent:
        """The agent, with its own randomness drawn from ``seed``."""
        return self.make(seed)

    @property
    def plays_in_core(self) -> bool:
        """Whether whole games of it are played in C."""
        return self.core is not None

    def playing_on(self) -> Entry:
        """The same agent, that makes any legal move where it would give the game up."""
        return self.clean() if self.clean else self

    def rule_list(self, players: int, mode: Mode | None = None) -> RuleList | None:
        """Its rules for the C core, in its own mode if none is given; None for an agent that
        decides in Python."""
        return self.core(players, mode) if self.core else None

    def in_core(self, players: int, mode: Mode | None = None) -> Blueprint | None:
        """What the core simulates of it at a table of this size; None if it decides in Python."""
        if self.blueprint:
            return self.blueprint(players)
        rules = self.rule_list(players, mode)
        return Blueprint.of(rules) if rules else None

    def plays_at(self, rules: Rules) -> bool:
        """Whether it plays at tables of this size and by these rules."""
        return rules.players in self.players and not self.refusal(rules)

    def refuse_unless_seatable(self, rules: Rules, *, with_people: bool) -> None:
        """Raises AgentError when it cannot play at such a table."""
        if rules.players not in self.players:
            counts = ", ".join(map(str, self.players))
            raise AgentError(f"{self.title} plays with {counts} players, not {rules.players}.")
        if self.sees_everything and with_people:
            raise AgentError(f"{self.title} sees every hand, so it plays with agents only.")
        if refusal := self.refusal(rules):
            raise AgentError(refusal)


def without_seed(agent: Agent) -> Callable[[str], Agent]:
    """`Entry.make` of an agent that draws no lots."""
    return lambda _seed: agent


@runtime_checkable
class AgentKind(Protocol):
    """The meaning of the addresses that share a prefix. A module with these names is one."""

    @property
    def NAMED(self) -> Sequence[str]:  # noqa: N802 - a constant of a module
        """Addresses of its agents that have names, in the order of the menu."""
        ...

    @property
    def EXAMPLE(self) -> str:  # noqa: N802
        """An address of this kind, for texts and for the tests of the contract."""
        ...

    def entry(self, address: str) -> Entry:
        """The agent at this address, prefix included. Raises AgentError in words."""
        ...
