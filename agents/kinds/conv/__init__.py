"""The agents that play by human conventions.

``conv:h1`` to ``conv:h11`` are levels of the H-Group, ``conv:2p`` their set for two players,
``conv:sieve`` the referential sieve. ``conv:expert``, ``conv:beginner`` and ``conv:human`` are
earlier agents of this project.
"""

from agents.contract import AgentError
from agents.entry import Entry, without_seed
from agents.kinds.conv import levels, profiles
from agents.kinds.conv.agent import ConvAgent, reading, version
from agents.kinds.conv.lessons import pictures
from agents.persona import EXPERT, SOME, Persona
from agents.reasons.names import listed
from native import Rules
from native.strategies.conv import PLAYERS

NAMED = tuple(f"conv:{level}" for level in (*levels.LEVELS, *levels.PROFILES))
EXAMPLE = NAMED[0]

SUMMARIES = {
    **profiles.SUMMARIES,
    "expert": "Gives and reads clues as experienced players do: chop, focus, saves and finesses.",
    "beginner": "Gives and reads plain clues: play this, keep that. It asks for no blind plays.",
    "human": "Knows the conventions of experienced players and chooses among moves as people do.",
}

PERSONAS = {
    **profiles.PERSONAS,
    "expert": Persona(EXPERT, "Players who know chop, saves and finesses.", "Strongest", 3, "Max"),
    "beginner": Persona(
        SOME, "Players who know play clues and saves, but no finesses.", name="Ella"
    ),
    "human": Persona(
        SOME,
        "Players who know that a clue means more than it says.",
        "Plays like people",
        2,
        "Noah",
    ),
}

ABOUT = (
    "Your chop is your oldest card that no clue has touched: it is the one you discard next. A "
    "clue is about one card, its focus. If the clue touches your chop for the first time, that is "
    "the focus; otherwise it is the newest card that the clue touches for the first time; and if "
    "all its cards were clued before, the newest that you did not know to be playable.",
    "A focus is a card to play: now, or after cards that everybody knows of. On your chop it may "
    "also be a card to keep: a 5 or a 2 by rank, or any other last copy. A 5 clue away from the "
    "chop only says that it is a 5.",
    "Clued cards are useful, and no two of them are the same. Once a card is played, no other "
    "clued card can be its copy, so a card may become known without another clue. A clued card "
    "that could only be a copy of another clued card counts as useless.",
    "If you are clued about a card that is not playable yet, somebody may hold the card before it. "
    "A clued card that may be the missing one plays first (a prompt), otherwise the newest unclued "
    "card plays blind (a finesse). Whoever sees the missing card in another hand waits.",
    "Before each move it goes through the round that would follow: what would the others play, "
    "what would they misread, which chop would be lost? It repairs a mistake before it happens, "
    "and counts the turns that are left at the end.",
    *profiles.VARIANTS,
)


def entry(address: str) -> Entry:
    """Return the registry entry of the convention agent at an address such as `conv:expert`, or
    `conv:h11:no-bluffs`, a level without one of its conventions.

    Raise AgentError for an unknown address.
    """
    level = address.partition(":")[2]
    profile, _, exceptions = level.partition(":")
    if address not in NAMED:
        _refuse_unless_named(level)
    return Entry(
        address=address,
        title=profiles.title(level) if profile in levels.PROFILES else f"Conventions, {level}",
        summary=f"{SUMMARIES[profile]} {_but(exceptions)}".rstrip(),
        persona=PERSONAS[profile],
        version=version(level),
        players=(2,) if level in levels.PAIRS else PLAYERS,
        make=without_seed(ConvAgent(address, level)),
        refusal=refusal,
        blueprint=lambda _players: levels.blueprint(level),
        reading=lambda game, seat, slot: reading(levels.blueprint(level), game, seat, slot),
        about=profiles.about(level) if profile in levels.PROFILES else ABOUT,
        pictures=lambda: () if level == "sieve" or exceptions else pictures(level),
        conventions=level,
    )


def _refuse_unless_named(level: str) -> None:
    """Raise AgentError unless the text is the name of a level with exceptions."""
    try:
        name = levels.named(levels.ideas_of(level))
    except ValueError:
        known = ", ".join(NAMED)
        named = f"conv:{level}"[:80]
        raise AgentError(
            f"There is no agent “{named}”. The convention players are {known}, and the "
            f"H-Group's levels with exceptions: {', '.join(levels.EXCEPTIONS)}."
        ) from None
    if name != level:
        raise AgentError(f"The agent “conv:{level[:80]}” is called conv:{name}.")


def _but(exceptions: str) -> str:
    """Return a sentence on the conventions that a level's exceptions, such as
    `no-bluffs:no-stalls`, remove; empty if there are none.
    """
    without = [profiles.in_words(one) for one in exceptions.split(":") if one]
    return f"It plays {listed(without)}." if without else ""


def refusal(rules: Rules) -> str:
    """Return a sentence on why the convention agents cannot play by these rules; empty if they
    can.
    """
    if levels.blueprint("expert").knows(rules):
        return ""
    return "The convention players need five ranks and clues that touch a card."
