"""The wary agent of the core: conventions as far as the others keep them, else a rule list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from native._core import ffi, lib
from native.engine.public import Public
from native.play.blueprint import Blueprint, refuse
from native.rulebase import RuleList
from native.strategies.conv.conv import Level

VERSION = int(lib.HL_WARY_VERSION)
NEVER = int(lib.HL_WARY_NEVER)
CONV_REASONS = int(lib.HL_CONV_REASONS)
"""Reasons below this are those of the conventions; the others are positions in the fallback."""
KINDS = ("discard", "play", "clue")

Evidence = Sequence[Sequence[int]]
"""By kind of move and effort (0 to `NEVER`), in hundredths of a nat."""


@dataclass(frozen=True)
class Wary:
    """Whose conventions, which rules when they don't count, and how trust is earned and lost."""

    level: Level
    fallback: RuleList
    prior: int
    most: int
    evidence: Evidence

    def blueprint(self) -> Blueprint:
        """The agent, to be simulated. Raises ValueError for a table of evidence that is none."""
        if [len(row) for row in self.evidence] != [NEVER + 1] * len(KINDS):
            raise ValueError(f"Evidence is {len(KINDS)} rows of {NEVER + 1} numbers.")
        conv: Any = self.level.blueprint().config
        config = ffi.new("hl_wary_config *")
        config.conv = conv[0]
        config.fallback = self.fallback.struct[0]
        config.prior, config.most = self.prior, self.most
        for row, values in enumerate(self.evidence):
            config.evidence[row] = list(values)
        reasons = CONV_REASONS + len(self.fallback.rules)
        return Blueprint(lib.hl_wary_blueprint(config), config, reasons)


def efforts(blueprint: Blueprint, public: Public) -> tuple[int | None, ...]:
    """For each turn of a game, how often the number of deals had to be doubled until the
    conventions made its move on one of them, or `NEVER`; None where no deal could be come by.
    Raises BadRules for rules that the agent does not know."""
    found = ffi.new("uint8_t[]", lib.HL_MAX_TURNS)
    refuse(lib.hl_wary_efforts(blueprint.config, public._public, found))
    turns = int(public._public.turn)
    return tuple(None if one == lib.HL_NONE else int(one) for one in found[0:turns])


def trust(blueprint: Blueprint, public: Public) -> tuple[int, ...]:
    """How much each seat is trusted to keep the conventions, in hundredths of a nat; below 0: not.
    Raises BadRules for rules that the agent does not know."""
    found = ffi.new("int16_t[]", lib.HL_MAX_PLAYERS)
    refuse(lib.hl_wary_trust(blueprint.config, public._public, found))
    return tuple(int(one) for one in found[0 : public.rules.players])
