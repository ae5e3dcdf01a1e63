"""What stands behind the move of a rule list: the rule, and what it saw."""

import pytest

from agents import registry
from tests.positions import position

HANDS = "r1 r1 r1 g2 g2 r2 b1 p3 p3 p4"


def data(moves: str, genes: str) -> dict[str, object]:
    """What programs are told of the move of an agent with these genes after these."""
    game = position(HANDS, moves)
    view = game.view(game.to_move or 0)
    return registry.find(f"genes:{genes}").agent("seed").decide(view).data


def how(moves: str, genes: str) -> str:
    """The same for people."""
    return str(data(moves, genes)["how"])


@pytest.mark.parametrize(
    ("moves", "genes", "told"),
    [
        ("", "13", "Slot 4 is a blue 1."),
        ("", "3", "Slot 1 is playable in 14 of 45 cases."),
        ("c11 c11 c1b", "8", "Slot 4 is certainly a playable blue 1."),
        ("c11", "8", "Slot 4 is certainly playable: yellow 1, green 1, blue 1 or purple 1."),
        ("c11", "29", "is useless in 0 of"),
    ],
)
def test_a_reason_names_the_facts_that_decided(moves: str, genes: str, told: str) -> None:
    assert told in how(moves, genes)


def test_a_reason_begins_with_the_rule() -> None:
    assert how("c11", "8").startswith("Rule 8: play a card that is certainly playable. Slot ")


@pytest.mark.parametrize(
    ("moves", "genes", "told"),
    [
        ("", "1,13", [1, 13, "TellAnyoneAboutUsefulCard", 1, 1, None]),
        ("", "1,3", [1, 3, "PlayProbablySafeCard(0.0)", 4, None, [14, 45]]),
        ("c11", "8", [0, 8, "PlaySafeCard", 1, None, [12, 12]]),
        ("", "8", [None, None, None, None, None, None]),
    ],
)
def test_the_data_of_a_reason_have_the_rule_and_its_card(
    moves: str, genes: str, told: list[object]
) -> None:
    found = data(moves, genes)
    names = ("position", "gene", "rule", "slot", "target", "chance")
    assert [found[name] for name in names] == told
    assert list(found) == ["how", *names]


def test_a_move_without_a_rule_has_the_reason_that_no_rule_fired() -> None:
    assert how("", "8") == "No rule answered, so it made any legal move."


def test_a_clued_card_is_counted_from_the_newest_of_its_hand() -> None:
    # The clued hand has lost no card, that of the agent a card in its oldest slot.
    assert how("p0 c11", "13").endswith("Slot 5 is a red 2.")


def test_a_reason_does_not_name_five_cards() -> None:
    assert how("c12 c11", "8").endswith(" Slot 5 is certainly playable.")
