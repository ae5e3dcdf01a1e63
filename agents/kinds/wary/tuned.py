"""The tuned parameters of the wary agent as a data file: the rule list that it falls back on, and
how moves change its trust.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from agents.entry import version_text
from agents.kinds.conv import levels
from agents.kinds.conv.agent import version as conv_version
from native.play.blueprint import Blueprint
from native.rulebase import RuleList
from native.strategies.wary import KINDS, NEVER, VERSION, Wary

PATH = Path(__file__).parent / "tuned.json"
RECOVERY = 6
"""The number of moves in a row, explained by the conventions, after which a player is trusted
again at a table with people."""
LEVEL = "expert"
"""The level of the convention agent whose conventions the wary agent follows."""


@dataclass(frozen=True)
class Tuned:
    """The tuned parameters of a wary agent: the rule list that it falls back on, and its trust in a
    player, the log odds that the player follows conventions, in hundredths of a nat.

    `prior` is the trust in a player before the first move, `most` the bound on its absolute value.
    `evidence` has the change of trust by a move: a row for each kind of move
    (`native.strategies.wary.KINDS`), a column for each effort, from 0 to `NEVER`, that it takes to
    explain the move by the conventions.
    """

    fallback: tuple[int, ...]
    """The genes of the rule list that the agent plays with players whom it does not trust."""
    prior: int
    most: int
    evidence: tuple[tuple[int, ...], ...]

    def wary(self) -> Wary:
        """Return these parameters, with the conventions, as the settings of a wary agent in C.
        Raise ValueError if a gene is invalid.
        """
        return Wary(
            levels.read(LEVEL), RuleList(self.fallback), self.prior, self.most, self.evidence
        )


def read() -> Tuned:
    """Load the stored parameters of the wary agent. Raise ValueError if their file is invalid."""
    stored = json.loads(PATH.read_text())
    rows = stored["evidence"]
    if set(rows) != set(KINDS) or any(len(row) != NEVER + 1 for row in rows.values()):
        raise ValueError(f"Evidence is {NEVER + 1} numbers for each of {', '.join(KINDS)}.")
    return Tuned(
        fallback=tuple(stored["fallback"]),
        prior=stored["prior"],
        most=stored["most"],
        evidence=tuple(tuple(rows[kind]) for kind in KINDS),
    )


def write(tuned: Tuned) -> None:
    """Write the parameters of the wary agent to tuned.json in this folder, one per line, replacing
    the file.
    """
    lines = {
        "fallback": list(tuned.fallback),
        "prior": tuned.prior,
        "most": tuned.most,
        "evidence": dict(zip(KINDS, map(list, tuned.evidence), strict=True)),
    }
    text = ",\n".join(f'  "{name}": {json.dumps(value)}' for name, value in lines.items())
    PATH.write_text(f"{{\n{text}\n}}\n")


@lru_cache(maxsize=256)
def blueprint(start: tuple[int | None, ...] = ()) -> Blueprint:
    """Return the wary agent as a strategy that the C code can play.

    `start` has the trust in each seat before the first move, in hundredths of a nat; None stands
    for the usual trust. If it is empty, the agent plays as in evaluations. Otherwise it plays as
    at a table with people, with two more rules. It trusts a seat again after `RECOVERY` moves in a
    row that the conventions explain. It discards no card known to be the last of its kind while it
    holds a clued card that may be playable.
    """
    return read().wary().blueprint(start, RECOVERY if start else 0)


@lru_cache
def version() -> str:
    """Return the version text of the wary agent. It changes with the tuned parameters, the
    conventions and the code of trust.
    """
    made_of = PATH.read_bytes() + conv_version(LEVEL).encode()
    return version_text(VERSION, made_of)
