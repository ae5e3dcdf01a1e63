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
from agents.reasons.names import listed
from native import Rules
from native.strategies.conv import PLAYERS

NAMED = tuple(f"conv:{level}" for level in (*levels.LEVELS, *levels.PROFILES))
EXAMPLE = NAMED[0]


def entry(address: str) -> Entry:
    """Return the registry entry of the convention agent at an address such as `conv:expert`, or
    `conv:h11:no-bluffs`, a level without one of its conventions.

    Raise AgentError for an unknown address.
    """
    level = address.partition(":")[2]
    profile, _, exceptions = level.partition(":")
    if address not in NAMED:
        _refuse_unless_named(level)
    texts, has_profile = profiles.TEXTS.levels, profile in levels.PROFILES
    said = texts.get(level, texts[profile])
    return Entry(
        address=address,
        title=profiles.title(level) if has_profile else f"Conventions, {level}",
        summary=said.summary if level in texts else f"{said.summary} {_but(exceptions)}",
        persona=said.persona,
        version=version(level),
        players=(2,) if level in levels.PAIRS else PLAYERS,
        make=without_seed(ConvAgent(address, level)),
        refusal=refusal,
        blueprint=lambda _players: levels.blueprint(level),
        reading=lambda game, seat, slot: reading(levels.blueprint(level), game, seat, slot),
        about=profiles.about(level) if has_profile else profiles.OWN,
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
    `no-bluffs:no-stalls`, remove.
    """
    return f"It plays {listed([profiles.in_words(one) for one in exceptions.split(':')])}."


def refusal(rules: Rules) -> str:
    """Return a sentence on why the convention agents cannot play by these rules; empty if they
    can.
    """
    if levels.blueprint("expert").knows(rules):
        return ""
    return "The convention players need five ranks and clues that touch a card."
