"""What the forms for new tables take, and what they refuse."""

from __future__ import annotations

import pytest

from agents import registry
from game.forms import NewTableForm, WatchForm
from game.models import Player

NEW = {
    "players": "3",
    "seat_0": "me",
    "seat_1": "rules:piers",
    "seat_2": "open",
    "seat_3": "rules:iggi",
    "scoring": "zero",
    "help_level": "full",
    "reasons": "live",
    "variant": "No Variant",
    "delay": "900",
}
WATCH = {"players": "2", "seat_0": "rules:piers", "games": "1", "delay": "0"}


def test_a_new_table_seats_whom_the_form_names_and_no_more() -> None:
    form, me = NewTableForm(NEW), Player(name="Me")
    assert form.is_valid(), form.errors
    assert [(plan.player, plan.address) for plan in form.plans(me)] == [
        (me, ""), (None, "rules:piers"), (None, "")
    ]  # fmt: skip
    assert form.settings() == {
        "scoring": "zero",
        "help": "full",
        "reasons": "live",
        "variant": "No Variant",
        "delay": 900,
        "listed": False,
    }


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat_2": "me"},
        {"delay": "10001"},
        {"delay": "-1"},
        {"scoring": "both"},
        {"reasons": "never"},
        {"players": "6"},
        {"seat_1": "cheat:priority"},
        {"seat_0": "open", "seat_1": "cheat:priority"},
    ],
)
def test_a_new_table_that_cannot_be_is_refused(wrong: dict[str, str]) -> None:
    assert not NewTableForm(NEW | wrong).is_valid()


def test_an_empty_seat_waits_for_somebody() -> None:
    form = NewTableForm(NEW | {"seat_1": ""})
    assert form.is_valid()
    assert form.plans(Player())[1].address == ""


def test_agents_alone_may_be_cheats_and_take_any_seed() -> None:
    form = WatchForm(WATCH | {"seat_0": "cheat:priority", "seed": "s", "paused": "on"}, seats=[])
    assert form.is_valid(), form.errors
    assert [plan.address for plan in form.plans()] == ["cheat:priority", registry.DEFAULT]
    assert form.settings() == {"planned": 1, "delay": 0, "paused": True} | {
        "seed": "s",
        "seed_chosen": True,
    }


def test_without_a_seed_the_deal_is_fresh() -> None:
    form = WatchForm(WATCH, seats=[])
    assert form.is_valid()
    assert "seed" not in form.settings()


@pytest.mark.parametrize(
    "wrong", [{"games": "101"}, {"games": "0"}, {"delay": "7"}, {"seed": "x" * 33}]
)
def test_games_to_watch_have_bounds(wrong: dict[str, str]) -> None:
    assert not WatchForm(WATCH | wrong, seats=[]).is_valid()


def test_an_address_fills_the_form_for_watching() -> None:
    form = WatchForm(None, seats=["a", "b", "c"])
    assert form.fields["players"].initial == 3
    assert [form.fields[f"seat_{i}"].initial for i in range(5)] == ["a", "b", "c", "", ""]
    assert WatchForm(None, seats=["a"] * 6).fields["players"].initial == 2
