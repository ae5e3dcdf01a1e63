"""Variants are tables: which cards there are and what a clue touches."""

import pytest

from native import BadRules, Card, Rules
from native.engine.variants import SPECIAL

pytestmark = pytest.mark.native


def touched(rules: Rules, clue: str, suit: str) -> str:
    """The ranks of a suit that a colour (its letter) or rank clue touches."""
    if clue.isdigit():
        mask = rules.rank_masks[int(clue) - 1]
    else:
        mask = next(colour.touches for colour in rules.colours if colour.letter == clue)
    cards = rules.cards_in(mask)
    return "".join(str(card.rank) for card in cards if rules.suits[card.suit] == suit)


def copies(rules: Rules, suit: str) -> list[int]:
    start = rules.suits.index(suit) * rules.ranks
    return list(rules.copies[start : start + rules.ranks])


@pytest.mark.parametrize(
    ("variant", "suits", "colours", "deck"),
    [
        ("No Variant", "rygbp", "rygbp", 50),
        ("3 Suits", "ryg", "ryg", 30),
        ("6 Suits", "rygbpt", "rygbpt", 60),
        ("Rainbow (5 Suits)", "rygbm", "rygb", 50),
        ("Rainbow (6 Suits)", "rygbpm", "rygbp", 60),
        ("Black (6 Suits)", "rygbpk", "rygbpk", 55),
        ("Black & Rainbow (6 Suits)", "rygbkm", "rygbk", 55),
        ("White & Pink (5 Suits)", "rygwi", "rygi", 50),
        ("Gray & Dark Pink (4 Suits)", "ryai", "ryi", 30),
        ("Rainbow & Muddy Rainbow (6 Suits)", "rygbmu", "rygb", 60),
    ],
)
def test_a_variant_has_its_suits_clues_and_cards(
    variant: str, suits: str, colours: str, deck: int
) -> None:
    rules = Rules.standard(3, variant)
    assert rules.suits == suits
    assert "".join(colour.letter for colour in rules.colours) == colours
    assert rules.deck_size == deck
    assert rules.variant == variant


@pytest.mark.parametrize(
    ("special", "letter", "by_red", "by_three"),
    [
        ("Black", "k", "", "3"),
        ("Rainbow", "m", "12345", "3"),
        ("Pink", "i", "", "12345"),
        ("White", "w", "", "3"),
        ("Brown", "n", "", ""),
        ("Omni", "o", "12345", "12345"),
        ("Null", "u", "", ""),
        ("Muddy Rainbow", "m", "12345", ""),
        ("Light Pink", "i", "", "12345"),
        ("Prism", "i", "15", "3"),
    ],
)
def test_a_special_suit_is_touched_as_its_name_says(
    special: str, letter: str, by_red: str, by_three: str
) -> None:
    rules = Rules.standard(2, f"{special} (5 Suits)")
    assert touched(rules, "r", letter) == by_red
    assert touched(rules, "3", letter) == by_three
    assert touched(rules, "r", "r") == "12345"
    assert touched(rules, "3", "r") == "3"


def test_dark_suits_have_one_card_of_each_rank() -> None:
    for name, suit in SPECIAL.items():
        rules = Rules.standard(2, f"{name} (6 Suits)")
        assert copies(rules, rules.suits[-1]) == ([1] * 5 if suit.one_of_each else [3, 2, 2, 2, 1])


def test_every_pair_of_special_suits_has_letters_of_its_own() -> None:
    for one in SPECIAL:
        for other in SPECIAL:
            if one != other:
                rules = Rules.standard(2, f"{one} & {other} (6 Suits)")
                assert len(set(rules.suits)) == 6


def test_a_prism_is_touched_by_the_colours_in_turn() -> None:
    rules = Rules.standard(2, "Prism (4 Suits)")
    assert [touched(rules, letter, "i") for letter in "ryg"] == ["14", "25", "3"]


@pytest.mark.parametrize(
    "name",
    [
        "",
        "7 Suits",
        "Rainbow",
        "Rainbow (2 Suits)",
        "Rainbow (7 Suits)",
        "no variant",
        "Rainbow & Rainbow (5 Suits)",
        "Black & White & Pink (6 Suits)",
        "Red (5 Suits)",
    ],
)
def test_a_variant_that_is_not_known_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(BadRules, match="6 Suits"):
        Rules.standard(2, name)


def test_a_card_is_written_with_the_letter_of_its_suit() -> None:
    rules = Rules.standard(2, "Black (6 Suits)")
    assert Card(5, 3).text(rules.suits) == "k3"
    assert Card.parse("k3", rules.suits) == Card(5, 3)


@pytest.mark.parametrize("text", ["", "k", "k0", "k6", "3k", "K3", "k3 ", "k٣"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        Card.parse(text, "rygbpk")
