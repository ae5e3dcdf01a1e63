"""From where somebody may look at a table, and who may steer it."""

import re
from pathlib import Path

import pytest

from game.board.looks import looks
from game.board.perspective import rules_told
from game.board.viewpoint import Viewpoint, is_closed, read_viewpoint, viewpoint_of
from game.models import Player, Table
from game.tables import changes
from game.tables.state import load
from native import Rules
from native.engine.variants import FAMILIES, MIXES, SPECIAL
from tests.game.conftest import seated
from tests.game.played import finished

pytestmark = pytest.mark.django_db
AGENTS = ("rules:piers", "rules:iggi")


def seen(table: Table, player: Player | None, through: int | None = None) -> Viewpoint:
    return viewpoint_of(load(table.slug), player, through)


def test_people_look_from_their_seats_and_steer(table: Table, alice: Player, bob: Player) -> None:
    assert seen(table, alice) == Viewpoint(0, open=False, steers=True)
    assert seen(table, bob) == Viewpoint(1, open=False, steers=True)


def test_a_person_without_a_seat_sees_no_hand_and_steers_nothing(
    table: Table, alice: Player, bob: Player, charlie: Player
) -> None:
    for player in (charlie, None):
        assert seen(table, player) == Viewpoint(None, open=False)
    assert seen(seated(alice, bob, by=charlie), charlie) == Viewpoint(None, open=False)


def test_only_the_host_steers_a_table_of_agents(alice: Player, bob: Player) -> None:
    table = seated(*AGENTS, by=alice)
    assert seen(table, alice) == Viewpoint(None, open=True, steers=True)
    for player in (bob, None):
        assert seen(table, player) == Viewpoint(None, open=True)
        assert seen(table, player, 1) == Viewpoint(1, open=False, watching=True)
    assert seen(table, alice, 1) == Viewpoint(1, open=False, steers=True, watching=True)
    assert not seen(seated(*AGENTS), None).steers, "nobody set them up"


def test_a_person_with_an_agent_sees_only_the_agents_cards(alice: Player, bob: Player) -> None:
    table = seated(AGENTS[0], bob)
    assert seen(table, bob, 0) == Viewpoint(1, open=False, steers=True)
    assert seen(table, alice, 0) == Viewpoint(None, open=False)


def test_all_hands_open_at_the_end(table: Table, alice: Player) -> None:
    changes.give_up(table.slug, alice, table.version)
    assert seen(table, alice).open
    assert seen(table, None).open


def test_a_viewpoint_in_an_address_is_a_seat_or_all() -> None:
    assert [read_viewpoint(text, 3) for text in ("all", "0", "2")] == [None, 0, 2]
    for wrong in ("3", "-1", "", "ALL", "01", "²", "1" * 5000):
        with pytest.raises(ValueError, match="number of a seat"):
            read_viewpoint(wrong, 3)


def test_at_the_end_a_spectator_of_a_seat_sees_all_hands(bob: Player) -> None:
    table = finished("rules:iggi", "rules:iggi")
    assert seen(table, bob, 1) == Viewpoint(1, open=True, watching=True)


def test_a_table_that_will_be_closed_to_onlookers_is_open_while_it_waits_for_people(
    alice: Player, bob: Player, charlie: Player
) -> None:
    table = seated(alice, "", watching=Table.Watching.CLOSED)
    assert not is_closed(load(table.slug), charlie)
    changes.sit(table.slug, bob, 1)
    state = load(table.slug)
    assert [is_closed(state, who) for who in (alice, bob, charlie, None)] == [
        False,
        False,
        True,
        True,
    ]


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
    """Tomato has the letter of teal, and the tint of its clue; berry has that of the blue clue."""
    seen = looks(Rules.standard(2, variant="Ambiguous (6 Suits)"))
    assert (seen["t"].symbol, seen["t"].tints) == ("other-1", ["r"])
    assert (seen["m"].shade > 0, seen["b"].symbol, seen["B"].symbol) == (True, "other-5", "b")


def test_usual_suits_get_no_description_of_their_look() -> None:
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
