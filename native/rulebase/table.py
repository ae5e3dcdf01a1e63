"""The table of all rules, by gene and by name."""

from native.rulebase import ours
from native.rulebase.published import EXTRA, PUBLISHED
from native.rulebase.row import Rule

FULL: tuple[Rule, ...] = (*PUBLISHED, *ours.RULES)
"""The rules that chromosomes can contain, published and ours; the gene of a rule is its index."""

RULES: tuple[Rule, ...] = (*FULL, *EXTRA, *ours.NOVICE)

BY_NAME: dict[str, Rule] = {rule.name: rule for rule in RULES}


def find(key: int | str) -> Rule:
    """Return the rule with this gene (number) or name. Raises ValueError if there is none."""
    if isinstance(key, str):
        if key not in BY_NAME:
            raise ValueError(f"There is no rule named {key!r}.")
        return BY_NAME[key]
    if not 0 <= key < len(FULL):
        raise ValueError(f"Genes go from 0 to {len(FULL) - 1}, not {key}.")
    return FULL[key]
