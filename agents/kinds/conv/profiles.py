"""The texts for players of `texts.toml`, which describe the levels of `levels.py`: the conventions
by which an agent of each level gives and reads clues.
"""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from agents.kinds.conv.levels import OWN_WEIGHTS, ideas_of
from agents.persona import Persona
from native.strategies.conv import Ideas


@dataclass(frozen=True)
class LevelText:
    """What the agent of a level plays by, and how it is presented to players."""

    summary: str
    persona: Persona
    title: str = ""
    """Empty for a level of the H-Group, which is named by its number."""
    own_set: str = ""
    """What it plays if that is no level of the H-Group, to follow the word “plays”."""


@dataclass(frozen=True)
class Paragraph:
    """A description of a convention."""

    text: str
    for_two: str | None = None
    """The description for two players, if `text` is true only of larger tables; empty if nothing
    applies to them."""


class Texts(msgspec.Struct, frozen=True):
    """All texts of the file; its comments describe each table."""

    levels: dict[str, LevelText]
    exceptions: dict[str, str]
    basics: dict[str, Paragraph]
    ideas: dict[str, Paragraph]
    variants: tuple[Paragraph, ...]
    others: dict[str, tuple[str, ...]]


TEXTS = msgspec.toml.decode(Path(__file__).with_name("texts.toml").read_bytes(), type=Texts)
VARIANTS = tuple(one.text for one in TEXTS.variants)
"""The paragraphs that describe how all levels give and read clues in variants."""
OWN = (*TEXTS.others["own"], *VARIANTS)
"""The paragraphs that describe the conventions of this site's own agents."""
TITLES = {name: level.title for name, level in TEXTS.levels.items() if level.title}
OTHER_SETS = {name: level.own_set for name, level in TEXTS.levels.items() if level.own_set}
"""What agents play that play no level of the H-Group, to follow the word “plays”."""


def about(level: str) -> tuple[str, ...]:
    """Return the paragraphs for players that describe the conventions of a level in PROFILES, such
    as `h5:no-bluffs`. Raise ValueError if there is no such level or exception.
    """
    known = ideas_of(level)
    if known & Ideas.SIEVE:
        return TEXTS.others["sieve"]
    touch = "touch" if known & Ideas.TOUCH else "loose"
    missing = "missing" if known & Ideas.FINESSES else "direct"
    literal = "literal" in OWN_WEIGHTS.get(level.partition(":")[0], {})
    names = ("chop", "focus", touch, missing, "misread", *(["literal"] if literal else []))
    basics = (TEXTS.basics[name] for name in names)
    ideas = (text for name, text in TEXTS.ideas.items() if known & Ideas[name.upper()])
    paragraphs = (*basics, *ideas, *TEXTS.variants)
    if not known & Ideas.PAIR:
        return tuple(one.text for one in paragraphs)
    return tuple(
        filter(None, (one.text if one.for_two is None else one.for_two for one in paragraphs))
    )


def title(level: str) -> str:
    """Return the title of a level for players: “H-Group, level 5, no bluffs” for `h5:no-bluffs`."""
    profile, *without = level.split(":")
    name = TITLES.get(profile, f"H-Group, level {profile[1:]}")
    return ", ".join([name, *map(in_words, without)])


def in_words(exception: str) -> str:
    """Return the text for players of an exception: “no bluffs” for `no-bluffs`."""
    return TEXTS.exceptions.get(exception, exception.replace("-", " "))
