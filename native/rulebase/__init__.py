"""The rule base: the table of rules, and agents that are lists of rules."""

from native._core import lib
from native.rulebase.rulelist import Mode, RuleChoice, RuleList, Silence, answers
from native.rulebase.table import FULL, PUBLISHED, RULES, Rule, Source, find

VERSION: int = lib.HL_RULEBASE_VERSION
"""The version of the rules, which increases when any rule chooses another move than before."""
