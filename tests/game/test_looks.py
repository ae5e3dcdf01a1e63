"""How suits are drawn: in every variant each is told from the others without its tint."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.board.looks import looks
from game.board.perspective import rules_told
from native import Rules
from native.engine.variants import FAMILIES, MIXES, SPECIAL

SPRITE = set(re.findall(r'id="suit-([\w-]+)"', Path("templates/sprite.svg").read_text()))
TOKENS = set(re.findall(r"--suit-(\w):", Path("static/css/tokens.css").read_text()))
PAIRS = [f"{a.name} & {b.name} (6 Suits)" for a in SPECIAL for b in SPECIAL if a is not b]
FILLED = [f"{name} ({n} Suits)" for name, by in FAMILIES.items() if name for n in by if n > 2]
ALL = ["No Variant", "6 Suits", *MIXES, *FILLED, *PAIRS]
ALL += [
    f"{name} & Rainbow ({n + 1} Suits)"
    for name, by in FAMILIES.items()
    if name
    for n in by
    if n < 6
]


@pytest.mark.long
def test_no_two_suits_of_a_variant_have_the_same_symbol() -> None:
    for name in ALL:
        rules = Rules.standard(2, variant=name)
        seen = looks(rules)
        symbols = [seen[s].symbol if s in seen else s for s in rules.suits]
        assert len(set(symbols)) == len(symbols), name
        assert set(symbols) <= SPRITE, name
        assert {tint for look in seen.values() for tint in look.tints} <= TOKENS, name


def test_a_suit_that_shares_a_letter_with_another_looks_like_itself() -> None:
    """Tomato has the letter of teal, and the tint of the clue that touches it."""
    seen = looks(Rules.standard(2, variant="Ambiguous (6 Suits)"))
    assert (seen["t"].symbol, seen["t"].tints) == ("other-1", ["r"])
    assert seen["m"].shade > 0


def test_the_usual_suits_need_no_word() -> None:
    for name in ("No Variant", "6 Suits", "Black & Rainbow (6 Suits)"):
        assert looks(Rules.standard(2, variant=name)) == {}


def test_clues_are_named_as_the_log_names_them() -> None:
    assert (
        rules_told(Rules.standard(2, variant="Odds and Evens (5 Suits)")).clue_names["1"] == "odd"
    )
    told = rules_told(Rules.standard(2, variant="Ambiguous (6 Suits)"))
    assert sorted(told.clue_names[letter] for letter in told.colour_clues) == [
        "blue", "green", "red"
    ]  # fmt: skip
