"""The glossary of `glossary.toml`: terms of the game and of the site.

The glossary page lists the terms, `{% glossed %}` links them in pages, and the board shows the
formulas.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec


@dataclass(frozen=True)
class Term:
    """A term of the glossary, with its grammatical forms and its definition."""

    name: str
    means: str
    forms: tuple[str, ...] = ()
    """Other words that pages link to this term, besides the name and its plural."""
    formula: str = ""
    """The formula of a figure on the board, such as pace; empty for other terms."""
    linked: bool = True
    """Whether pages link the word to the glossary; false for everyday words."""

    @property
    def slug(self) -> str:
        """The term's anchor on the glossary page."""
        return self.name.replace(" ", "-").lower()


GLOSSARY = Path(__file__).with_name("glossary.toml")
SECTIONS = msgspec.toml.decode(GLOSSARY.read_bytes(), type=dict[str, tuple[Term, ...]])
"""The terms of each section, by its heading."""
TERMS = [term for terms in SECTIONS.values() for term in terms]


@cache
def by_form() -> dict[str, Term]:
    """Return the glossary terms that pages link, keyed by every word that stands for one: its
    name, plural and other forms, in lower case.
    """
    named: dict[str, Term] = {}
    for term in (term for term in TERMS if term.linked):
        for form in (term.name, f"{term.name}s", *term.forms):
            named.setdefault(form.lower(), term)
    return named


def figures() -> dict[str, dict[str, str]]:
    """Return, by name, the definition (`means`) and the `formula` of each figure that the board
    shows, such as pace.
    """
    return {
        term.name: {"means": term.means, "formula": term.formula} for term in TERMS if term.formula
    }
