"""The wary agent of the core: it plays by conventions while the others follow them, else by a rule
list.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from native._core import ffi, lib
from native.engine.rules import or_none
from native.engine.view import Public
from native.play.blueprint import Blueprint, refuse
from native.rulebase import RuleList
from native.strategies.conv import Level

VERSION = int(lib.HL_WARY_VERSION)
NEVER = int(lib.HL_WARY_NEVER)
CONV_REASONS = int(lib.HL_CONV_REASONS)
"""The number of reasons of the convention agent. A wary agent's reason is one of these, or this
number plus the index of a rule in the fallback."""
LONGEST = int(lib.HL_WARY_MAX_FALLBACK)
"""The most rules of a fallback, the rule list by which a wary agent plays without trust."""
KINDS = ("discard", "play", "clue")

Evidence = Sequence[Sequence[int]]
"""The change of trust in a seat after its move, in hundredths of a nat: a row for each of `KINDS`,
with an entry for each effort (see `efforts`) from 0 to `NEVER`."""


@dataclass(frozen=True)
class Wary:
    """The settings of a wary agent, which plays by the conventions `level` while it trusts all
    other seats to follow them, and otherwise by the rule list `fallback`.

    Trust in a seat is the log odds that it follows the conventions. After each of the seat's moves
    an entry of `evidence` is added to it, selected by the kind of the move and by the effort
    needed to explain the move by the conventions (see `efforts`).
    """

    level: Level
    fallback: RuleList
    prior: int
    """The trust in each seat before the first move, in hundredths of a nat."""
    most: int
    """The bound on trust and distrust (negative trust), in hundredths of a nat."""
    evidence: Evidence

    def blueprint(self, start: Sequence[int | None] = (), company: int = 0) -> Blueprint:
        """Return the agent as a blueprint, a strategy that the C code can play and simulate.

        `start` is the trust in each seat before the first move, as log odds in hundredths of a nat;
        None or a missing entry stands for `prior`. `company` above 0 adds two rules for tables with
        people: a seat is trusted again after `company` moves in a row that the conventions explain,
        and the agent does not discard a card known to be the last of its kind while it holds a
        clued card that may be playable.

        Raises ValueError if `self.evidence` (how a move changes the trust) does not have a row for
        each of `KINDS` with `NEVER` + 1 numbers, or if `self.fallback` (the rule list played
        without trust) has more than `LONGEST` rules.
        """
        if len(self.fallback.rules) > LONGEST:
            raise ValueError(
                f"A fallback has at most {LONGEST} rules, not {len(self.fallback.rules)}."
            )
        if [len(row) for row in self.evidence] != [NEVER + 1] * len(KINDS):
            raise ValueError(f"Evidence is {len(KINDS)} rows of {NEVER + 1} numbers.")
        conv: Any = self.level.blueprint().config
        config = ffi.new("hl_wary_config *")
        config.conv = conv[0]
        config.fallback = self.fallback.struct[0]
        config.prior = [self.prior] * lib.HL_MAX_PLAYERS
        for seat, trust in enumerate(start):
            config.prior[seat] = self.prior if trust is None else trust
        config.most, config.company = self.most, company
        for row, values in enumerate(self.evidence):
            config.evidence[row] = list(values)
        reasons = CONV_REASONS + len(self.fallback.rules)
        return Blueprint(lib.hl_wary_blueprint(config), config, reasons)


def efforts(blueprint: Blueprint, public: Public) -> tuple[int | None, ...]:
    """Return, for each turn of a game, the effort needed to explain its move by the conventions of
    a wary agent: a small number if the conventions would often make that move.

    `blueprint` is the agent, from `Wary.blueprint`. Deals that agree with the public information
    are sampled, 1, 2, 4 … up to 128 of them, until the conventions choose the move in one; the
    effort is the number of doublings, `NEVER` if they choose it in none, and None if no deal could
    be sampled. Raises BadRules if the agent cannot play by these rules.
    """
    found, _ = _follow(blueprint, public)
    return tuple(map(or_none, found[0 : int(public._public.turn)]))


def trust(blueprint: Blueprint, public: Public) -> tuple[tuple[int, ...], ...]:
    """Return a wary agent's trust that each seat follows the conventions, over the course of a
    game: turns + 1 rows of one number per seat.

    `blueprint` is the agent, from `Wary.blueprint`; `public` is the public state of a game, with
    its moves so far. Row t is the trust after t moves, as log odds in hundredths of a nat; a
    negative number is distrust. Raises BadRules if the agent cannot play by the game's rules.
    """
    _, found = _follow(blueprint, public)
    turns, players = int(public._public.turn), public.rules.players
    return tuple(tuple(int(one) for one in row[0:players]) for row in found[0 : turns + 1])


def _follow(blueprint: Blueprint, public: Public) -> tuple[Any, Any]:
    """Return the C arrays of efforts, by turn, and of trust, by turn and seat, in a game."""
    efforts = ffi.new("uint8_t[]", lib.HL_MAX_TURNS)
    trust = ffi.new("int16_t[][6]", lib.HL_MAX_TURNS + 1)
    refuse(lib.hl_wary_follow(blueprint.config, public._public, efforts, trust))
    return efforts, trust
