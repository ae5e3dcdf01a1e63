"""The alphabets that chromosomes are written in: a gene is a position in one of these."""

from native.rulebase import PUBLISHED, Rule

RULE_SETS: dict[str, tuple[Rule, ...]] = {"published": PUBLISHED}
