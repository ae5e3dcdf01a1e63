"""Every rule there is, by gene and by name: the one place that pages and lists read."""

from native._core import lib
from native.rulebase import discard, ours, play, tell
from native.rulebase.row import Family, Rule

ANY = (
    Rule(39, "LegalRandom", Family.ANY, "any legal move", lib.HL_LEGAL_RANDOM),
    Rule(
        40,
        "TryToUnBlock",
        Family.ANY,
        "without clue tokens, discard a card known to be useless or play a known last card of a "
        "stack, if a player who follows has nothing sure to do",
        lib.HL_UNBLOCK,
        needs=lib.HL_NEEDS_NO_TOKEN | lib.HL_NEEDS_ROOM,
    ),
)

PUBLISHED: tuple[Rule, ...] = tuple(
    sorted((*play.RULES, *discard.RULES, *tell.RULES, *ANY), key=lambda rule: rule.gene or 0)
)
"""The published rules; the position is the gene."""

FULL: tuple[Rule, ...] = (*PUBLISHED, *ours.RULES)
"""These and ours; the position is the gene."""

RULES: tuple[Rule, ...] = (*FULL, *play.EXTRA, *discard.EXTRA, *tell.EXTRA)

BY_NAME: dict[str, Rule] = {rule.name: rule for rule in RULES}


def find(key: int | str) -> Rule:
    """The rule with this gene or name. Raises ValueError in words."""
    if isinstance(key, str):
        if key not in BY_NAME:
            raise ValueError(f"There is no rule named {key!r}.")
        return BY_NAME[key]
    if not 0 <= key < len(FULL):
        raise ValueError(f"Genes go from 0 to {len(FULL) - 1}, so {key} is none.")
    return FULL[key]
