"""Between-group factors of an experiment: settings that differ between groups of participants.

A participant's group is chosen at random when they consent, so that groups stay balanced. It is
concealed from the experiment's owner until the experiment is closed.
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
"""Maximum number of groups of an experiment."""
IMBALANCE = 3
"""How many more participants one group, or one row of a Latin square, may have than another."""
AS_IN_EXPERIMENT = "as in the experiment"
"""What a group without settings of its own reads after its name."""
NOBODY = "none"
"""Value of `Group.partner` in place of an agent's address: the participants play with each other,
without an agent."""
LARGEST = 3
"""Maximum number of people at one table."""
DEBRIEFING = (
    "You were told that your partner was a person. It was a bot: the experiment asks how people "
    "play with a partner that they take for a person."
)
NOT_ALL_PEOPLE = (
    "You were told that your partners were people. One of them was a bot: the experiment asks how "
    "people play with partners that they take for people."
)
NOT_BOTS = (
    "You were told that you played with a bot. There was another person at your table: the "
    "experiment asks how people play with partners that they take for bots."
)


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A group of participants, with the settings that replace the experiment's own for them."""

    name: str
    partner: str = ""
    """The address of the one agent that the group plays with; empty: the experiment's agents;
    NOBODY: no agent."""
    team: int = 0
    """Number of people at one table; 0: as in the experiment."""
    help: str = ""
    """What each card on the board shows (a value of `Table.Help`); empty: as in the experiment."""
    explanations: Literal["", "on", "off"] = ""
    """Whether the agent's reasons are shown during the game ("on") or not ("off"); empty: as in
    the experiment."""
    told: Literal["", "bot", "person"] = ""
    """The claim, true or false, that participants read about their partner; empty for none."""


SETTINGS = Group.__struct_fields__[1:]
"""The names of the settings that a group may have."""
VALUES: dict[str, list[str]] = {
    "team": [str(people) for people in range(1, LARGEST + 1)],
    "help": [str(value) for value in Table.Help.values],
    "explanations": ["on", "off"],
    "told": ["bot", "person"],
}
"""The values of the settings that have a few."""


def read_groups(text: str) -> list[Group]:
    """Return the groups of participants that `text`, from a form, describes: one group a line, its
    name and its settings, such as `A: partner=rules:piers, told=person`.

    Raise ValidationError with a message if a line is invalid.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    groups = [_read(line) for line in lines]
    if len(groups) == 1 or len(groups) > MOST:
        raise forms.ValidationError(
            f"Describe 2 to {MOST} groups, one a line, or none; not {len(groups)}."
        )
    if len({group.name for group in groups}) < len(groups):
        raise forms.ValidationError("Two groups have the same name.")
    return groups


def _read(line: str) -> Group:
    name, _, rest = line.partition(":")
    rest = rest.replace(AS_IN_EXPERIMENT, "")
    pairs = [one.partition("=") for one in rest.split(",") if one.strip()]
    given = {key.strip(): value.strip() for key, _, value in pairs}
    if wrong := _problem(name, given):
        raise forms.ValidationError(f"“{line[:60]}”: {wrong}")
    settings = {key: value for key, value in given.items() if value}
    return msgspec.convert(settings | {"name": name.strip()[:40]}, Group, strict=False)


def _problem(name: str, given: dict[str, str]) -> str:
    """Return, as a sentence, why a line does not describe a group; empty if it does."""
    if not name.strip():
        return "Begin with the group's name and a colon."
    for key, value in given.items():
        if key not in SETTINGS:
            return f"A group has {', '.join(SETTINGS)}; not {key[:30]}."
        allowed = VALUES.get(key, [value])
        if value and value not in allowed:
            return f"{key} is {', '.join(allowed[:-1])} or {allowed[-1]}, not {value[:30]}."
    try:
        if given.get("partner", NOBODY) not in ("", NOBODY):
            registry.find(given["partner"])
    except AgentError as error:
        return str(error)
    return ""


def described(group: Group) -> str:
    """Return a group as the line of the form's field that `read_groups` parses, such as
    `A: partner=rules:piers, help=none`.
    """
    given = {name: getattr(group, name) for name in SETTINGS}
    settings = ", ".join(f"{name}={value}" for name, value in given.items() if value)
    return f"{group.name}: {settings or AS_IN_EXPERIMENT}"


def groups_of(study: Study) -> list[Group]:
    """Return the groups of participants of an experiment, in the order in which its owner listed
    them.
    """
    return msgspec.convert(study.groups, list[Group])


def drawn(study: Study, number: int) -> int | None:
    """Return the index, in `groups_of`, of the group chosen at random for the participant with
    this number (from 0); None in an experiment without groups.
    """
    groups: Sequence[int] = range(len(study.groups))
    return within(IMBALANCE, f"{study.seed}/groups", groups, number) if groups else None


def group_of(participation: Participation) -> Group | None:
    """Return a participant's group; None if the experiment has no groups."""
    place = participation.group
    return None if place is None else groups_of(participation.study)[place]


def team_size(participation: Participation) -> int:
    """Return the number of people at a participant's table, including the participant but no
    agents.
    """
    group = group_of(participation)
    return (group.team if group else 0) or participation.study.team


def in_teams(study: Study) -> bool:
    """Return whether participants of an experiment play with each other, at least in one group."""
    sizes = [group.team or study.team for group in groups_of(study)] or [study.team]
    return max(sizes) > 1


def plays_with_agent(participation: Participation) -> bool:
    """Return whether an agent sits at a participant's table, by the settings of the experiment and
    of the participant's group.
    """
    group = group_of(participation)
    partner = group.partner if group else ""
    return partner != NOBODY and bool(partner or participation.study.pool)


def debriefing(participation: Participation | None) -> str:
    """Return the debriefing of a participant who read a false claim about their partners; empty if
    they read none, or if `participation` is None.
    """
    group = group_of(participation) if participation else None
    if participation is None or group is None:
        return ""
    alone = team_size(participation) == 1
    if group.told == "person" and plays_with_agent(participation):
        return DEBRIEFING if alone else NOT_ALL_PEOPLE
    return NOT_BOTS if group.told == "bot" and not alone else ""
