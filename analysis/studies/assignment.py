"""Who plays with which agent: at random, and balanced in blocks of a size that nobody knows."""

from __future__ import annotations

import random
from itertools import count

from django.db import transaction
from django.utils import timezone

from analysis.models import Assignment, Person, Study
from analysis.traces.tables import person_of
from game.models import Player, Table
from game.tables import changes

ALIAS = "Partner"


ROUNDS = (1, 2, 3)
"""How often a block may hold each agent."""


def drawn(study: Study, number: int) -> str:
    """The agent of the study's game of this number: permuted blocks, so that after every block all
    agents were drawn equally often, of random length, so that nobody can tell the last of a block
    from those before it (ICH E9, section 2.3.2)."""
    first = 0
    for block in count():
        chance = random.Random(f"{study.seed}/{block}")
        order = sorted(study.pool) * chance.choice(ROUNDS)
        if number < first + len(order):
            chance.shuffle(order)
            return str(order[number - first])
        first += len(order)
    raise AssertionError("There is always another block.")


def next_table(study: Study, player: Player) -> Table:
    """The table of this person's next game of the study; an unfinished one comes first."""
    with transaction.atomic():
        # The row's lock gives each assignment the next number.
        study = Study.objects.select_for_update().get(pk=study.pk)
        person = person_of(player)
        begun = _begun(study, person)
        if begun is not None:
            return begun
        number = study.assignments.count()
        address = drawn(study, number)
        table = _table(study, player, address)
        study.assignments.create(
            person=person, number=number, address=address, table=table, consented=timezone.now()
        )
        return table


def _begun(study: Study, person: Person) -> Table | None:
    running = study.assignments.filter(person=person, table__status=Table.Status.RUNNING)
    assignment: Assignment | None = running.select_related("table").first()
    return assignment.table if assignment else None


def _table(study: Study, player: Player, address: str) -> Table:
    partner = changes.SeatPlan(address=address, alias=ALIAS if study.blind else "")
    return changes.create(
        [changes.SeatPlan(player=player), partner],
        player,
        listed=False,
        drawn=True,
        help=study.help,
        reasons=Table.Reasons.AFTER if study.blind else Table.Reasons.LIVE,
    )
