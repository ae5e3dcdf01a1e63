"""Moves of people who are not there, for loads and soaks."""

from __future__ import annotations

from random import Random
from typing import Any


def long_game(legal: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A request for one of a frame's legal moves: a clue or a discard while there are any."""
    if legal["clues"] and (not legal["discards"] or chance.random() < 0.5):
        clue = chance.choice(legal["clues"])
        return {"t": "clue", "seat": clue["seat"], "value": clue["value"]}
    if legal["discards"]:
        return {"t": "discard", "order": chance.choice(legal["discards"])}
    return {"t": "play", "order": chance.choice(legal["plays"])}
