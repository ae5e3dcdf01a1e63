"""Setting up a table."""

from __future__ import annotations

from typing import Any

from django import forms

from agents import registry
from agents.contract import AgentError
from game.models import Player, Table
from game.tables import SeatPlan
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


def seat_choices() -> list[tuple[str, Any]]:
    """«Me», «whoever comes», then the agents."""
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
        default = registry.DEFAULT
        for index in range(MAX_PLAYERS):
            self.fields[f"seat_{index}"] = forms.ChoiceField(
                choices=seat_choices,
                initial=ME if index == 0 else default,
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
