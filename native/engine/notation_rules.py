"""The rules of a game as text: the number of players and what differs from the rule book.

    rules = players " players" { ", " difference }

A difference is, in this order, `variant NAME` (hanab.live's) or `suits LETTERS` (a deck of one's
own), `ranks N`, `hand size N`, `clue tokens N`, `strikes N`, `copies N N N` (by rank, or by
identity suit by suit), `empty clues`, `discard at max`, `stop when nothing left`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from native.engine.errors import BadRules, HanabiError
from native.engine.rules import HAND_SIZES, Rules
from native.engine.variants import COPIES_BY_RANK

NUMBERS = ("ranks", "hand_size", "clue_tokens", "strikes")
FLAGS = ("empty_clues", "discard_at_max", "stop_when_nothing_left")
PHRASES = {
    name.replace("_", " "): name for name in ("variant", "suits", *NUMBERS, "copies", *FLAGS)
}
USUAL = {field.name: field.default for field in fields(Rules)}


class BadNotation(HanabiError):
    """This text is no game; it says at which character, counted from 1, and why."""

    def __init__(self, at: int, words: object) -> None:
        super().__init__(f"at character {at + 1}: {words}")


def write_rules(rules: Rules) -> str:
    """The number of players and what differs from the rule book.

    Raises BadRules for clues that are neither a variant's nor the plain ones.
    """
    differs: dict[str, object] = {}
    if not rules.variant:
        differs["suits"] = rules.suits
    elif rules.variant != "No Variant":
        differs["variant"] = rules.variant
    usual = {**USUAL, "hand_size": HAND_SIZES[rules.players]}
    differs |= {name: value for name in NUMBERS if (value := getattr(rules, name)) != usual[name]}
    if rules.copies != _usual_copies(rules):
        by_rank = rules.copies[: rules.ranks]
        uniform = rules.copies == by_rank * len(rules.suits)
        differs["copies"] = " ".join(map(str, by_rank if uniform else rules.copies))
    differs |= {name: "" for name in FLAGS if getattr(rules, name)}
    items = [f"{name.replace('_', ' ')} {value}".rstrip() for name, value in differs.items()]
    text = ", ".join([f"{rules.players} players", *items])
    if read_rules(text) != rules:
        raise BadRules("These rules have clues of their own, which the notation cannot say.")
    return text


def read_rules(text: str) -> Rules:
    """Rules as `write_rules` writes them, in any order. Raises BadNotation."""
    items = list(pieces(text, ","))
    at, players = items[0]
    if not re.fullmatch("[2-6] players", players):
        raise BadNotation(at, f"rules begin with “2 players” to “6 players”, not {players[:40]!r}")
    options: dict[str, Any] = {}
    for at, item in items[1:]:
        name, value = _option(at, item)
        if name in options:
            raise BadNotation(at, f"{name} is said twice")
        options[name] = value
    if "suits" not in options and "ranks" in options:
        raise BadNotation(0, "ranks are said of a deck of one's own, with its suits")
    if "suits" in options and "variant" in options:
        raise BadNotation(0, "a variant has its own suits: say one of them")
    make = Rules if "suits" in options else Rules.standard
    try:
        return make(int(players[0]), **options)
    except BadRules as error:
        raise BadNotation(0, error) from None


def pieces(text: str, separator: str) -> Iterator[tuple[int, str]]:
    """The parts between separators without the spaces around them, each with its place."""
    at = 0
    for piece in text.split(separator):
        yield at + len(piece) - len(piece.lstrip()), piece.strip()
        at += len(piece) + 1


def _option(at: int, item: str) -> tuple[str, Any]:
    """The field of Rules that an item of the text speaks of, and its value."""
    phrase = next((phrase for phrase in PHRASES if f"{item} ".startswith(f"{phrase} ")), None)
    if phrase is None:
        raise BadNotation(at, f"{item[:40]!r} is none of {', '.join(PHRASES)}")
    name, value = PHRASES[phrase], item[len(phrase) :].strip()
    numbers = tuple(map(int, re.findall("[0-9]{1,3}", value)))
    said = " ".join(map(str, numbers)) == value != ""
    if name in FLAGS and not value:
        return name, True
    if name in ("variant", "suits") and value:
        return name, value
    if name == "copies" and said:
        return name, numbers
    if name in NUMBERS and said and len(numbers) == 1:
        return name, numbers[0]
    raise BadNotation(at, f"{item[:40]!r} does not say {phrase}")


def _usual_copies(rules: Rules) -> tuple[int, ...]:
    if rules.variant:
        return Rules.standard(rules.players, rules.variant, hand_size=1).copies
    return COPIES_BY_RANK[: rules.ranks] * len(rules.suits)
