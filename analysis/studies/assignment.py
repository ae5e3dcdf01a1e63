"""Enrol a person in an experiment, draw the agents they play with, and create their next table.

Agents are drawn by Latin squares or at random. Either way their numbers of games stay close, and
nobody can predict the next agent.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import count
from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from analysis.models import Assignment, Participation, Study
from analysis.studies.consent import as_data, consent_of, sealed
from analysis.traces.tables import person_of
from game.models import Player, Table
from game.tables import changes

Member = TypeVar("Member")

ROUNDS = (1, 2, 3)
"""How often a block may contain each of its members, in a study with blocks."""


@dataclass(frozen=True)
class Draw:
    """An agent, and the number of its block if the study uses blocks."""

    address: str
    block: int | None


def draw(study: Study, participation: Participation, order: int, drawn_before: int) -> Draw:
    """Return the partner in a person's game of this order, from 1.

    `drawn_before` counts the partners drawn earlier in the whole study.
    """
    if study.order == Study.Order.BLOCKS:
        return at_random(study, drawn_before)
    return in_squares(study, participation.number, order)


def in_squares(study: Study, number: int, order: int) -> Draw:
    """Return the partner from the person's row of a Latin square.

    A person who plays more games than there are agents continues with a row of another square.
    """
    agents = sorted(study.pool)
    turn, place = divmod(order - 1, len(agents))
    seed = f"{study.seed}/square {turn}"
    block, row = _drawn(study, seed, range(rows(len(agents))), number)
    name = f"{seed}/agents" if block is None else f"{seed}/{block}/agents"
    random.Random(name).shuffle(agents)
    return Draw(agents[square_row(len(agents), row)[place]], block)


def at_random(study: Study, number: int) -> Draw:
    """Return the partner with this number in the study's random sequence."""
    block, address = _drawn(study, study.seed, sorted(study.pool), number)
    return Draw(address, block)


def rows(agents: int) -> int:
    """Return the number of rows of a balanced square.

    That is one per agent, or two if their number is odd, since no smaller square is balanced then.
    """
    return agents if agents % 2 == 0 or agents == 1 else 2 * agents


def square_row(agents: int, row: int) -> list[int]:
    """Return a row of a Latin square balanced for first-order carry-over (Williams 1949).

    Over all rows, every agent is equally often in every place and right after every other agent.
    """
    mirrored, start = divmod(row, agents)
    zigzag = [0, *(side for i in range(1, agents) for side in (i, agents - i))][:agents]
    order = [(start + step) % agents for step in zigzag]
    return order[::-1] if mirrored else order


def _drawn(
    study: Study, seed: str, members: Sequence[Member], number: int
) -> tuple[int | None, Member]:
    """Return the member with this number in the sequence, and its block if the study uses
    blocks."""
    if study.imbalance is None:
        return _of_block(seed, members, number)
    return None, _within(study.imbalance, seed, members, number)


def _within(imbalance: int, seed: str, members: Sequence[Member], number: int) -> Member:
    """Return the member with this number in a big stick design (Soares and Wu 1983).

    Each draw is random among the members that are fewer than `imbalance` draws ahead. A person who
    knows all earlier draws can rule out only members that are that far ahead.
    """
    chance, drawn = random.Random(seed), [0] * len(members)
    for _ in range(number + 1):
        most = min(drawn) + imbalance
        last = chance.choice([i for i, times in enumerate(drawn) if times < most])
        drawn[last] += 1
    return members[last]


def _of_block(seed: str, members: Sequence[Member], number: int) -> tuple[int, Member]:
    """Return the block and member with this number in permuted blocks.

    Blocks are shuffled and of random length, so that the last member of a block cannot be predicted
    (ICH E9, section 2.3.2).
    """
    first = 0
    for block in count():
        chance = random.Random(f"{seed}/{block}")
        order = list(members) * chance.choice(ROUNDS)
        if number < first + len(order):
            chance.shuffle(order)
            return block, order[number - first]
        first += len(order)
    raise AssertionError("There is always another block.")


ALIAS = "Partner"
TOOK_PART = (
    "Someone with your participant id has already taken part in this experiment. If that was you, "
    "continue in the browser in which you started."
)
PRACTICE = 0
"""The order of the practice game, which does not count."""


def take_part(
    study: Study, player: Player, reference: str = "", recruited: Mapping[str, str] | None = None
) -> Participation:
    """Record the person's consent and return their participation; repeated consent returns the
    first.

    `recruited` is what else the address said of their recruitment, such as Prolific's SESSION_ID.

    Raise PermissionDenied if another person has taken part with the same reference.
    """
    with transaction.atomic():
        # The row's lock gives each person the next number.
        study = Study.objects.select_for_update().get(pk=study.pk)
        person = person_of(player)
        found = study.participations.filter(person=person).first()
        if found is not None:
            return found
        reference = reference.strip()[:64]
        known = study.participations.filter(reference__in=[reference, sealed(study, reference)])
        if reference and known.exists():
            raise PermissionDenied(TOOK_PART)
        return study.participations.create(
            person=person,
            number=study.participations.count(),
            reference=reference,
            recruited=dict(recruited or {}),
            agreed=as_data(consent_of(study)),
            consented=timezone.now(),
        )


def participation_of(study: Study, player: Player | None) -> Participation | None:
    """Return the player's participation; None if they have not consented."""
    return None if player is None else study.participations.filter(person__player=player).first()


def next_table(participation: Participation, player: Player, order: int) -> Table:
    """Return the table of the person's game of this order; 0 is the practice game.

    A running game takes precedence. A game that was given up at the start is replayed with the same
    agent.
    """
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
    seed: dict[str, Any] = {"seed": common_deal(study, made)} if study.common_deals else {}
    return changes.create(
        [changes.SeatPlan(player=player), partner],
        player,
        listed=False,
        drawn=True,
        help=study.help,
        conventions=study.conventions,
        reasons=Table.Reasons.AFTER if study.blind else Table.Reasons.LIVE,
        **seed,
    )


def common_deal(study: Study, made: Assignment) -> str:
    """Return the seed of the deal that all people get in their game of this order.

    A replayed game has another deal, because the person who gave it up has seen the cards.
    """
    text = f"{study.seed}/deal {made.order}/{made.attempt}"
    return blake2b(text.encode(), digest_size=16).hexdigest()
