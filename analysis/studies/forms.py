"""The form with which an experiment is set up."""

import secrets
from datetime import date
from typing import Any

import msgspec
from django import forms
from django.core.validators import URLValidator
from django.utils import timezone
from django.utils.text import slugify

from agents import registry
from agents.contract import AgentError
from analysis.evaluate.pools import addresses, listed
from analysis.models import Study
from analysis.studies.groups import (
    IMBALANCE,
    LARGEST,
    NOBODY,
    Group,
    described,
    groups_of,
    read_groups,
)
from game.models import Player, Table
from native import Rules

MOST = 400
"""Maximum number of agents in an experiment's pool: the number of cells of an archive."""
MOST_GAMES = 60
"""Maximum number of games per person."""
MOST_BY_DEFAULT = 12
"""Largest pool with which the owner may leave the number of games per person empty; each person
then plays one game with each agent."""

PATIENCE = 10
"""Default number of minutes that a participant waits for other people before their participation
ends."""
CONSENT = (
    "You play Hanabi with partners, and may be asked a few questions. We store your moves and "
    "answers, with their times, and the id in your link, if it has one. They are analysed, and "
    "reported without your name. You may stop at any time, and delete everything on your own page."
)


STATEMENTS = (
    "I am at least 18 years old.\n"
    "I have read what is recorded and why, and I take part of my own free will."
)


class CodeField(forms.CharField):
    """A form field for what participants get when their participation ends: a completion code, or
    an https address, which becomes a button.
    """

    def __init__(self, label: str, help_text: str = "") -> None:
        super().__init__(required=False, max_length=300, label=label, help_text=help_text)

    def clean(self, value: Any) -> str:
        """Return the field's value without outer spaces: a code, or the address of a recruiting
        service to return to. Raise ValidationError for an address that is not a valid https URL.
        """
        text = str(super().clean(value))
        if "://" in text:
            URLValidator(["https"], message="Give a whole https:// address, or a code.")(text)
        return text


class StudyForm(forms.Form):
    """The form with the settings of a new experiment; its questions have the form
    `questions.QuestionForm`.
    """

    title = forms.CharField(max_length=100)
    consent = forms.CharField(
        widget=forms.Textarea({"rows": 6}),
        max_length=4000,
        initial=CONSENT,
        label="What people agree to before the first game",
    )
    statements = forms.CharField(
        widget=forms.Textarea({"rows": 3}),
        max_length=2000,
        label="What people must tick, one statement a line",
        initial=STATEMENTS,
    )
    controller = forms.CharField(max_length=200, label="Who is responsible for the data")
    contact = forms.CharField(max_length=200, label="Contact for questions")
    approval = forms.CharField(max_length=200, label="Number of the ethics board's approval")
    keep_until = forms.DateField(
        widget=forms.DateInput({"type": "date"}),
        label="Keep the data until",
        help_text="On the next day games, answers and ids are deleted. Empty: no date.",
    )
    licence = forms.ChoiceField(
        choices=[("", "do not ask"), *Study.Licence.choices],
        label="Ask whether games may be published",
        help_text="A box that nobody needs to tick. Once you close the experiment, releases have "
        "the games of those who ticked it.",
    )
    team = forms.IntegerField(
        min_value=1,
        max_value=LARGEST,
        initial=1,
        label="People at one table",
        help_text="With 2 or 3, people wait for each other before every game and stay together.",
    )
    patience = forms.IntegerField(
        min_value=1,
        max_value=120,
        initial=PATIENCE,
        label="Minutes that anybody waits for others",
    )
    alone = CodeField("Code for people who found no partners")
    pool = forms.CharField(
        widget=forms.Textarea({"rows": 4}),
        label="Agents",
        help_text="One address a line, such as rules:piers or elite:improved-1/9,15. A pool stands "
        "for all its members: pool:literature7, or pool: and the name of an archive. Empty: "
        "people play with people alone.",
        initial="rules:piers\nrules:iggi",
    )
    order = forms.ChoiceField(
        choices=Study.Order.choices,
        initial=Study.Order.SQUARE,
        label="Order of partners",
        help_text="Latin square: everybody meets each agent once a round, in the orders of a "
        "balanced square. Orders are drawn at random, so that nobody foresees the next, and none "
        f"is used by over {IMBALANCE} people more than another. At random: each agent nearly "
        "equally often over all games; best for many agents and few games.",
    )
    games = forms.IntegerField(
        min_value=1,
        max_value=MOST_GAMES,
        label="Games a person",
        help_text="Empty: one with each agent.",
    )
    groups = forms.CharField(
        max_length=2000,
        widget=forms.Textarea({"rows": 3}),
        label="Groups, one a line",
        help_text="What differs between groups of people: “A: partner=rules:piers”, “B: "
        "explanations=on, help=none, told=person”, “C: team=2, partner=none”. People are drawn "
        "into groups at random, balanced; you learn who is in which when you close the "
        "experiment. People who were told that a bot is a person read the truth at the end. "
        "Empty: no groups.",
    )
    people = forms.IntegerField(
        min_value=1,
        max_value=100_000,
        label="Stop when this many people have begun",
        help_text="The stopping rule. Empty: when you close it.",
    )
    needs_id = forms.BooleanField(
        label="Only for people with a participant id in their link: each id takes part once"
    )
    plan = forms.CharField(
        max_length=20_000,
        widget=forms.Textarea({"rows": 4}),
        label="Analysis plan",
        help_text="It is fixed with all settings once the first person begins: the design file has "
        "their SHA-256, and says whether they have changed since.",
    )
    preregistration = forms.URLField(max_length=300, assume_scheme="https", label="Preregistration")
    wrong_allowed = forms.IntegerField(
        min_value=0,
        max_value=100,
        label="Wrong attention checks allowed",
        help_text="With more, the person is screened out. Empty: nobody is.",
    )
    screened = CodeField("Code for people who are screened out")
    minutes = forms.IntegerField(
        min_value=5,
        max_value=100_000,
        label="Minutes for everything",
        help_text="After that no further game begins. Empty: no limit.",
    )
    late = CodeField(
        "Code for people who take longer",
        "Also for people who are in the middle when you close the experiment.",
    )
    named = forms.ChoiceField(
        choices=[choice for choice in Study.Named.choices if choice[0] != Study.Named.GAME],
        initial=Study.Named.LAST,
        label="People learn who their partners were",
        help_text="After their last game: once everybody at their tables is done. When you close "
        "it: nobody can tell people who still play. From the start: tables show names and reasons; "
        "groups with told= read them after their last game.",
    )
    practice = forms.CharField(
        max_length=300,
        widget=forms.TextInput({"placeholder": "rules:internal"}),
        label="Practice game with",
        help_text="An agent's address. The game comes first and does not count. Empty: none.",
    )
    common_deals = forms.BooleanField(
        label="Common deals: everybody's first game has the same cards, and so on",
    )
    help = forms.ChoiceField(
        choices=Table.Help, initial=Table.Help.FULL, label="What each card shows"
    )
    conventions = forms.BooleanField(label="Offer to show what clues say by the common conventions")
    usual_questions = forms.BooleanField(
        initial=True,
        label="Ask the four usual questions after each game: played well, enjoyed, goal-directed, "
        "would play again",
    )
    completion = CodeField(
        "Completion code",
        "Shown after the last game. An address that begins with https:// becomes a "
        "button, such as Prolific's completion URL.",
    )
    withdrawal = CodeField("Code for people who withdraw")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.fields.keys() - {"title", "consent", "help"}:
            self.fields[name].required = False

    def clean_statements(self) -> list[str]:
        """Return the statements that participants must tick, one from each non-empty line of the
        field.
        """
        lines = str(self.cleaned_data["statements"]).splitlines()
        return [line.strip() for line in lines if line.strip()]

    def clean_keep_until(self) -> date | None:
        """Return the last day on which data may be stored, None for no limit; reject a day that is
        past.
        """
        day: date | None = self.cleaned_data["keep_until"]
        if day is not None and day < timezone.now().date():
            raise forms.ValidationError("This day is past: the data would be deleted at once.")
        return day

    def clean_pool(self) -> list[str]:
        """Return the addresses of the agents without duplicates, with each pool replaced by its
        members; reject unknown pools and agents, and more than MOST agents.
        """
        try:
            text = listed(self.cleaned_data["pool"])
            found = list(dict.fromkeys(addresses(text))) if text else []
            for address in found[:MOST]:
                registry.find(address)
        except AgentError as error:
            raise forms.ValidationError(str(error)) from error
        if len(found) > MOST:
            raise forms.ValidationError(f"Name at most {MOST} agents, not {len(found)}.")
        return found

    def clean_practice(self) -> str:
        """Return the address of the practice agent, empty for none; reject an agent that cannot
        play with one person.
        """
        address = str(self.cleaned_data["practice"]).strip()
        try:
            if address:
                _refuse_unless_welcome(address, people=1)
        except AgentError as error:
            raise forms.ValidationError(str(error)) from error
        return address

    def clean_groups(self) -> list[dict[str, Any]]:
        """Return the groups of participants as dicts of the fields of `Group`; reject a line that
        does not describe a group.
        """
        found: list[dict[str, Any]] = msgspec.to_builtins(
            read_groups(str(self.cleaned_data["groups"]))
        )
        return found

    def clean(self) -> None:
        """Check the fields that depend on each other: pool, groups, games and practice agent;
        report errors at these fields.

        Replace empty values of team, patience, order and named by their initial values, and an
        empty number of games by the number of agents.
        """
        data = self.cleaned_data
        for name in {"team", "patience", "order", "named"} & data.keys():
            data[name] = data[name] or self.fields[name].initial
        agents = data.get("pool") or []
        if not {"pool", "groups", "team"} & self.errors.keys():
            self._refuse_unseatable(agents)
            if not agents and not data.get("games"):
                self.add_error("games", "Say how many games a person plays.")
        if agents and not data.get("games") and "games" not in self.errors:
            if len(agents) > MOST_BY_DEFAULT:
                words = f"There are {len(agents)} agents: say how many games a person plays."
                self.add_error("games", words)
            data["games"] = len(agents)
        if data.get("practice") in agents:
            self.add_error("practice", "Take an agent that is not in the pool.")

    def _refuse_unseatable(self, agents: list[str]) -> None:
        """Reject agents that cannot play at the tables at which they would sit, and settings with
        which a person would have nobody to play with.
        """
        team = self.cleaned_data["team"]
        given: list[dict[str, Any]] = self.cleaned_data["groups"]
        groups = msgspec.convert(given, list[Group]) or [Group("")]
        for group in groups:
            people = group.team or team
            own = [group.partner] if group.partner else agents
            field = "groups" if group.partner or group.team else "pool"
            try:
                for address in own:
                    if address != NOBODY:
                        _refuse_unless_welcome(address, people)
            except AgentError as error:
                self.add_error(field, str(error))
            if people == 1 and own in ([], [NOBODY]):
                self.add_error(field, "Name an agent, or let 2 or 3 people play together.")

    def refuse_limit_without_checks(self, questions: list[dict[str, Any]]) -> None:
        """Reject a number of wrong attention checks if none of the questions (dicts of the fields
        of `Question`) is one.
        """
        checks = any(question.get("right") for question in questions)
        if self.cleaned_data["wrong_allowed"] is not None and not checks:
            self.add_error("wrong_allowed", "None of your questions has a right answer.")

    def save(self, owner: Player, questions: list[dict[str, Any]] | None = None) -> Study:
        """Create and return the experiment, with an unguessable seed for its random choices.

        `questions` are the owner's questions, each a dict of the fields of `Question`; None for
        none. `owner` is the player of the site who sets it up.
        """
        data: dict[str, Any] = self.cleaned_data
        if data["order"] == Study.Order.SQUARE:
            data["imbalance"] = IMBALANCE
        slug = f"{slugify(data['title'])[:30] or 'study'}-{secrets.token_hex(3)}"
        return Study.objects.create(
            slug=slug, owner=owner, seed=secrets.token_hex(16), questions=questions or [], **data
        )


def copied_settings(study: Study) -> dict[str, Any]:
    """Return the initial values of a `StudyForm` that sets up a new experiment like `study`. A last
    day of storage that is past is left out.
    """
    values = {name: getattr(study, name) for name in StudyForm.base_fields}
    values["pool"] = "\n".join(study.pool)
    values["statements"] = "\n".join(study.statements)
    values["groups"] = "\n".join(map(described, groups_of(study)))
    if study.keep_until is not None and study.keep_until < timezone.now().date():
        values["keep_until"] = None
    return values


def _refuse_unless_welcome(address: str, people: int) -> None:
    """Raise AgentError if there is no such agent or it may not play with this many people."""
    entry = registry.find(address)
    entry.refuse_unless_welcome(Rules.standard(people + 1), with_people=True)
