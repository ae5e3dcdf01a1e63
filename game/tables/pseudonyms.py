"""Pseudonyms in finished games for people who did not agree to be named (`Player.named`).

Players of the game still see each other's names.
"""

import re
from collections.abc import Iterable, Mapping
from copy import copy

from game.models import Note, Seating


def pseudonym(seat: int) -> str:
    """Return the pseudonym for the person at a seat, such as “Player 2” at seat 1."""
    return f"Player {seat + 1}"


def without_names(text: str, names: Mapping[str, str]) -> str:
    """Return the text with whole-word occurrences of the keys of `names` replaced by their values,
    the pseudonyms.
    """
    for name in sorted(filter(None, names), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", names[name], text)
    return text


def hidden_names(seatings: Iterable[Seating]) -> dict[str, str]:
    """Return the pseudonyms, by name, of the people among `seatings` who did not agree to be named
    to strangers.
    """
    rows = list(seatings)
    people = [row for row in rows if row.kind == Seating.Kind.PERSON]
    strangers = [row for row in people if row.player is None or not row.player.named]
    # A person called “Anna” may be seated as “Anna 2” because another “Anna” sits there already.
    seated = {row.name for row in rows}
    own = {row.player.name: pseudonym(row.index) for row in strangers if row.player}
    hidden = {name: other for name, other in own.items() if name not in seated}
    hidden |= {row.name: pseudonym(row.index) for row in strangers}
    # An agent that sits in carries the name of the absent person.
    named = {row.name for row in people} - set(hidden)
    away = {row.sits_for: pseudonym(row.index) for row in rows if row.sits_for}
    return hidden | {name: other for name, other in away.items() if name not in named}


def seating_without(seating: Seating, names: Mapping[str, str]) -> Seating:
    """Return an unsaved copy of a seating in which the keys of `names` are replaced by their
    values, the pseudonyms.
    """
    said = copy(seating)
    if seating.kind == Seating.Kind.PERSON or seating.sits_for:
        said.name = without_names(seating.name, names)
        said.sits_for = without_names(seating.sits_for, names)
    return said


def note_without(note: Note, names: Mapping[str, str]) -> Note:
    """Return an unsaved copy of a log note in which the keys of `names` are replaced by their
    values, the pseudonyms.
    """
    said = copy(note)
    said.text = without_names(note.text, names)
    return said
