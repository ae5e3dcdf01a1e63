"""What strangers read in a finished game in place of the names of people who did not agree to be
named there (`Player.named`). Those who sat at the table read the names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from copy import copy

from game.models import Note, Seating


def pseudonym(seat: int) -> str:
    """What a person is called."""
    return f"Player {seat + 1}"


def without_names(text: str, names: Mapping[str, str]) -> str:
    """The text with other words in place of these names, wherever one stands by itself."""
    for name in sorted(filter(None, names), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", names[name], text)
    return text


def hidden_names(seatings: Iterable[Seating]) -> dict[str, str]:
    """The names that strangers do not read, and what they read instead."""
    rows = list(seatings)
    people = [row for row in rows if row.kind == Seating.Kind.PERSON]
    strangers = [row for row in people if row.player is None or not row.player.named]
    hidden = {row.name: pseudonym(row.index) for row in strangers}
    hidden |= {row.player.name: pseudonym(row.index) for row in strangers if row.player}
    # An agent that sits in bears the name of the person who is away.
    named = {row.name for row in people} - set(hidden)
    away = {row.sits_for: pseudonym(row.index) for row in rows if row.sits_for}
    return hidden | {name: other for name, other in away.items() if name not in named}


def seating_without(seating: Seating, names: Mapping[str, str]) -> Seating:
    """A copy that is not saved."""
    said = copy(seating)
    if seating.kind == Seating.Kind.PERSON or seating.sits_for:
        said.name = without_names(seating.name, names)
        said.sits_for = without_names(seating.sits_for, names)
    return said


def note_without(note: Note, names: Mapping[str, str]) -> Note:
    """A copy that is not saved."""
    said = copy(note)
    said.text = without_names(note.text, names)
    return said
