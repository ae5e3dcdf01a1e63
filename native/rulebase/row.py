"""One rule: its gene in the chromosome alphabet, its meaning, and its row of data for C."""

from dataclasses import dataclass
from enum import StrEnum
from functools import partial

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


NEEDS_OF_OP = {
    lib.HL_PLAY_IF_CERTAIN: lib.HL_NEEDS_SURE_PLAY,
    lib.HL_PLAY_SAFE: lib.HL_NEEDS_SURE_PLAY,
    lib.HL_PLAY_COMMONLY_KNOWN: lib.HL_NEEDS_SURE_PLAY,
    lib.HL_PLAY_LOWEST: lib.HL_NEEDS_SURE_PLAY,
    lib.HL_PLAY_FOR_MATE: lib.HL_NEEDS_SURE_PLAY,
    lib.HL_DISCARD_IF_CERTAIN: lib.HL_NEEDS_SURE_WASTE,
    lib.HL_DISCARD_SAFE: lib.HL_NEEDS_SURE_WASTE,
    lib.HL_DISCARD_USELESS: lib.HL_NEEDS_SURE_WASTE,
    lib.HL_DISCARD_OSAWA: lib.HL_NEEDS_SURE_WASTE,
    lib.HL_TELL_FINESSE: lib.HL_NEEDS_PLAY_SEEN,
    lib.HL_TELL_USEFUL: lib.HL_NEEDS_PLAY_SEEN,
    lib.HL_TELL_MISSING: lib.HL_NEEDS_PLAY_SEEN,
    lib.HL_TELL_LAST_USEFUL: lib.HL_NEEDS_PLAY_SEEN,
    lib.HL_TELL_PLAYABLE: lib.HL_NEEDS_PLAY_SEEN,
    lib.HL_TELL_UNAMBIGUOUS: lib.HL_NEEDS_PLAY_SEEN,
    lib.HL_TELL_LOOKS_PLAYABLE: lib.HL_NEEDS_PLAY_SEEN,
    lib.HL_TELL_ANY_PLAYABLE: lib.HL_NEEDS_PLAY_SEEN,
    lib.HL_TELL_LAST_PLAYABLE: lib.HL_NEEDS_PLAY_SEEN,
    lib.HL_TELL_USELESS: lib.HL_NEEDS_WASTE_SEEN,
    lib.HL_TELL_DISPENSABLE: lib.HL_NEEDS_WASTE_SEEN,
    lib.HL_TELL_MANY_USELESS: lib.HL_NEEDS_WASTE_SEEN,
    lib.HL_TELL_FOCUS: lib.HL_NEEDS_PLAY_SEEN,
    lib.HL_TELL_NEWLY_PLAYABLE: lib.HL_NEEDS_PLAY_SEEN,
    lib.HL_TELL_NEWLY_USELESS: lib.HL_NEEDS_WASTE_SEEN,
    lib.HL_DISCARD_CHOP_TO_TELL: lib.HL_NEEDS_PLAY_SEEN,
}
"""The conditions (hl_need bits) without which a rule never chooses a move and need not be asked, by
the rule's `op`."""


@dataclass(frozen=True)
class Rule:
    """One rule, which chooses a move or none in a seat's view, as data for the C core.

    `op` selects the C code of the rule, `reach` the seats that it may clue and their order.
    `flags`, `percent`, `a` and `b` are parameters of that code. `rulebase/rulebase.h` describes
    their values.
    """

    gene: int | None
    """The rule's number in chromosomes, None if chromosomes cannot contain it."""
    name: str
    """The rule's unique name: the published one, if there is one."""
    meaning: str
    """A description of what the rule does, including errors of the published program."""
    op: int
    family: Family
    needs: int = 0
    """Conditions for asking the rule (hl_need bits), beyond those that all rules of its family or
    with its `op` need."""
    reach: int = lib.HL_TO_EACH
    flags: int = 0
    percent: int = 0
    a: int = 0
    b: int = 0

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
        needs = self.needs | NEEDS[self.family] | NEEDS_OF_OP.get(self.op, 0)
        return (needs, self.op, gene, self.reach, self.flags, self.percent, self.a, self.b)


play = partial(Rule, family=Family.PLAY)
discard = partial(Rule, family=Family.DISCARD)
tell = partial(Rule, family=Family.TELL)
