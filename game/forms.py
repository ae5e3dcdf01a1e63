"""Setting up a table."""

from __future__ import annotations

from typing import Any

from django import forms

from agents import registry
from agents.contract import AgentError
from game.models import Player, Table
from game.tables.changes import SeatPlan
from native import Rules

ME, OPEN = "me", "open"
MAX_PLAYERS = 5
VARIANTS = (
    "No Variant",
    "6 Suits",
    "4 Suits",
    "3 Suits",
    "Rainbow (5 Suits)",
    "Rainbow (6 Suits)",
    "Black (5 Suits)",
    "Black (6 Suits)",
    "Pink (5 Suits)",
    "White (5 Suits)",
    "Brown (5 Suits)",
    "Omni (5 Suits)",
    "Null (5 Suits)",
    "Black & Rainbow (6 Suits)",
)


PACES = [(0, "no time"), (300, "0.3 s"), (900, "0.9 s"), (2000, "2 s"), (5000, "5 s")]
"""Milliseconds, as in static/js/table/delay.js."""


def seat_choices() -> list[tuple[str, Any]]:
    """“Me”, “whoever comes”, then the agents."""
    agents = [(entry.address, entry.title) for entry in registry.seatable()]
    return [(ME, "Me"), (OPEN, "Open to others"), ("Agents", agents)]


class NewTableForm(forms.Form):
    """Players, seats, scoring, help. Seats beyond the number of players are ignored."""

    players = forms.TypedChoiceField(
        choices=[(n, str(n)) for n in range(2, MAX_PLAYERS + 1)],
        coerce=int,
        initial=2,
        widget=forms.RadioSelect,
    )
    scoring = forms.ChoiceField(choices=Table.Scoring.choices, initial=Table.Scoring.ZERO)
    help_level = forms.ChoiceField(
        choices=Table.Help.choices, initial=Table.Help.FULL, label="Help on every card"
    )
    reasons = forms.ChoiceField(
        choices=Table.Reasons.choices, initial=Table.Reasons.LIVE, label="Bots say why"
    )
    variant = forms.ChoiceField(choices=[(v, v) for v in VARIANTS], initial="No Variant")
    delay = forms.IntegerField(
        min_value=0, max_value=10_000, initial=900, label="Bots think for (milliseconds)"
    )
    listed = forms.BooleanField(required=False, initial=True, label="Show it in the lobby")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for index in range(MAX_PLAYERS):
            usual = registry.default_for(Rules.standard(max(2, index + 1))).address
            self.fields[f"seat_{index}"] = forms.ChoiceField(
                choices=seat_choices,
                initial=ME if index == 0 else usual,
                required=False,
                label=f"Seat {index + 1}",
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        choices = [data.get(f"seat_{i}") or OPEN for i in range(data["players"])]
        if choices.count(ME) > 1:
            raise forms.ValidationError("You can only sit at one seat.")
        rules = Rules.standard(data["players"], variant=data["variant"])
        for index, choice in enumerate(choices):
            if choice in (ME, OPEN):
                continue
            try:
                people = ME in choices or OPEN in choices
                registry.find(choice).refuse_unless_seatable(rules, with_people=people)
            except AgentError as error:
                self.add_error(f"seat_{index}", str(error))
        data["choices"] = choices
        return data

    def plans(self, player: Player) -> list[SeatPlan]:
        """The seats, for a valid form."""
        return [
            SeatPlan(player=player)
            if choice == ME
            else SeatPlan(address="" if choice == OPEN else choice)
            for choice in self.cleaned_data["choices"]
        ]

    def settings(self) -> dict[str, Any]:
        """Fields of Table, for a valid form."""
        data = self.cleaned_data
        return {
            "scoring": data["scoring"],
            "help": data["help_level"],
            "reasons": data["reasons"],
            "variant": data["variant"],
            "delay": data["delay"],
            "listed": data["listed"],
        }


class WatchForm(forms.Form):
    """Agents for two to five seats, by address or none for the usual one; a seed, or none for a
    fresh deal."""

    players = forms.TypedChoiceField(
        choices=[(n, str(n)) for n in range(2, MAX_PLAYERS + 1)],
        coerce=int,
        initial=2,
        widget=forms.RadioSelect,
    )
    seed = forms.CharField(max_length=32, required=False, label="Seed (empty for a fresh deal)")
    games = forms.IntegerField(min_value=1, max_value=100, initial=1, label="Games in a row")
    delay = forms.TypedChoiceField(choices=PACES, coerce=int, initial=900, label="A move takes")
    paused = forms.BooleanField(required=False, label="Start paused")

    def __init__(self, *args: Any, seats: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if 2 <= len(seats) <= MAX_PLAYERS:
            self.fields["players"].initial = len(seats)
        for index in range(MAX_PLAYERS):
            self.fields[f"seat_{index}"] = forms.CharField(
                max_length=300,
                required=False,
                initial=seats[index] if index < len(seats) else "",
                label=f"Seat {index + 1}",
                # Empty, since a browser lists only what goes on from the text that is there.
                widget=forms.TextInput(attrs={"list": "agents", "placeholder": registry.DEFAULT}),
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "players" not in data:
            return data
        rules = Rules.standard(data["players"])
        seats = [data.get(f"seat_{index}", "") for index in range(data["players"])]
        usual = registry.default_for(rules).address
        data["choices"] = [address.strip() or usual for address in seats]
        for index, address in enumerate(data["choices"]):
            try:
                registry.find(address).refuse_unless_seatable(rules, with_people=False)
            except AgentError as error:
                self.add_error(f"seat_{index}", str(error))
        return data

    def plans(self) -> list[SeatPlan]:
        """The seats, for a valid form."""
        return [SeatPlan(address=address) for address in self.cleaned_data["choices"]]

    def settings(self) -> dict[str, Any]:
        """Fields of Table, for a valid form."""
        data = self.cleaned_data
        seed = {"seed": data["seed"], "seed_chosen": True} if data["seed"] else {}
        return {
            "planned": data["games"],
            "delay": data["delay"],
            "paused": data["paused"],
            **seed,
        }
