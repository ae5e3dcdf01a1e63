"""Forms to set up a table, filter games, sign up and log in; and a parser for numbers."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.contrib.auth.models import User
from django.db.models import Case, Exists, OuterRef, QuerySet, When
from django.utils.safestring import SafeString

from agents import registry
from agents.contract import AgentError
from agents.partners import MenuPartner, name_and_title, offered, others
from game import variant_menu
from game.models import Player, Seating, Table
from game.tables.changes import SeatPlan
from native import Rules

USUAL, ME, OPEN = "usual", "me", "open"
USUAL_LABEL = "Recommended bot"
MAX_PLAYERS = 6
LONGEST_NUMBER = 4
"""The most digits that `read_number` accepts: turns and seats are shorter, and Python refuses to
parse very long numbers."""

NO_CLOCK = "none"
CLOCKS: dict[str, dict[str, int]] = {
    NO_CLOCK: {},
    "5 minutes each, 10 seconds more a move": {"clock_base": 300, "clock_increment": 10},
    "10 minutes each, 20 seconds more a move": {"clock_base": 600, "clock_increment": 20},
    "30 minutes each, 30 seconds more a move": {"clock_base": 1800, "clock_increment": 30},
    "30 seconds a move": {"clock_move": 30},
    "2 minutes a move": {"clock_move": 120},
    "1 day a move": {"clock_move": 86_400},
}

PACES = [(0, "Instant"), (300, "Fast"), (900, "Normal"), (2500, "Slow"), (5000, "Very slow")]
"""The choices of speed at tables of agents: milliseconds per move, and label. The same as in
static/js/table/delay.js."""

SPEEDS = [(0, "Instant"), (900, "Normal"), (2500, "Slow")]
"""The choices of agents' speed at tables with people: milliseconds per move, and label."""


def partner_groups(rules: Rules | None = None) -> list[tuple[str, list[MenuPartner]]]:
    """Return the agents offered as partners, as pairs of a group's label and its agents; only
    agents that support `rules`, if given.
    """
    return [
        (label, [one for one in group if not rules or one.entry.plays_at(rules)])
        for label, group in (("Recommended", offered()), ("All bots", others()))
    ]


def partner_choices(rules: Rules | None = None) -> list[tuple[str, Any]]:
    """Return the agents offered as partners as Django choices, grouped: pairs of a group's label
    and a list of (address, name); only agents that support `rules`, if given.
    """
    return [
        (label, [(one.entry.address, one.named) for one in group])
        for label, group in partner_groups(rules)
    ]


def partner_menu(chosen: str, rules: Rules | None = None) -> SafeString:
    """Return the HTML of a drop-down list of partners, the form field `agent`, in which the
    address `chosen` is selected; only agents that support `rules`, if given. If `chosen` is not
    among the agents offered, it comes first, as a level without some of its conventions does.
    """
    choices = partner_choices(rules)
    if chosen not in {address for _, group in choices for address, _ in group}:
        choices = [(chosen, name_and_title(registry.find(chosen))), *choices]
    menu = forms.Select(attrs={"data-partner": True, "id": "agent"}, choices=choices)
    return menu.render("agent", chosen)


def seat_choices() -> list[tuple[str, Any]]:
    """Return the choices for a seat of a new table, for a Django field: pairs (value, label) for
    the recommended bot, “Me” and “Open to others”, then the agents offered as partners, grouped.
    """
    return [(USUAL, USUAL_LABEL), (ME, "Me"), (OPEN, "Open to others"), *partner_choices()]


def watched_choices(also: str) -> list[tuple[str, Any]]:
    """Return the recommended bot (an empty value) and the agents that can be watched, as grouped
    Django choices, including those that see all hands; also the agent at the address `also`, unless
    it is empty.
    """
    menu = partner_choices()
    listed = {address for _, group in menu for address, _ in group}
    rest = [(e.address, e.title) for e in registry.everyone() if e.address not in listed]
    choices = [*menu, ("For research", rest)]
    listed = {address for _, group in choices for address, _ in group}
    if also and also not in listed:
        choices.append(("By its address", [(also, registry.title(also))]))
    return [("", USUAL_LABEL), *choices]


class _FocusOnErrors(forms.BaseForm):
    """A form that, shown again with errors, focuses its first wrong field."""

    def full_clean(self) -> None:
        super().full_clean()
        if not self.errors:
            return
        for field in self.fields.values():
            field.widget.attrs.pop("autofocus", None)
        for name in [name for name in self.fields if name in self.errors][:1]:
            self.fields[name].widget.attrs["autofocus"] = True


class PlayersForm(_FocusOnErrors, forms.Form):
    """The base of forms of a new table, with its number of players, variant and optional seed."""

    players = forms.TypedChoiceField(
        choices=[(n, str(n)) for n in range(2, MAX_PLAYERS + 1)],
        coerce=int,
        initial=2,
        widget=forms.RadioSelect,
    )
    variant = forms.TypedChoiceField(
        choices=variant_menu.CHOICES,
        initial=variant_menu.CLASSIC,
        empty_value=variant_menu.CLASSIC,
        required=False,
    )
    seed = forms.CharField(max_length=32, required=False, label="Seed (empty for a fresh deal)")

    def rules(self) -> Rules:
        """Return the rules of the table's game. The players and the variant must be valid."""
        return Rules.standard(self.cleaned_data["players"], variant=self.cleaned_data["variant"])

    def deal(self) -> dict[str, Any]:
        """Return the values of the fields of Table that determine the deal, by field name. The
        form must be valid.
        """
        data = self.cleaned_data
        seed = {"seed": data["seed"], "seed_chosen": True} if data["seed"] else {}
        return {"variant": data["variant"], **seed}


class NewTableForm(PlayersForm):
    """The form of a new table for people and agents. Seats beyond the number of players are
    ignored.

    `kind` is the person's answer to how well they know Hanabi: “new”, “rules”, “conventions” or
    “unknown” (`agents.recommended.KINDS`).
    """

    scoring = forms.ChoiceField(choices=Table.Scoring, initial=Table.Scoring.ZERO)
    help_level = forms.ChoiceField(
        choices=Table.Help, initial=Table.Help.FULL, label="Help on the cards"
    )
    reasons = forms.ChoiceField(
        choices=Table.Reasons, initial=Table.Reasons.LIVE, label="Bot explanations"
    )
    delay = forms.IntegerField(
        min_value=0,
        max_value=10_000,
        initial=900,
        label="Bot speed",
        widget=forms.Select(choices=SPEEDS),
    )
    listed = forms.ChoiceField(
        choices=[("", "People with the link"), ("on", "Everybody: shown on the front page")],
        required=False,
        label="Who can sit down",
    )
    clock = forms.ChoiceField(
        choices=[(name, "No clock" if name == NO_CLOCK else name) for name in CLOCKS],
        required=False,
    )
    at_zero = forms.ChoiceField(choices=Table.AtZero, required=False, label="When time is up")
    watching = forms.ChoiceField(
        choices=Table.Watching,
        initial=Table.Watching.HIDDEN,
        required=False,
        label="Who may watch",
    )
    watch_delay = forms.TypedChoiceField(
        choices=[(0, "At once"), *((moves, f"{moves} moves later") for moves in (2, 5, 10))],
        coerce=int,
        initial=5,
        required=False,
        label="Delay for spectators",
    )

    def __init__(self, *args: Any, kind: str = "unknown", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        for index in range(MAX_PLAYERS):
            self.fields[f"seat_{index}"] = forms.ChoiceField(
                choices=seat_choices,
                initial=ME if index == 0 else USUAL,
                required=False,
                label=f"Seat {index + 1}",
                widget=forms.Select(attrs={"data-partner": True}),
            )

    def clean(self) -> dict[str, Any]:
        """Return the form's data and, if it is valid so far, the list `choices`: for each seat an
        agent's address, ME (the person's own seat) or OPEN (others may take it).

        Add an error to the seat of an agent that cannot play at this table. Raise ValidationError
        if the person chose more than one seat.
        """
        data = super().clean() or {}
        if self.errors:
            return data
        choices = [data.get(f"seat_{i}") or OPEN for i in range(data["players"])]
        if choices.count(ME) > 1:
            raise forms.ValidationError("You can only sit at one seat.")
        rules = self.rules()
        for index, choice in enumerate(choices):
            if choice in (ME, OPEN):
                continue
            best = registry.partner_for(rules, self.kind)
            if choice == USUAL:
                choices[index] = best.address
                continue
            try:
                people = ME in choices or OPEN in choices
                registry.find(choice).refuse_unless_welcome(rules, with_people=people)
            except AgentError as error:
                offer = f"{best.called} suits this table: choose “{USUAL_LABEL}”."
                self.add_error(f"seat_{index}", f"{error} {offer}")
        data["choices"] = choices
        return data

    def plans(self, player: Player) -> list[SeatPlan]:
        """Return the planned occupant of each seat, `player` in the seat chosen as “Me”. The form
        must be valid.
        """
        return [
            SeatPlan(player=player)
            if choice == ME
            else SeatPlan(address="" if choice == OPEN else choice)
            for choice in self.cleaned_data["choices"]
        ]

    def settings(self) -> dict[str, Any]:
        """Return the values of the fields of Table that the form sets, by field name. The form
        must be valid.
        """
        data = self.cleaned_data
        return {
            **{name: data[name] for name in ("scoring", "reasons", "delay")},
            **self.deal(),
            "listed": bool(data["listed"]),
            "help": data["help_level"],
            "watching": data["watching"] or Table.Watching.HIDDEN,
            "watch_delay": 5 if data["watch_delay"] == "" else data["watch_delay"],
            "at_zero": data["at_zero"] or Table.AtZero.NOTHING,
            **CLOCKS[data["clock"] or NO_CLOCK],
        }


class WatchForm(PlayersForm):
    """The form of a table that agents play alone: agents by address, speed, and number of games.

    `seats` are the addresses selected at first; further seats have the recommended bot.
    """

    games = forms.IntegerField(min_value=1, max_value=100, initial=1, label="Games in a row")
    delay = forms.TypedChoiceField(choices=PACES, coerce=int, initial=900, label="Speed")
    paused = forms.BooleanField(required=False, label="Start paused")

    def __init__(self, *args: Any, seats: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if 2 <= len(seats) <= MAX_PLAYERS:
            self.fields["players"].initial = len(seats)
        for index in range(MAX_PLAYERS):
            chosen = seats[index] if index < len(seats) else ""
            also = self.data.get(f"seat_{index}", chosen)
            self.fields[f"seat_{index}"] = forms.CharField(
                max_length=300,
                required=False,
                initial=chosen,
                label=f"Seat {index + 1}",
                widget=forms.Select(attrs={"data-partner": True}, choices=watched_choices(also)),
            )

    def clean(self) -> dict[str, Any]:
        """Return the form's data and, if the number of players and the variant are valid, the list
        `choices`: the agent's address for each seat.

        Add an error to the seat of an agent that is unknown or cannot play at this table.
        """
        data = super().clean() or {}
        if "players" not in data or "variant" not in data:
            return data
        rules = self.rules()
        seats = [data.get(f"seat_{index}", "") for index in range(data["players"])]
        usual = registry.partner_for(rules).address
        data["choices"] = [address.strip() or usual for address in seats]
        for index, address in enumerate(data["choices"]):
            try:
                registry.find(address).refuse_unless_welcome(rules, with_people=False)
            except AgentError as error:
                self.add_error(f"seat_{index}", str(error))
        return data

    def plans(self) -> list[SeatPlan]:
        """Return the planned agent of each seat. The form must be valid."""
        return [SeatPlan(address=address) for address in self.cleaned_data["choices"]]

    def settings(self) -> dict[str, Any]:
        """Return the values of the fields of Table that the form sets, by field name. The form
        must be valid.
        """
        data = self.cleaned_data
        return {
            "planned": data["games"],
            "delay": data["delay"],
            "paused": data["paused"],
            **self.deal(),
        }


class ChoiceForm(forms.Form):
    """A form whose values are query parameters in a page's URL; every field is optional."""

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        for field in self.fields.values():
            field.required = False

    @property
    def chosen(self) -> dict[str, Any]:
        """The values of the fields that are set, by the field's name."""
        return {name: value for name, value in self.cleaned_data.items() if value}


class HistoryForm(ChoiceForm):
    """A form of filters on a person's finished games, and their order: the newest first, or by
    score.
    """

    partner = forms.CharField(max_length=60, label="Partner’s name")
    players = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        choices=[("", "any number"), *((n, str(n)) for n in range(2, MAX_PLAYERS + 1))],
    )
    variant = forms.ChoiceField(choices=[("", "any"), *variant_menu.CHOICES])
    order = forms.ChoiceField(
        choices=[("", "newest first"), ("best", "highest score"), ("worst", "lowest score")]
    )

    def games_of(self, player: Player) -> QuerySet[Table]:
        """Return this person's finished games that match, in the chosen order. Call after
        `is_valid`; invalid values do not filter.
        """
        games = Table.objects.filter(status=Table.Status.FINISHED, seatings__player=player)
        chosen = self.chosen
        games = games.filter(**{n: chosen[n] for n in ("players", "variant") if n in chosen})
        if "partner" in chosen:
            named = Seating.objects.filter(table=OuterRef("pk"), name__icontains=chosen["partner"])
            games = games.filter(Exists(named.exclude(player=player)))
        points = Case(When(scoring=Table.Scoring.STACKS, then="stacks"), default="zero")
        order = {"best": points.desc(), "worst": points.asc()}.get(chosen.get("order", ""))
        by_score = [order] if order else []
        return games.order_by(*by_score, "-finished").distinct()


class SignUp(_FocusOnErrors, UserCreationForm[User]):
    """Django's sign-up form with shorter help texts and errors; an unsafe password is marked where
    it was first typed.
    """

    error_messages = {"password_mismatch": "The two passwords differ."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].error_messages |= {
            "invalid": "Only letters, digits and @ . + - _",
            "unique": "Somebody has this name already.",
        }
        for name, label, help_text in (
            ("username", "Username", "Other players see it."),
            ("password1", "Password", "At least 8 characters, and no common password."),
            ("password2", "The same password again", ""),
        ):
            self.fields[name].label = label
            self.fields[name].help_text = help_text

    def validate_password_for_user(self, user: User) -> None:
        """Check the password against the site's rules; show errors at the first of two fields."""
        super().validate_password_for_user(user, "password1")  # type: ignore[misc]


class LogIn(_FocusOnErrors, AuthenticationForm):
    """Django's log-in form with a shorter error message."""

    error_messages = AuthenticationForm.error_messages | {
        "invalid_login": "Wrong username or password. Capitals count."
    }


def read_number(text: str) -> int:
    """Parse a non-negative integer in a request; return -1 for any other text, and for more than
    LONGEST_NUMBER digits.
    """
    short = len(text) <= LONGEST_NUMBER
    return int(text) if text.isascii() and text.isdecimal() and short else -1
