"""What the wary agent has learned: its fallback and how trust is earned, as a data file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from agents.kinds.conv import levels
from agents.kinds.conv.agent import version as conv_version
from native.play.blueprint import Blueprint
from native.rulebase import RuleList
from native.strategies.wary.wary import KINDS, NEVER, VERSION, Wary

PATH = Path(__file__).parent / "tuned.json"
LEVEL = "expert"
"""Of the conventions."""


@dataclass(frozen=True)
class Tuned:
    """Numbers for `native.strategies.wary.wary.Wary`."""

    fallback: tuple[int, ...]
    """Genes."""
    prior: int
    most: int
    evidence: tuple[tuple[int, ...], ...]

    def wary(self) -> Wary:
        return Wary(
            levels.read(LEVEL), RuleList(self.fallback), self.prior, self.most, self.evidence
        )


def read() -> Tuned:
    """Raises ValueError in words for a file that holds no such numbers."""
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
    """Store the numbers, a line each."""
    lines = {
        "fallback": list(tuned.fallback),
        "prior": tuned.prior,
        "most": tuned.most,
        "evidence": dict(zip(KINDS, map(list, tuned.evidence), strict=True)),
    }
    text = ",\n".join(f'  "{name}": {json.dumps(value)}' for name, value in lines.items())
    PATH.write_text(f"{{\n{text}\n}}\n")


@lru_cache
def blueprint() -> Blueprint:
    """The agent, to be simulated."""
    return read().wary().blueprint()


@lru_cache
def version() -> str:
    """Changes with the numbers, with the conventions, and with how moves are judged."""
    made_of = PATH.read_bytes() + conv_version(LEVEL).encode()
    return f"{VERSION}.{blake2b(made_of, digest_size=3).hexdigest()}"
