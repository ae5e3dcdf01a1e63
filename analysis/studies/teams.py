"""Teams of participants in an experiment who play together: they wait for each other before every
game.

A team forms from the people of one group who wait at the same time, first come, first served, and
stays together. A game begins once everybody in the team waits for it.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from analysis.models import Participation, Study, Team
from analysis.studies.assignment import next_table
from analysis.studies.endings import ALONE
from analysis.studies.groups import team_size
from game.models import Player, Table

SEEN_FOR = timedelta(seconds=20)
"""How long a waiting person counts as present after their page last reported; it reports every few
seconds."""


class TeamWaiting(NamedTuple):
    """The state of a team that waits for its next game: how many of its people are here, how many
    are needed, and the table once the game has begun.
    """

    here: int
    wanted: int
    table: Table | None = None


def wait(participation: Participation, player: Player, order: int) -> TeamWaiting:
    """Record that a participant waits for their game number `order`, and begin the game if enough
    people wait to fill the team.

    Return how many people of the team are here and how many are needed, with `table` None until
    the game begins. `player` is the participant as a player of the site.
    """
    with transaction.atomic():
        study = Study.objects.select_for_update().get(pk=participation.study_id)
        participation.refresh_from_db()
        now = timezone.now()
        if participation.seen is None or now - participation.seen > SEEN_FOR:
            _stop(participation)
        participation.waiting = participation.waiting or now
        participation.seen = now
        participation.save(update_fields=["waiting", "seen", "waited"])
        wanted = team_size(participation)
        here = _here(study, participation, now)[:wanted]
        if len(here) < wanted:
            return TeamWaiting(len(here), wanted)
        if participation.team is None:
            team = study.teams.create(number=study.teams.count(), formed=now)
            study.participations.filter(pk__in=[one.pk for one in here]).update(team=team)
        for one in here:
            one.refresh_from_db()
            _stop(one)
            one.save(update_fields=["waiting", "seen", "waited"])
        participation.refresh_from_db()
        return TeamWaiting(wanted, wanted, next_table(participation, player, order))


def _here(study: Study, participation: Participation, now: datetime) -> list[Participation]:
    """Return the people who wait now and may play in the participant's team, the longest waiting
    first.
    """
    people = study.participations.filter(
        waiting__isnull=False, seen__gte=now - SEEN_FOR, withdrawn__isnull=True, ended=""
    )
    same = people.filter(team=participation.team, group=participation.group)
    return list(same.order_by("waiting", "number"))


def _stop(participation: Participation) -> None:
    """End a participant's waiting, and add its duration to `waited`, in seconds."""
    if participation.waiting and participation.seen:
        seconds = (participation.seen - participation.waiting).total_seconds()
        participation.waited += max(0, round(seconds))
    participation.waiting = participation.seen = None


def leave(participation: Participation) -> None:
    """End the participation of a person who does not wait any longer for others; its recorded
    ending is ALONE (nobody left to play with).
    """
    participation.ended = ALONE
    _stop(participation)
    participation.save(update_fields=["ended", "waiting", "seen", "waited"])


def left_alone(participation: Participation) -> bool:
    """End the participation if a member of the team has stopped taking part, or if the participant
    has waited `Study.patience` minutes. Return whether it has ended as ALONE (nobody left to play
    with), now or earlier.
    """
    if _waited_long(participation) or (participation.team and _broken(participation.team)):
        leave(participation)
    return participation.ended == ALONE


def _waited_long(participation: Participation) -> bool:
    since, seen = participation.waiting, participation.seen
    patience = timedelta(minutes=participation.study.patience)
    return since is not None and seen is not None and seen - since >= patience


def _broken(team: Team) -> bool:
    """Return whether a member of a team has stopped taking part."""
    here = team.members.filter(withdrawn__isnull=True, ended="", person__player__isnull=False)
    return here.count() < team.members.count()


def left_by_partner(player: Player | None) -> str | None:
    """Return the address of the experiment in which a player's team lost a member by withdrawal,
    which deletes the team's games; None if the player is in no such team.
    """
    gone = Participation.objects.filter(withdrawn__isnull=False, team__isnull=False)
    mine = Participation.objects.filter(person__player=player, team__in=gone.values("team"))
    last = mine.filter(finished__isnull=True).order_by("-consented").first()
    return last.study.get_absolute_url() if last and player else None
