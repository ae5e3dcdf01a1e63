"""The rules, read from rules.jsonl: for each its gene in the chromosome alphabet, its meaning, and
its row of data for C.

Genes below 105 are the rule base of Canaan et al. (2018, 2019); this project added the others. The
added rules use two notions of human players: the *chop*, a hand's oldest card that no clue has
touched, and the *focus* of a clue, the card that it is about: the chop if it is touched, else the
newest of the cards touched for the first time. Of the rules without a gene, the last three model
newcomers who play as their first game on the site taught them.
"""

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from native._core import lib


class Family(StrEnum):
    """The kind of move that a rule chooses: a play, a discard, a clue (`TELL`), or any of these."""

    PLAY = "play"
    DISCARD = "discard"
    TELL = "tell"
    ANY = "any"


class Source(StrEnum):
    """The publication or project that a rule comes from."""

    PUBLISHED = "published"
    """The rule base of Canaan et al. (2018, 2019)."""
    OURS = "ours"
    """Added by this project."""
    NAMED = "named"
    """Used by named agents of the literature, but not in the rule base of Canaan et al."""


PUBLISHED_COUNT = 105
"""The number of published rules: genes below it are published rules, others this project's."""

NEEDS = {
    Family.PLAY: 0,
    Family.DISCARD: lib.HL_NEEDS_ROOM,
    Family.TELL: lib.HL_NEEDS_TOKEN,
    Family.ANY: 0,
}


COMPARES = frozenset(
    {lib.HL_DISCARD_PROBABLY_USELESS, lib.HL_DISCARD_LEAST_LIKELY_NECESSARY, lib.HL_DISCARD_UNTOLD}
)
"""The codes (`Rule.op`) of rules that discard the card with the best estimate, not by its age or
its clues."""


@dataclass(frozen=True)
class Rule:
    """One rule, which chooses a move or none in a seat's view, as data for the C core.

    `op` selects the C code of the rule, `reach` the seats that it may clue and their order.
    `flags`, `percent`, `a` and `b` are parameters of that code. `rulebase/rulebase.h` describes
    their values.
    """

    name: str
    """The rule's unique name: the published one, if there is one."""
    meaning: str
    """A description of what the rule does, including errors of the published program."""
    op: int
    family: Family
    gene: int | None = None
    """The rule's number in chromosomes, None if chromosomes cannot contain it."""
    needs: int = 0
    """The conditions (hl_need bits) without which the rule never chooses a move and need not be
    asked, beyond those that all rules of its family need."""
    reach: int = lib.HL_TO_EACH
    flags: int = 0
    percent: int = 0
    a: int = 0
    b: int = 0

    @property
    def compares(self) -> bool:
        """Whether the rule estimates how well each card can be spared, and discards the best."""
        return self.op in COMPARES

    @property
    def source(self) -> Source:
        """The publication or project that the rule comes from."""
        if self.gene is None:
            return Source.NAMED
        return Source.PUBLISHED if self.gene < PUBLISHED_COUNT else Source.OURS

    @property
    def row(self) -> tuple[int, ...]:
        """The values of the fields of the C struct `hl_rule`, in order."""
        gene = lib.HL_NONE if self.gene is None else self.gene
        needs = self.needs | NEEDS[self.family]
        return (needs, self.op, gene, self.reach, self.flags, self.percent, self.a, self.b)


def _read(line: str) -> Rule:
    """Return the rule of a line of rules.jsonl, which names the core's constants."""
    given: dict[str, Any] = json.loads(line)
    given["family"] = Family(given["family"])
    given |= {name: getattr(lib, given[name]) for name in ("op", "reach") if name in given}
    for name in ("needs", "flags"):
        given[name] = sum(getattr(lib, bit) for bit in given.get(name, ()))
    return Rule(**given)


RULES = tuple(map(_read, Path(__file__).with_name("rules.jsonl").read_text().splitlines()))

FULL = tuple(rule for rule in RULES if rule.gene is not None)
"""The rules that chromosomes can contain, published and ours; the gene of a rule is its index."""

PUBLISHED = FULL[:PUBLISHED_COUNT]
"""The published rules; the gene of a rule is its index."""

BY_NAME = {rule.name: rule for rule in RULES}


def find(key: int | str) -> Rule:
    """Return the rule with this gene (number) or name. Raises ValueError if there is none."""
    if isinstance(key, str):
        if key not in BY_NAME:
            raise ValueError(f"There is no rule named {key!r}.")
        return BY_NAME[key]
    if not 0 <= key < len(FULL):
        raise ValueError(f"Genes go from 0 to {len(FULL) - 1}, not {key}.")
    return FULL[key]
