"""The alphabets that chromosomes are written in: a gene is a position in one of these."""

from native.rulebase import FULL, PUBLISHED, Rule

ALPHABETS: dict[str, tuple[Rule, ...]] = {"published": PUBLISHED, "full": FULL}
