"""A person takes part: the consent, and the table of the next game with the agent drawn for it."""

from __future__ import annotations

from hashlib import blake2b

from django.db import transaction
from django.utils import timezone

from analysis.models import Assignment, Participation, Study
from analysis.studies.orders import draw
from analysis.traces.tables import person_of
from game.models import Player, Table
from game.tables import changes

ALIAS = "Partner"
PRACTICE = 0
"""The order of the game that does not count."""


def take_part(study: Study, player: Player, reference: str = "") -> Participation:
    """This person agrees; who did so before stays who they are in the study."""
    with transaction.atomic():
        # The row's lock gives each person the next number.
        study = Study.objects.select_for_update().get(pk=study.pk)
        person = person_of(player)
        found = study.participations.filter(person=person).first()
        return found or study.participations.create(
            person=person,
            number=study.participations.count(),
            reference=reference[:64],
            consented=timezone.now(),
        )


def participation_of(study: Study, player: Player | None) -> Participation | None:
    """Of somebody who has agreed; None for everybody else."""
    return None if player is None else study.participations.filter(person__player=player).first()


def next_table(participation: Participation, player: Player, order: int) -> Table:
    """The table of the person's game of this order, 0 for the practice game. One that was given up
    at the start is played again with the same agent; one that runs comes first."""
    with transaction.atomic():
        study = Study.objects.select_for_update().get(pk=participation.study_id)
        games = participation.assignments.select_related("table")
        running = games.filter(table__status=Table.Status.RUNNING).first()
        if running is not None and running.table is not None:
            return running.table
        earlier = games.filter(order=order).order_by("-attempt").first()
        made = _assignment(study, participation, order, earlier)
        made.table = _table(study, player, made)
        made.save()
        return made.table


def _assignment(
    study: Study, participation: Participation, order: int, earlier: Assignment | None
) -> Assignment:
    made = Assignment(
        study=study,
        participation=participation,
        number=study.assignments.count(),
        order=order,
        assigned=timezone.now(),
    )
    if earlier is not None:
        made.attempt = earlier.attempt + 1
        made.address, made.block = earlier.address, earlier.block
    elif order == PRACTICE:
        made.address = study.practice
    else:
        drawn = study.assignments.filter(order__gt=PRACTICE, attempt=1).count()
        partner = draw(study, participation, order, drawn)
        made.address, made.block = partner.address, partner.block
    return made


def _table(study: Study, player: Player, made: Assignment) -> Table:
    partner = changes.SeatPlan(address=made.address, alias=ALIAS if study.blind else "")
    return changes.create(
        [changes.SeatPlan(player=player), partner],
        player,
        listed=False,
        drawn=True,
        help=study.help,
        reasons=Table.Reasons.AFTER if study.blind else Table.Reasons.LIVE,
        **({"seed": common_deal(study, made)} if study.common_deals else {}),
    )


def common_deal(study: Study, made: Assignment) -> str:
    """The seed that everybody's game of this order has. A game that is played again has another
    one: whoever gave it up has seen the cards."""
    text = f"{study.seed}/deal {made.order}/{made.attempt}"
    return blake2b(text.encode(), digest_size=16).hexdigest()
