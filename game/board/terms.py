"""The glossary: terms of the game and of the site, each defined in a sentence or two.

The glossary page lists the terms, `{% glossed %}` links them in pages, and the board shows the
formulas.
"""

from dataclasses import dataclass
from functools import cache


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


GAME = (
    Term(
        "clue",
        "You name one colour or one number, and every such card in one other hand is marked. "
        "A clue costs a clue token and must touch at least one card.",
        ("clued",),
    ),
    Term(
        "clue token",
        "What a clue costs. The team shares 8. A discard gives one back, and so does a finished "
        "stack.",
        formula="8 at the start, − 1 per clue, + 1 per discard and per finished stack, at most 8.",
    ),
    Term(
        "touch",
        "A clue touches every card of its colour or number, never just some of them.",
        ("touches", "touched"),
    ),
    Term(
        "mark",
        "The small disc on a card that was touched: the colour or number that was clued.",
        linked=False,
    ),
    Term("slot", "The place of a card in a hand. Slot 1 is the newest card, on the left."),
    Term("stack", "The played cards of one colour, in order from 1 to 5."),
    Term(
        "strike",
        "What a misplay costs. The third strike ends the game, and at most tables the score is "
        "then 0.",
        formula="Misplays so far / how many end the game.",
    ),
    Term("misplay", "A card that was played and fits on no stack: it is discarded, with a strike."),
    Term(
        "discard pile",
        "The cards that were discarded or misplayed. Everybody may look at it at any time.",
        ("discards",),
    ),
    Term(
        "deck", "The cards that nobody has drawn yet.", formula="Cards that are still to be drawn."
    ),
    Term(
        "score",
        "The number of cards on the stacks, at most 25 with five colours.",
        formula="Cards on the stacks / the most that can still be reached. At the end, the points "
        "that count / the cards of all stacks.",
        linked=False,
    ),
    Term(
        "maximum score",
        "The best score that is still possible. A stack stops at the first card whose copies are "
        "all gone.",
        ("maximum",),
        formula="Sum over the colours of the cards up to the first one that is lost.",
    ),
    Term(
        "last round",
        "When the last card is drawn, everyone gets one more turn, including whoever drew it.",
        ("final round",),
    ),
    Term(
        "turns left",
        "Turns until the game ends. Before the last card is drawn: the most there can still be.",
        formula="In the last round, the turns that remain. Before: pace + clues that can still be "
        "given + plays that are missing.",
    ),
    Term(
        "pace",
        "How many cards you can still discard and reach the maximum score. Below 0, some of it "
        "is out of reach.",
        formula="Score + deck + players − maximum score.",
    ),
    Term(
        "efficiency",
        "How many new cards each clue has to bring from now on to reach the maximum score. Above "
        "1, clues have to do for two cards at once.",
        formula="(Maximum score − cards played − useful clued cards) / clues that can still be "
        "given.",
    ),
    Term("playable", "A card that goes on its stack right now."),
    Term(
        "trash",
        "A card that can never score any more, such as a copy of one that was played.",
        ("useless",),
    ),
    Term(
        "critical",
        "A card that is still needed and is the last of its copies: once it is discarded, the "
        "maximum score falls.",
    ),
    Term(
        "possibilities",
        "What a card can still be, by all that its holder sees and was told. On the board it is "
        "a small picture: columns are colours, rows are numbers.",
        ("what it can still be", "what a card can still be", "empathy"),
    ),
    Term(
        "shared knowledge",
        "What everybody at the table knows that everybody knows: by clues, plays and discards "
        "alone.",
        ("common knowledge",),
    ),
)

CONVENTIONS = (
    Term(
        "convention",
        "An agreement about what a clue means beyond its words, such as “the newest touched card "
        "can be played”.",
    ),
    Term(
        "chop",
        "Your oldest card that no clue has touched: the one that you discard next.",
    ),
    Term(
        "focus",
        "The card that a clue is about: the chop if it was touched, else the newest card that "
        "was touched for the first time.",
    ),
    Term("play clue", "A clue that asks to play the card it is about."),
    Term(
        "save clue",
        "A clue that asks to keep the card on the chop, because it is a 5, a 2 or a last copy.",
    ),
    Term(
        "prompt",
        "A clue to one player's card that makes somebody before them play a clued card, because it "
        "must be the card that is missing.",
    ),
    Term(
        "finesse",
        "A clue to one player's card that makes somebody before them play their newest card "
        "unseen, because it must be the card that is missing.",
    ),
    Term(
        "stall",
        "A clue that is given only because the player has nothing better to do, often to a 5.",
    ),
    Term(
        "chop move",
        "What makes players keep the card on the chop as if it was clued. The next card is the "
        "chop then.",
    ),
    Term(
        "H-Group",
        "A group of players whose written conventions many others use. They come in levels.",
    ),
    Term(
        "level",
        "How far somebody keeps the H-Group's conventions: each level adds some to those before.",
        linked=False,
    ),
)

SITE = (
    Term(
        "bot",
        "A program that plays. On research pages bots are called agents.",
        ("agent",),
        linked=False,
    ),
    Term(
        "replay",
        "A finished game, turn by turn, with all hands open or through one seat's.",
        linked=False,
    ),
    Term("trace", "A game as data: the deck, the moves, times and explanations, as JSON."),
    Term("seed", "The text a deal is shuffled from. The same seed gives the same deal."),
    Term("variant", "Other suits or clues than the usual five colours."),
    Term(
        "official score",
        "Three strikes score 0. Studies also count the cards played, also after three strikes.",
    ),
    Term("perfect information", "A game in which everybody sees all hands and the deck."),
    Term("self-play", "A bot plays with copies of itself."),
    Term("cross-play", "Two different bots play together.", ("pairwise play",)),
    Term(
        "ad-hoc teamwork",
        "Playing with a partner you have never met and agreed nothing with.",
        ("ad-hoc performance",),
    ),
    Term("pool", "A set of partners that a bot is measured with, or recognises."),
    Term("archive", "The best bot found for each style of play, laid out as a map."),
    Term("elite", "The best bot that a run found for one square of its map."),
    Term("run", "One search of the generator, from random rule lists to an archive.", linked=False),
    Term("gene", "The number of one rule in a bot's list of rules."),
    Term("coverage", "The share of the squares of a map that have an elite."),
    Term("QD-score", "The scores of all elites of a map added up."),
    Term(
        "communicativeness",
        "How often a bot clues when it has a clue token to spend.",
    ),
    Term(
        "risk aversion",
        "How sure a bot is on average that the cards it plays fit.",
    ),
    Term("information per play", "How much of colour and number was known of the cards played."),
)

SECTIONS = (("The game", GAME), ("What players agree on", CONVENTIONS), ("This site", SITE))


@cache
def by_form() -> dict[str, Term]:
    """Return the glossary terms that pages link, keyed by every word that stands for one: its
    name, plural and other forms, in lower case.
    """
    named: dict[str, Term] = {}
    for _, terms in SECTIONS:
        for term in (term for term in terms if term.linked):
            for form in (term.name, f"{term.name}s", *term.forms):
                named.setdefault(form.lower(), term)
    return named


def figures() -> dict[str, dict[str, str]]:
    """Return, by name, the definition (`means`) and the `formula` of each figure that the board
    shows, such as pace.
    """
    return {
        term.name: {"means": term.means, "formula": term.formula} for term in GAME if term.formula
    }
