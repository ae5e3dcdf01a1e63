"""What the forms of tables ask and take, to the last word."""

from __future__ import annotations

from typing import Any

import pytest

from game.forms import LogIn, NewTableForm, SignUp, WatchForm
from game.models import Player
from game.variant_menu import CHOICES
from tests.kept import as_text, same_as_kept

pytestmark = pytest.mark.django_db

BOT, OTHER = "rules:piers", "rules:iggi"


def choices_of(form: Any) -> dict[str, Any]:
    return {
        name: {
            "label": field.label,
            "help": str(field.help_text),
            "initial": field.initial() if callable(field.initial) else field.initial,
            "required": field.required,
            "messages": {key: str(text) for key, text in field.error_messages.items()},
            "bounds": [getattr(field, bound, None) for bound in ("min_value", "max_value")],
            "length": getattr(field, "max_length", None),
            "choices": list(getattr(field, "choices", ()) or getattr(field.widget, "choices", ())),
            "attributes": field.widget.attrs,
        }
        for name, field in form.fields.items()
    }


def test_the_forms() -> None:
    forms = (NewTableForm(), WatchForm(seats=[BOT, f"search:100:{OTHER}", OTHER]), SignUp())
    told_of = {type(form).__name__: choices_of(form) for form in (*forms, LogIn())}
    told_of["words"] = {"sign up": SignUp.error_messages, "log in": LogIn.error_messages}
    told_of["variants"] = CHOICES
    assert same_as_kept("game/forms", as_text(told_of))


NEW = {
    "players": "3",
    "scoring": "zero",
    "help_level": "full",
    "reasons": "live",
    "variant": "No Variant",
    "delay": "900",
    "seat_0": "me",
    "seat_1": "open",
    "seat_2": BOT,
}


TRIED: list[dict[str, str]] = [
    {},
    {"clock": "30 seconds a move", "watching": "seats", "watch_delay": "0", "at_zero": "bot"},
    {"clock": "5 minutes each, 10 seconds more a move", "listed": "on", "watch_delay": "2"},
    {"seat_1": "me"},
    {"seat_2": "rules:nobody"},
    {"seat_2": "cheat:priority"},
    {"players": "7"},
    {"players": "6"},
    {"players": ""},
    {"scoring": "none"},
    {"delay": "-1"},
    {"delay": "10000"},
    {"delay": "10001"},
    {"variant": "Rainbow (5 Suits)", "seat_2": BOT},
    {"variant": "Rainbow (5 Suits)", "seat_2": "conv:expert"},
    {"variant": "No such thing"},
    {"watch_delay": "3"},
    {"seat_0": BOT, "seat_1": OTHER},
    {"seat_0": "cheat:priority", "seat_1": OTHER},
]


def test_what_comes_of_the_form_of_a_new_table(alice: Player) -> None:
    made: dict[str, Any] = {}
    for change in TRIED:
        form = NewTableForm(NEW | change)
        valid = form.is_valid()
        made[str(change)] = (
            [form.settings(), [(plan.player, plan.address) for plan in form.plans(alice)]]
            if valid
            else {name: list(said) for name, said in form.errors.items()}
        )
    watched = {"players": "2", "games": "1", "delay": "900"}
    for change in (
        {},
        {"seat_0": BOT, "seat_1": " cheat:priority ", "seed": "mine", "paused": "on"},
        {"seat_0": "rules:nobody"},
        {"games": "0"},
        {"games": "100"},
        {"games": "101"},
        {"delay": "1"},
        {"delay": "5000"},
        {"seed": "x" * 32},
        {"seed": "x" * 33},
        {"players": "1"},
        {"seat_0": "x" * 301},
    ):
        form_of = WatchForm(watched | change, seats=[])
        made[f"watch {change}"] = (
            [form_of.settings(), [plan.address for plan in form_of.plans()]]
            if form_of.is_valid()
            else {name: list(said) for name, said in form_of.errors.items()}
        )
    assert same_as_kept("game/new-tables", as_text(made))
