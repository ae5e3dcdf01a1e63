"""The rule base: the table of rules, and agents made of them."""

from native._core import lib
from native.rulebase.row import Family, Rule, Source
from native.rulebase.rulelist import Choice, Mode, RuleList, Silence, answers
from native.rulebase.table import FULL, PUBLISHED, RULES, find

VERSION: int = lib.HL_RULEBASE_VERSION
"""Goes up when any rule answers differently."""

__all__ = [
    "FULL",
    "PUBLISHED",
    "RULES",
    "VERSION",
    "Choice",
    "Family",
    "Mode",
    "Rule",
    "RuleList",
    "Silence",
    "Source",
    "answers",
    "find",
]
