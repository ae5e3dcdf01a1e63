"""Filters on games, for page addresses and the command line, and conditions on who may see a
game.
"""

from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any, Self

from django import forms
from django.core.exceptions import BadRequest
from django.db.models import Q, QuerySet
from django.utils import timezone

from analysis.collections import COLLECTIONS
from analysis.models import Assignment, Participation, Trace, TraceSeat
from game.forms import ChoiceForm
from game.models import Player, Seating, Table
from game.variant_menu import CLASSIC, CLASSIC_TITLE

HERE = "here"
RUNNING = "running"


class Filters(ChoiceForm):
    """A form of filters on games, by origin, players, agent and date. A field that is left out
    does not filter; unknown values are rejected.
    """

    collection = forms.ChoiceField(
        choices=[
            ("", "everywhere"),
            (HERE, "played here"),
            *((c.name, c.title) for c in COLLECTIONS.values()),
        ],
        label="Games from",
    )
    players = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        choices=[("", "any number"), *((str(n), str(n)) for n in range(2, 7))],
    )
    variant = forms.CharField(max_length=80, widget=forms.TextInput({"placeholder": CLASSIC_TITLE}))
    help_level = forms.ChoiceField(choices=[("", "any"), *Table.Help.choices])
    agent = forms.CharField(max_length=300, widget=forms.TextInput({"placeholder": "rules:piers"}))
    agent_version = forms.CharField(max_length=40)
    since = forms.DateField(widget=forms.DateInput({"type": "date"}))
    until = forms.DateField(widget=forms.DateInput({"type": "date"}))

    def clean_variant(self) -> str:
        """Return the name of the variant; that of the standard game for what pages call it."""
        name: str = self.cleaned_data["variant"]
        return CLASSIC if name == CLASSIC_TITLE else name

    def clean(self) -> None:
        """Add an error to the form if its period ends before it begins."""
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and since > until:
            self.add_error("until", "The last day is before the first.")

    @classmethod
    def of(cls, query: Mapping[str, Any]) -> Self:
        """Return the filters in a URL's parsed query string; raise BadRequest with a message for
        the user if a value is invalid.
        """
        filters = cls(query)
        if not filters.is_valid():
            problems = [f"{name}: {text[0]}" for name, text in filters.errors.items()]
            raise BadRequest(" ".join(problems))
        return filters

    def seats(self) -> QuerySet[TraceSeat]:
        """Return all seats of the matching games or, if an agent is chosen, only those of this
        agent.

        Games whose agent is still hidden from its players, or concealed from an experiment's owner,
        are excluded: a rising count would identify the agent.
        """
        seats = TraceSeat.objects.filter(self._games(), **self._agent())
        # Usually there are none, and the index alone answers the query.
        hidden = unrevealed()
        return seats.exclude(trace__in=hidden) if hidden.exists() else seats

    def seats_in_company(self) -> QuerySet[TraceSeat]:
        """Return all seats of the matching games; if an agent is chosen, of those in which it sat,
        including its partners' seats.
        """
        seats = TraceSeat.objects.filter(self._games())
        agent = self._agent()
        met = TraceSeat.objects.filter(**agent).values("trace")
        return seats.filter(trace__in=met) if agent else seats

    def traces(self) -> QuerySet[Trace]:
        """Return the matching traces; if an agent is chosen, those in which it sat at any seat."""
        traces = Trace.objects.filter(self._games())
        agent = {f"seats__{column}": value for column, value in self._agent().items()}
        return traces.filter(**agent).distinct() if agent else traces

    def _agent(self) -> dict[str, str]:
        columns = {"address": "agent", "version": "agent_version"}
        return {c: self.chosen[name] for c, name in columns.items() if name in self.chosen}

    def _games(self) -> Q:
        """Return the conditions on columns that traces and seats share."""
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
    """Return the condition on traces that this player may see; None is a visitor without a player.
    Such a trace reveals nothing secret (`settled`), and it is the player's own or has nobody who
    keeps their games private and does not tell an experiment's groups apart.
    """
    private = TraceSeat.objects.filter(person__isnull=False, person__public=False)
    # Irregular games, such as those with hints, count for nobody, but people played them.
    people = Seating.objects.filter(player__isnull=False).exclude(player__person__public=True)
    seen = ~Q(pk__in=private.values("trace")) & ~Q(table__in=people.values("table"))
    seen &= ~Q(table__in=concealed_tables())
    if player is not None:
        seen |= Q(table__in=Seating.objects.filter(player=player).values("table"))
        seen |= Q(pk__in=TraceSeat.objects.filter(person__player=player).values("trace"))
    return seen & settled()


def settled() -> Q:
    """Return the condition on traces that reveal nothing that is still secret.

    Excluded are games here that are still running or abandoned, which may resume; blind games,
    whose partner is not yet revealed; and the current daily deal, which others have yet to play.
    """
    secret = Q(ending=RUNNING, table__isnull=False) | Q(pk__in=still_blind())
    secret |= Q(table__daily__day__gte=timezone.now().date())
    return ~secret


def released_by_people() -> Q:
    """Return the condition on traces of closed experiments that may be published: all participants
    at the table have agreed to publication, and none has withdrawn or deleted themselves.
    """
    agreed = Participation.objects.filter(
        publishes=True, withdrawn__isnull=True, person__isnull=False, study__open=False
    )
    games = Assignment.objects.filter(table__isnull=False)
    refused = games.exclude(participation__in=agreed)
    theirs = games.exclude(table__in=refused.values("table"))
    return Q(table__in=theirs.values("table")) & settled()


def still_blind() -> QuerySet[Trace, Any]:
    """Return the primary keys of the traces of blind games whose agent has not been revealed to
    the players yet.
    """
    return Trace.objects.filter(table__seatings__blind=True).values("pk")


def concealed_tables() -> QuerySet[Assignment, Any]:
    """Return the primary keys of the tables of open experiments with groups, whose owner may not
    learn yet how people get on with which agent.
    """
    games = Assignment.objects.filter(table__isnull=False, study__open=True)
    return games.exclude(study__groups=[]).values("table")


def unrevealed() -> QuerySet[Trace, Any]:
    """Return the primary keys of the traces that public means omit: of blind games, and of open
    experiments with groups.
    """
    hidden = Q(pk__in=still_blind()) | Q(table__in=concealed_tables())
    return Trace.objects.filter(hidden).values("pk")


def _at(day: date, moment: time) -> datetime:
    return timezone.make_aware(datetime.combine(day, moment))
