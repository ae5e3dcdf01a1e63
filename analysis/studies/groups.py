"""Between-group factors of an experiment: what differs between groups of participants.

A group is drawn when a person consents, balanced as partners are. Its owner does not learn who is
in which group before the experiment is closed.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from django import forms

from agents import registry
from agents.contract import AgentError
from analysis.models import Participation, Study
from analysis.studies.drawing import within
from game.models import Table

MOST = 12
"""Groups at most."""
IMBALANCE = 3
"""How many more people one group may have than another."""
TOLD = {"bot": "Partner (a bot)", "person": "Partner (a person)"}
"""The partner's name at the table, by what the group is told of it."""
DEBRIEFING = (
    "You were told that your partner was a person. It was a bot: the experiment asks how people "
    "play with a partner that they take for a person. If you would rather not be part of it, "
    "withdraw below, and everything is deleted."
)


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a group gets in place of the experiment's own settings."""

    name: str
    partner: str = ""
    """The address of the only partner; empty: those of the experiment."""
    help: str = ""
    """What each card shows; empty: as in the experiment."""
    explanations: Literal["", "on", "off"] = ""
    """Whether the partner's reasons are shown during the game."""
    told: Literal["", "bot", "person"] = ""
    """What the people are told that their partner is."""


def read_groups(text: str) -> list[Group]:
    """Return the groups of a form's lines, such as `A: partner=rules:piers, told=person`.

    Raise ValidationError with what is wrong.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    groups = [_read(line) for line in lines]
    if len(groups) == 1 or len(groups) > MOST:
        raise forms.ValidationError(f"Describe 2 to {MOST} groups, one a line, or none.")
    if len({group.name for group in groups}) < len(groups):
        raise forms.ValidationError("Two groups have the same name.")
    return groups


def _read(line: str) -> Group:
    name, _, rest = line.partition(":")
    pairs = [one.partition("=") for one in rest.split(",") if one.strip()]
    given = {key.strip(): value.strip() for key, _, value in pairs}
    try:
        group = msgspec.convert({**given, "name": name.strip()[:40]}, Group)
        if group.partner:
            registry.find(group.partner)
    except (msgspec.ValidationError, AgentError) as error:
        raise forms.ValidationError(f"“{line[:60]}”: {error}") from None
    if not group.name or group.help not in ("", *Table.Help.values):
        known = ", ".join(Table.Help.values)
        raise forms.ValidationError(f"“{line[:60]}”: a group has a name, and help is {known}.")
    return group


def groups_of(study: Study) -> list[Group]:
    """Return the groups of an experiment in the owner's order."""
    return msgspec.convert(study.groups, list[Group])


def drawn(study: Study, number: int) -> int | None:
    """Return the place of the group of the participant with this number; None without groups."""
    groups: Sequence[int] = range(len(study.groups))
    return within(IMBALANCE, f"{study.seed}/groups", groups, number) if groups else None


def group_of(participation: Participation) -> Group | None:
    """Return a participant's group; None in an experiment without groups."""
    place = participation.group
    return None if place is None else groups_of(participation.study)[place]


def debriefing(participation: Participation | None) -> str:
    """Return what a participant must be told at the end about what they were told before; empty
    if all of it was true."""
    group = group_of(participation) if participation else None
    return DEBRIEFING if group and group.told == "person" else ""
