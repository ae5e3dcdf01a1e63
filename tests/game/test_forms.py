"""What the forms for new tables take, and what they refuse."""

import pytest

from agents import registry
from agents.recommended import recommended
from game.board.variants import differences
from game.forms import NewTableForm, WatchForm
from game.models import Player
from game.variant_menu import GROUPS
from native import Rules
from native.engine.variants import suits_of
from tests.game.doors import NEW_TABLE

NEW = NEW_TABLE | {"players": "3", "seat_1": "rules:piers", "seat_2": "open", "delay": "900"}
NEW |= {"seat_3": "rules:iggi"}
WATCH = {"players": "2", "seat_0": "rules:piers", "games": "1", "delay": "0"}


def test_a_new_table_seats_whom_the_form_names_and_no_more() -> None:
    form, me = NewTableForm(NEW), Player(name="Me")
    assert form.is_valid(), form.errors
    assert [(plan.player, plan.address) for plan in form.plans(me)] == [
        (me, ""), (None, "rules:piers"), (None, "")
    ]  # fmt: skip
    assert (form.settings()["delay"], form.settings()["watching"]) == (900, "hidden")


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat_2": "me"},
        {"delay": "10001"},
        {"delay": "-1"},
        {"scoring": "both"},
        {"reasons": "never"},
        {"players": "7"},
        {"seat_1": "rules:nobody"},
        {"variant": "Lava"},
        {"help_level": "all"},
        {"seat_1": "cheat:priority"},
        {"seat_0": "open", "seat_1": "cheat:priority"},
    ],
)
def test_an_impossible_new_table_is_refused(wrong: dict[str, str]) -> None:
    assert not NewTableForm(NEW | wrong).is_valid()


RAINBOW = "Rainbow (5 Suits)"


def test_a_chosen_partner_is_never_replaced_but_refused_with_the_recommended_one() -> None:
    form = NewTableForm(NEW | {"variant": RAINBOW, "seat_1": "hat:information"})
    assert not form.is_valid()
    rules = Rules.standard(3, variant=RAINBOW)
    said = str(form.errors["seat_1"])
    assert f" {registry.partner_for(rules).called} suits this table: " in said
    assert registry.find("hat:information").refusal(rules)[:30] in said
    duet = NewTableForm(NEW | {"seat_1": "conv:2p"}).errors["seat_1"][0]
    assert duet.startswith("Timo plays with 2 players, not 3. "), "not the name in the menu"
    assert "autofocus" in str(form["seat_1"]), "the page is shown again, and the reason is below"


@pytest.mark.parametrize("group", GROUPS)
def test_every_variant_of_the_menu_is_played_by_its_recommended_partner(group: str) -> None:
    for name in GROUPS[group]:
        form = NewTableForm(NEW | {"variant": name, "seat_1": "usual", "seat_2": "usual"})
        assert form.is_valid(), (name, form.errors)
        usual = recommended("unknown", 3, name)
        assert [plan.address for plan in form.plans(Player())[1:]] == [usual, usual]


def test_a_variant_is_offered_once() -> None:
    names = [name for group in GROUPS.values() for name in group]
    assert len(set(names)) == len(names) > 70


def test_an_empty_seat_waits_for_somebody() -> None:
    form = NewTableForm(NEW | {"seat_1": ""})
    assert form.is_valid()
    assert form.plans(Player())[1].address == ""


def test_agents_alone_may_be_cheats_and_take_any_seed_and_variant() -> None:
    chosen = {"seed": "s", "variant": RAINBOW}
    form = WatchForm(WATCH | chosen | {"seat_0": "cheat:priority", "paused": "on"}, seats=[])
    assert form.is_valid(), form.errors
    assert [plan.address for plan in form.plans()] == ["cheat:priority", recommended("unknown", 2)]
    others = {"planned": 1, "delay": 0, "paused": True, "seed_chosen": True}
    assert form.settings() == chosen | others
    assert not WatchForm(WATCH | chosen | {"seat_0": "hat:information"}, seats=[]).is_valid()


def test_without_a_seed_the_deal_is_fresh() -> None:
    form = WatchForm(WATCH, seats=[])
    assert form.is_valid()
    assert "seed" not in form.settings()


@pytest.mark.parametrize(
    "wrong",
    [{"games": "101"}, {"games": "0"}, {"players": "7"}, {"delay": "7"}, {"seed": "x" * 33}],
)
def test_games_to_watch_have_bounds(wrong: dict[str, str]) -> None:
    assert not WatchForm(WATCH | wrong, seats=[]).is_valid()


def test_an_address_fills_the_form_for_watching() -> None:
    form = WatchForm(None, seats=["a", "b", "c"])
    assert form.fields["players"].initial == 3
    assert [form.fields[f"seat_{i}"].initial for i in range(3)] == ["a", "b", "c"]
    assert '<option value="c" selected>c</option>' in str(form["seat_2"])
    assert WatchForm(None, seats=["a"] * 7).fields["players"].initial == 2


@pytest.mark.parametrize("players", range(2, 7))
def test_the_watch_form_as_it_stands_is_accepted_with_any_number_of_players(players: int) -> None:
    shown = {field.html_name: field.initial for field in WatchForm(None, seats=[])}
    form = WatchForm(shown | {"players": players}, seats=[])
    assert form.is_valid(), form.errors


def test_an_elite_that_was_asked_for_stands_in_its_menu_by_its_name() -> None:
    menu = str(WatchForm(None, seats=["rules:iggi", "elite:paper-1/9,16"])["seat_1"])
    assert 'value="elite:paper-1/9,16" selected' in menu
    assert ">elite:paper-1/9,16<" not in menu


def test_a_clock_and_who_may_watch_are_chosen_by_name() -> None:
    chosen = {"clock": "5 minutes each, 10 seconds more a move", "at_zero": "bot"}
    form = NewTableForm(NEW | chosen | {"watching": "seats", "watch_delay": "0"})
    assert form.is_valid(), form.errors
    told = form.settings()
    assert (told["clock_base"], told["clock_increment"], told["at_zero"]) == (300, 10, "bot")
    assert (told["watching"], told["watch_delay"]) == ("seats", 0)


@pytest.mark.parametrize("variant", [name for names in GROUPS.values() for name in names])
def test_what_is_said_of_a_suit_is_what_clues_do(variant: str) -> None:
    rules, told = Rules.standard(2, variant), differences(variant).lower()
    clues = {
        "colour": [colour.touches for colour in rules.colours],
        "number": [mask for mask in rules.rank_masks if mask],
    }
    for number, suit in enumerate(suits_of(variant)):
        cards, own = f"touches {suit.name.lower()} cards", 31 << 5 * number
        for kind, masks in clues.items():
            if not masks or (kind == "colour" and suit.clues):
                continue  # Said of all suits, or of each colour.
            every = any(f"every {one} {cards}" in told for one in (kind, "clue"))
            none = any(f"no {one} {cards}" in told for one in (kind, "clue"))
            assert every == all(mask & own == own for mask in masks)
            assert (none or f"{cards}, but no {kind}" in told) == (not any(m & own for m in masks))
