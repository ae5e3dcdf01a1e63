"""Any chromosome (a list of genes, the numbers of rules) as a rule list: ``genes:67,21,8``."""

from functools import lru_cache

from agents.contract import AgentError
from agents.entry import Entry
from agents.kinds.rule_agent import entry_of
from agents.rulelists import Named
from native.rulebase import FULL

PREFIX = "genes:"
NAMED: tuple[str, ...] = ()
EXAMPLE = "genes:67,21,8"

MAX_GENES = 72
MAX_LETTERS = 300
SHOWN_LETTERS = 24


@lru_cache(maxsize=1024)
def entry(address: str) -> Entry:
    """Return the registry entry of the rule list at an address such as `genes:67,21,8`, which
    lists the genes (numbers) of its rules in the order in which it tries them.

    Raise AgentError for invalid genes.
    """
    text = address.removeprefix(PREFIX)
    genes = _genes(text)
    title = text if len(text) <= SHOWN_LETTERS else f"{text[: SHOWN_LETTERS - 4]}…"
    idea = "Asks the rules of its chromosome one after another."
    return entry_of(address, Named(f"Genes {title}", idea, "", genes))


def _genes(text: str) -> tuple[int, ...]:
    parts = text.split(",")
    if not all(part.isascii() and part.isdecimal() for part in parts) or len(text) > MAX_LETTERS:
        raise AgentError(f"Write genes as numbers with commas, such as {EXAMPLE}.")
    genes = tuple(int(part) for part in parts)
    if len(genes) > MAX_GENES:
        raise AgentError(f"A chromosome has at most {MAX_GENES} genes, not {len(genes)}.")
    if max(genes) >= len(FULL):
        raise AgentError(f"Genes go from 0 to {len(FULL) - 1}, so {max(genes)} is not a gene.")
    return genes
