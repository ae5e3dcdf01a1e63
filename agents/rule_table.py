"""Write RULES.md, the table of every rule that agents are made of."""

import re
from pathlib import Path

from native.rulebase import RULES, Rule, Source

FILE = Path(__file__).with_name("RULES.md")

WHENCE = {
    Source.PUBLISHED: "published",
    Source.OURS: "ours",
    Source.NAMED: "published, in named agents only",
}

HEAD = """# The rules that agents are made of

A chromosome is a list of genes, each of which is a rule; the first rule that applies chooses the
move. The rule set `published` has genes 0-104, the rule set `full` has all. The meanings describe
what a rule really does, including the errors of the published program. `manage.py rebuild rules`
writes this table.

| gene | rule | family | meaning | source |
|---|---|---|---|---|
"""


REWORDED = (
    (r"; (from any seat|illegal if|fails with).*", ""),
    (r" \((never|its weights|not the oldest)[^)]*\)", ""),
    (r"^tell the last clue after which (\d) or more cards are known useless.*",
     r"if a clue shows \1 or more useless cards, give it"),
    (r"^tell a hand with a playable card whatever makes its cards look most playable.*",
     "give the clue after which a hand with a playable card looks most playable"),
    (r"^tell (the next player )?the (rank|colour) or the (?:rank|colour), by chance, of (.+)",
     r"clue \1\3, by colour or by number"),
    (r"^tell (the next player )?the (rank|colour), or if known the (rank|colour), of (.+)",
     r"clue \1\4: its \2, or if that is known its \3"),
    (r"^tell the colour or rank of (.+)", r"clue \1"),
    (r"^tell the (rank|colour) of (.+)", r"clue the \1 of \2"),
    (r"^tell what shows a card to be useless.*", "clue what shows a card to be useless"),
    (r"\btell (what|a 5)", r"clue \1"),
    (r", if at least (\d+)% likely", r" if the chance is \1% or more"),
    (r"the focus of the last (\w+ )?clue( that spared my chop)? to me",
     r"the card that the last \1clue to you\2 was about"),
    (r"whose focus is a playable card that does not know it",
     "about a playable card that its holder does not know to be playable"),
    (r"^(?:tell|clue) the next player", "clue the next player about"),
    (r"\bof mine\b", "of yours"),
    (r"\brank\b", "number"),
    (r"\bmy\b", "your"),
    (r"\bme\b", "you"),
    (r"\bI\b", "you"),
)  # fmt: skip
"""Regular expressions for parts of a rule's exact meaning, each with its replacement in a player's
words."""


def in_a_sentence(rule: Rule) -> str:
    """Return a rule as an instruction to a player, such as “Play the card most likely to be
    playable.”

    The text is simplified: `Rule.meaning` is the exact definition.
    """
    words = rule.meaning
    for pattern, said in REWORDED:
        words = re.sub(pattern, said, words)
    return f"{words[0].upper()}{words[1:]}."


def text() -> str:
    """Return the text of RULES.md, the table of every rule that agents are made of."""
    return HEAD + "".join(f"{_row(rule)}\n" for rule in RULES)


def _row(rule: Rule) -> str:
    gene = "–" if rule.gene is None else rule.gene
    source = WHENCE[rule.source]
    return f"| {gene} | {rule.name} | {rule.family} | {rule.meaning} | {source} |"
