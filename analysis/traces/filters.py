"""Which games: the filters that stand in a page's address and on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

from django import forms
from django.core.exceptions import BadRequest
from django.db.models import Q, QuerySet
from django.utils import timezone

from analysis.collections import COLLECTIONS
from analysis.models import Trace, TraceSeat
from game.forms import HELP
from game.models import Player

HERE = "here"
RUNNING = "running"


class Filters(forms.Form):
    """What is left out does not filter. Unknown values are refused in words."""

    collection = forms.ChoiceField(
        required=False,
        choices=[
            ("", "everywhere"),
            (HERE, "played here"),
            *((c.name, c.title) for c in COLLECTIONS.values()),
        ],
        label="Games from",
    )
    players = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", "any number"), *((str(n), str(n)) for n in range(2, 7))],
    )
    variant = forms.CharField(
        required=False, max_length=80, widget=forms.TextInput({"placeholder": "No Variant"})
    )
    help_level = forms.ChoiceField(required=False, choices=[("", "any"), *HELP])
    agent = forms.CharField(
        required=False, max_length=300, widget=forms.TextInput({"placeholder": "rules:piers"})
    )
    agent_version = forms.CharField(required=False, max_length=40)
    since = forms.DateField(required=False, widget=forms.DateInput({"type": "date"}))
    until = forms.DateField(required=False, widget=forms.DateInput({"type": "date"}))

    def clean(self) -> None:
        """Refuse days that no game can lie between."""
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and since > until:
            self.add_error("until", "The last day is before the first.")

    @classmethod
    def of(cls, query: Mapping[str, Any]) -> Filters:
        """The filters of a query. Raises BadRequest, in words."""
        filters = cls(query)
        if not filters.is_valid():
            problems = [f"{name}: {text[0]}" for name, text in filters.errors.items()]
            raise BadRequest(" ".join(problems))
        return filters

    @property
    def chosen(self) -> dict[str, Any]:
        """The filters that are set, by name."""
        return {name: value for name, value in self.cleaned_data.items() if value}

    def seats(self) -> QuerySet[TraceSeat]:
        """Seats of the games, and of that agent if one is named. Without games whose agent must
        stay unknown for now: a count that rises would tell which one it is."""
        seats = TraceSeat.objects.filter(self._games(), **self._agent())
        # Mostly there are none, and the index alone answers.
        blind = list(still_blind().values_list("pk", flat=True))
        return seats.exclude(trace__in=blind) if blind else seats

    def seats_in_company(self) -> QuerySet[TraceSeat]:
        """All seats of the games, those with that agent at the table if one is named."""
        seats = TraceSeat.objects.filter(self._games())
        agent = self._agent()
        met = TraceSeat.objects.filter(**agent).values("trace")
        return seats.filter(trace__in=met) if agent else seats

    def traces(self) -> QuerySet[Trace]:
        """The games, with that agent at one of the seats if one is named."""
        traces = Trace.objects.filter(self._games())
        agent = {f"seats__{column}": value for column, value in self._agent().items()}
        return traces.filter(**agent).distinct() if agent else traces

    def _agent(self) -> dict[str, str]:
        columns = {"address": "agent", "version": "agent_version"}
        return {c: self.chosen[name] for c, name in columns.items() if name in self.chosen}

    def _games(self) -> Q:
        """On columns that traces and seats have both."""
        chosen = self.chosen
        columns = {"players": "players", "variant": "variant", "help": "help_level"}
        games = Q(**{c: chosen[name] for c, name in columns.items() if name in chosen})
        if "collection" in chosen:
            games &= Q(collection="" if chosen["collection"] == HERE else chosen["collection"])
        if "since" in chosen:
            games &= Q(played__gte=_at(chosen["since"], time.min))
        if "until" in chosen:
            games &= Q(played__lte=_at(chosen["until"], time.max))
        return games


def visible_to(player: Player | None) -> Q:
    """Finished games without anybody who keeps theirs to themselves, and one's own.

    A page shared by link is not public: only people who have the link see it. An abandoned game
    may go on, so its cards are still secret; and the partner of a blind game is named only after
    its questions. Others have the daily deal still before them.
    """
    private = TraceSeat.objects.filter(person__isnull=False, person__public=False)
    seen = ~Q(pk__in=private.values("trace"))
    if player is not None:
        seen |= Q(pk__in=TraceSeat.objects.filter(person__player=player).values("trace"))
    secret = Q(ending=RUNNING, table__isnull=False) | Q(pk__in=still_blind())
    secret |= Q(table__daily__day__gte=timezone.now().date())
    return seen & ~secret


def still_blind() -> QuerySet[Trace, Any]:
    """Games whose agent must stay unknown for now: their questions are not answered yet."""
    return Trace.objects.filter(table__seatings__blind=True).values("pk")


def _at(day: date, moment: time) -> datetime:
    return timezone.make_aware(datetime.combine(day, moment))
