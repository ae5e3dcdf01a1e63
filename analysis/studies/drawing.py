"""Choose the agents of an experiment by Latin squares or at random.

Either way the agents' numbers of games stay close, and nobody can predict the next agent.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeVar

from analysis.models import Participation, Study

Member = TypeVar("Member")

ROUNDS = (1, 2, 3)
"""How often a block may contain each of its members, in a study with blocks."""


@dataclass(frozen=True)
class Draw:
    """A chosen agent, and the number of the permuted block that it comes from, from 0; None if the
    study does not use blocks.
    """

    address: str
    block: int | None


def draw(study: Study, participation: Participation, order: int, drawn_before: int) -> Draw:
    """Return the agent of a participant's or team's game number `order`, from 1.

    Teams and single participants have separate sequences, so that each stays balanced.
    `drawn_before` counts the agents chosen earlier in the sequence.
    """
    team = participation.team
    among = "" if team is None else "/teams"
    if study.order == Study.Order.BLOCKS:
        return at_random(study, drawn_before, among)
    return in_squares(study, participation.number if team is None else team.number, order, among)


def in_squares(study: Study, number: int, order: int, among: str = "") -> Draw:
    """Return the agent for game `order` of participant or team `number`, from a row of a Latin
    square.

    A participant with more games than there are agents continues with a row of another square.
    `among` names a separate sequence, such as that of teams.
    """
    agents = sorted(study.pool)
    turn, place = divmod(order - 1, len(agents))
    seed = f"{study.seed}{among}/square {turn}"
    block, row = _drawn(study, seed, range(rows(len(agents))), number)
    name = f"{seed}/agents" if block is None else f"{seed}/{block}/agents"
    random.Random(name).shuffle(agents)
    return Draw(agents[square_row(len(agents), row)[place]], block)


def at_random(study: Study, number: int, among: str = "") -> Draw:
    """Return the agent at index `number` of the experiment's random sequence of agents, or of the
    separate sequence that `among` names.
    """
    block, address = _drawn(study, study.seed + among, sorted(study.pool), number)
    return Draw(address, block)


def rows(agents: int) -> int:
    """Return the number of rows of a Latin square for this many agents that is balanced for
    first-order carry-over.

    It is one row per agent, or two per agent if their number is odd, since no smaller square is
    balanced then.
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
    blocks.
    """
    if study.imbalance is None:
        return _of_block(seed, members, number)
    return None, within(study.imbalance, seed, members, number)


def within(imbalance: int, seed: str, members: Sequence[Member], number: int) -> Member:
    """Return the choice at index `number` of the random sequence of a big stick design (Soares and
    Wu 1983), which never lets one member get more than `imbalance` ahead.

    Each choice is random among the members that are fewer than `imbalance` choices ahead. A person
    who knows all earlier choices can rule out only members that are that far ahead.
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
