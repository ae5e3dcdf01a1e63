"""Variants are tables: which cards there are and what a clue touches."""

import lzma
from pathlib import Path

import pytest

from native import BadRules, Card, Game, MoveKind, Rng, Rules
from native.engine.variants import SPECIAL, suits_of

pytestmark = pytest.mark.native
PUBLISHED = Path(__file__).parents[1] / "data/hanab_live_variants.tsv.xz"


def lines() -> list[list[str]]:
    return [
        line.split("\t") for line in lzma.decompress(PUBLISHED.read_bytes()).decode().splitlines()
    ]


@pytest.mark.long
def test_every_variant_is_that_of_hanab_live_or_is_refused() -> None:
    """Suits in the site's order, colours in the order of its buttons, what every clue touches."""
    known = 0
    for name, *told in lines():
        if told == ["refused"]:
            with pytest.raises(BadRules, match=r"There is no variant .* here, since"):
                Rules.standard(2, name)
            continue
        rules = Rules.standard(2, name)
        masks = [colour.touches for colour in rules.colours] + list(rules.rank_masks)
        assert told == [
            ", ".join(suit.name for suit in suits_of(name)),
            ", ".join(colour.name for colour in rules.colours),
            " ".join(map(str, masks)),
            " ".join(map(str, rules.copies)),
        ], name
        assert len({colour.letter for colour in rules.colours}) == len(rules.colours)
        known += 1
    assert known == 1_933


def test_a_variant_with_rules_of_its_own_is_refused_with_the_reason() -> None:
    for name, why in (
        ("Up or Down & White (5 Suits)", "goes up or down"),
        ("Rainbow Reversed (6 Suits)", "goes down"),
        ("Throw It in a Hole (4 Suits)", "what was played"),
    ):
        with pytest.raises(BadRules, match=why):
            Rules.standard(2, name)


def test_a_clue_that_cannot_be_given_is_never_legal() -> None:
    rules = Rules.standard(2, "Number Mute (5 Suits)")
    game = Game(rules, seed=Rng("mute"))
    assert {move.kind for move in game.view(0).legal_moves() if move.is_clue} == {MoveKind.COLOUR}
    with pytest.raises(BadRules, match="must touch at least one identity"):
        Rules.standard(2, "Number Mute (5 Suits)", empty_clues=True)


@pytest.mark.parametrize(
    ("variant", "suits", "colours", "deck"),
    [
        ("6 Suits", "rygbpt", "rygbpt", 60),
        ("Rainbow (5 Suits)", "rygbm", "rygb", 50),
        ("Black & Rainbow (6 Suits)", "rygbkm", "rygbk", 55),
        ("Gray & Dark Pink (4 Suits)", "rbai", "rbi", 30),
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


def test_every_pair_of_special_suits_has_letters_of_its_own() -> None:
    for one in SPECIAL:
        for other in SPECIAL:
            if one != other:
                rules = Rules.standard(2, f"{one.name} & {other.name} (6 Suits)")
                assert len(set(rules.suits)) == 6


@pytest.mark.parametrize(
    "name",
    [
        *("", "7 Suits", "no variant", "Rainbow", "Red (5 Suits)", "Ambiguous (5 Suits)"),
        *("Rainbow (2 Suits)", "Rainbow (7 Suits)", "Rainbow & Rainbow (5 Suits)"),
        *("Funnels & Chimneys (5 Suits)", "Rainbow & Funnels (5 Suits)"),
        "Black & White & Pink (6 Suits)",
    ],
)
def test_an_unknown_variant_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(BadRules, match="6 Suits"):
        Rules.standard(2, name)


def test_a_card_is_written_with_the_letter_of_its_suit() -> None:
    rules = Rules.standard(2, "Black (6 Suits)")
    assert Card(5, 3).text(rules.suits) == "k3"
    assert Card.parse("k3", rules.suits) == Card(5, 3)


@pytest.mark.parametrize("text", ["", "k", "k0", "k6", "3k", "K3", "k3 ", "k٣"])
def test_an_invalid_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        Card.parse(text, "rygbpk")


def test_the_cards_that_a_variants_clues_touch_are_computed_once() -> None:
    rules = Rules.standard(2, "Prism (3 Suits)")
    assert Rules.standard(2, "Prism (3 Suits)") is rules
    assert Rules.standard(3, "Prism (3 Suits)").players == 3
    assert Rules.standard(2, "Prism (3 Suits)", strikes=1).strikes == 1
    assert rules.strikes == 3


def test_an_equal_number_of_another_type_does_not_spoil_cached_rules() -> None:
    name = "Light Pink (3 Suits)"
    Rules.standard(2.0, name)  # type: ignore[arg-type]
    assert isinstance(Rules.standard(2, name).players, int)
