"""Enrol people in an experiment, and create the tables at which they play its games."""

from collections.abc import Mapping
from hashlib import blake2b
from random import Random
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from analysis.models import Assignment, Participation, Study
from analysis.studies.consent import as_data, consent_of, has_withdrawn
from analysis.studies.drawing import Draw, draw
from analysis.studies.groups import Group, drawn, group_of, plays_with_agent
from analysis.studies.plan import digest, is_full
from analysis.traces.tables import person_of
from game.models import Player, Table
from game.tables import changes
from game.tables.people import printable

ALIAS = "Partner"
TOOK_PART = (
    "Someone with your participant id has already taken part in this experiment. If that was you, "
    "continue in the browser in which you started."
)
NO_ID = (
    "Only people with a participant id take part in this experiment. Open the whole link that you "
    "were given."
)
OTHER_ID = (
    "Somebody with another participant id has taken part in this browser. If you are somebody "
    "else, open your link in a private window."
)
FULL = "Enough people take part in this experiment already."
PRACTICE = 0
"""The number (`order`) of the practice game among a person's games; it does not count."""


def refuse_without_id(study: Study, reference: str) -> None:
    """Raise PermissionDenied if `reference`, a person's participant id, is empty and the experiment
    needs one.
    """
    if study.needs_id and not reference:
        raise PermissionDenied(NO_ID + _asks(study))


def refuse_another_id(participation: Participation, reference: str) -> None:
    """Raise PermissionDenied if `reference`, the participant id in a link, is not empty and is not
    the one with which this participation began: another person uses the same browser.
    """
    own = participation.reference
    if own and reference and own.lower() != reference.lower():
        raise PermissionDenied(OTHER_ID + _asks(participation.study))


def _asks(study: Study) -> str:
    return f" Questions: {study.contact}" if study.contact else ""


def take_part(
    study: Study,
    player: Player,
    reference: str = "",
    recruited: Mapping[str, str] | None = None,
    *,
    publishes: bool = False,
) -> Participation:
    """Record a person's consent to an experiment and return their participation; if they consented
    before, return that participation.

    `reference` is the person's id at the service that recruited them, empty if none; `recruited`
    holds further ids from the address by name, such as Prolific's SESSION_ID. `publishes` says
    that the person lets their games be published; it is ignored unless the experiment asks for
    that.

    Raise PermissionDenied if the experiment is full or another person has the same reference, in
    upper or lower case, or if it is empty and the experiment needs one.
    """
    with transaction.atomic():
        # The row's lock gives each person the next number.
        study = Study.objects.select_for_update().get(pk=study.pk)
        person = person_of(player)
        found = study.participations.filter(person=person).first()
        if found is not None:
            return found
        if is_full(study):
            raise PermissionDenied(FULL)
        if not study.frozen:
            study.frozen = digest(study)
            study.save(update_fields=["frozen"])
        reference = printable(reference)[:64]
        refuse_without_id(study, reference)
        known = study.participations.filter(reference__iexact=reference).exists()
        if reference and (known or has_withdrawn(study, reference)):
            raise PermissionDenied(TOOK_PART + _asks(study))
        return study.participations.create(
            person=person,
            number=study.participations.count(),
            group=drawn(study, study.participations.count()),
            reference=reference,
            recruited=dict(recruited or {}),
            agreed=as_data(consent_of(study)),
            publishes=publishes and bool(study.licence),
            consented=timezone.now(),
        )


def participation_of(study: Study, player: Player | None) -> Participation | None:
    """Return the player's participation in an experiment; None if they have not consented or
    `player` is None.
    """
    return None if player is None else study.participations.filter(person__player=player).first()


def next_table(participation: Participation, player: Player, order: int) -> Table:
    """Create and return the table of a participant's game number `order`, from 1; 0 is the
    practice game. `player` is the participant as a player of the site.

    If one of their games is running, return its table instead. In a team all members share the
    table; the practice game is played before a team forms. A game that was given up in its first
    moves is played again, on another table with the same agent.
    """
    with transaction.atomic():
        study = Study.objects.select_for_update().get(pk=participation.study_id)
        games = participation.assignments.select_related("table")
        running = games.filter(table__status=Table.Status.RUNNING).first()
        if running is not None and running.table is not None:
            return running.table
        earlier = games.filter(order=order).order_by("-attempt").first()
        team = participation.team
        members = [participation] if team is None else list(team.members.order_by("number"))
        first = _assignment(study, participation, order, earlier)
        first.table = _table(study, player, first, members)
        for member in members:
            first.pk, first.participation = None, member
            first.number = study.assignments.count()
            first.save(force_insert=True)
        return first.table


def _assignment(
    study: Study, participation: Participation, order: int, earlier: Assignment | None
) -> Assignment:
    made = Assignment(
        study=study, participation=participation, order=order, assigned=timezone.now()
    )
    if earlier is not None:
        made.attempt = earlier.attempt + 1
        made.address, made.block = earlier.address, earlier.block
    elif order == PRACTICE:
        made.address = study.practice
    elif plays_with_agent(participation):
        group = group_of(participation)
        only = Draw(group.partner, None) if group and group.partner else None
        partner = only or draw(study, participation, order, _drawn_before(participation))
        made.address, made.block = partner.address, partner.block
    return made


def _drawn_before(participation: Participation) -> int:
    """Return how many agents the experiment has drawn so far in the participant's sequence: for
    teams of their group or, if the participant has no team, for people of it without one.
    """
    games = participation.study.assignments.filter(order__gt=PRACTICE, attempt=1)
    mine = games.filter(participation__group=participation.group)
    if participation.team is None:
        return mine.filter(participation__team=None).count()
    return mine.exclude(participation__team=None).values("table").distinct().count()


def _table(study: Study, player: Player, made: Assignment, members: list[Participation]) -> Table:
    group = group_of(made.participation) or Group("")
    explained = group.explanations == "on" if group.explanations else not study.blind
    seed: dict[str, Any] = {"seed": common_deal(study, made)} if study.common_deals else {}
    return changes.create(
        _seats(study, player, made, members),
        player if len(members) == 1 else None,
        listed=False,
        drawn=True,
        help=group.help or study.help,
        conventions=study.conventions,
        reasons=Table.Reasons.LIVE if explained else Table.Reasons.AFTER,
        **seed,
    )


def _seats(
    study: Study, player: Player, made: Assignment, members: list[Participation]
) -> list[changes.SeatPlan]:
    """Return the plan of a game's seats: the person's before the agent's; in a team, in random
    order.

    Nobody reads a participant's name, and in a team a seat's name does not say who is the agent.
    """
    group = group_of(made.participation) or Group("")
    told = f" (a {group.told})" if group.told else ""
    hidden = bool(told) or study.blind
    if len(members) == 1:
        alias = ALIAS + told if hidden else ""
        return [
            changes.SeatPlan(player=player, blind=hidden),
            changes.SeatPlan(address=made.address, alias=alias, blind=hidden),
        ]
    people = [one.person.player for one in members if one.person and one.person.player]
    taken: list[Player | None] = [*people, *([None] if made.address else [])]
    Random(f"{study.seed}/seats/{members[0].team_id}/{made.order}/{made.attempt}").shuffle(taken)
    names = [f"{ALIAS} {seat}{told}" for seat in range(1, len(taken) + 1)]
    return [
        changes.SeatPlan(player=one, alias=name, blind=hidden)
        if one
        else changes.SeatPlan(address=made.address, alias=name if hidden else "", blind=hidden)
        for one, name in zip(taken, names, strict=True)
    ]


def common_deal(study: Study, made: Assignment) -> str:
    """Return the seed of the deal for the assigned game `made`, in an experiment in which all
    participants get the same deal in their first game, in their second, and so on.

    A game that is played again after it was given up has another deal, because the person has seen
    the cards.
    """
    text = f"{study.seed}/deal {made.order}/{made.attempt}"
    return blake2b(text.encode(), digest_size=16).hexdigest()
