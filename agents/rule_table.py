"""RULES.md: a table of every rule that agents are made of."""

from pathlib import Path

from native.rulebase import RULES, Rule, Source

FILE = Path(__file__).with_name("RULES.md")

WHENCE = {
    Source.PUBLISHED: "published",
    Source.OURS: "ours",
    Source.NAMED: "published, in named agents only",
}

HEAD = """# The rules that agents are made of

A chromosome is a list of genes; the first rule that answers decides. The rule set `published` has
genes 0-104, the rule set `full` has all. The meanings say what a rule really does, including the
errors of the published program. `manage.py rebuild rules` writes this table.

| gene | rule | family | meaning | source |
|---|---|---|---|---|
"""


def text() -> str:
    """Return the text of RULES.md, the table of every rule that agents are made of."""
    return HEAD + "".join(f"{_row(rule)}\n" for rule in RULES)


def _row(rule: Rule) -> str:
    gene = "–" if rule.gene is None else rule.gene
    source = WHENCE[rule.source]
    return f"| {gene} | {rule.name} | {rule.family} | {rule.meaning} | {source} |"
