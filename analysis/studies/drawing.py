"""Choose the agents of an experiment's games, by Latin squares or at random.

Either way all agents get nearly the same number of games, and nobody can predict the next agent.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeVar

from analysis.models import Participation, Study

Member = TypeVar("Member")

ROUNDS = (1, 2, 3)
"""How often a random permuted block may contain each agent: the numbers from which one is chosen
at random for each block."""


@dataclass(frozen=True)
class Draw:
    """The agent chosen for a game, and the number, from 0, of the permuted block that it comes
    from; None if the study uses no blocks.
    """

    address: str
    block: int | None


def draw(study: Study, participation: Participation, order: int, drawn_before: int) -> Draw:
    """Return the agent chosen for game number `order`, from 1, of a participant or of their team.

    Each group has its own sequence of agents, and teams and single participants have separate
    ones, so that each stays balanced. `drawn_before` is the number of agents chosen earlier in the
    sequence; it matters only in a study that chooses agents at random.
    """
    group = "" if participation.group is None else f"/group {participation.group}"
    among = group + ("" if participation.team is None else "/teams")
    if study.order == Study.Order.BLOCKS:
        return at_random(study, drawn_before, among)
    return in_squares(study, _number(participation), order, among)


def _number(participation: Participation) -> int:
    """Return the number, from 0, of a participant or of their team within their group."""
    one = participation.team or participation
    if participation.group is None:
        return one.number
    mates = Participation.objects.filter(study=participation.study_id, group=participation.group)
    if participation.team is None:
        return mates.filter(number__lt=one.number).count()
    return mates.filter(team__number__lt=one.number).values("team").distinct().count()


def in_squares(study: Study, number: int, order: int, among: str = "") -> Draw:
    """Return the agent for game number `order`, from 1, of the participant or team with the given
    number in its sequence, from 0, from a row of a Latin square.

    A participant with more games than there are agents continues with a row of another square.
    `among` names the sequence of rows: empty for single participants of a study without groups.
    """
    agents = sorted(study.pool)
    turn, place = divmod(order - 1, len(agents))
    seed = f"{study.seed}{among}/square {turn}"
    block, row = _drawn(study, seed, range(rows(len(agents))), number)
    name = f"{seed}/agents" if block is None else f"{seed}/{block}/agents"
    random.Random(name).shuffle(agents)
    return Draw(agents[square_row(len(agents), row)[place]], block)


def at_random(study: Study, number: int, among: str = "") -> Draw:
    """Return the agent at index `number`, from 0, of a random sequence of the experiment's agents.
    `among` names the sequence: empty for single participants of a study without groups.
    """
    block, address = _drawn(study, study.seed + among, sorted(study.pool), number)
    return Draw(address, block)


def rows(agents: int) -> int:
    """Return the number of rows of a Latin square for `agents` agents that is balanced for
    first-order carry-over: every agent directly follows every other one equally often.

    It is one row per agent, or two per agent if their number is odd, since no smaller square is
    balanced then.
    """
    return agents if agents % 2 == 0 or agents == 1 else 2 * agents


def square_row(agents: int, row: int) -> list[int]:
    """Return row number `row`, from 0, of a Latin square balanced for first-order carry-over
    (Williams 1949), as the agents' indices in the order of play.

    Over all `rows(agents)` rows, every agent is equally often in every place and right after every
    other agent.
    """
    mirrored, start = divmod(row, agents)
    zigzag = [0, *(side for i in range(1, agents) for side in (i, agents - i))][:agents]
    order = [(start + step) % agents for step in zigzag]
    return order[::-1] if mirrored else order


def _drawn(
    study: Study, seed: str, members: Sequence[Member], number: int
) -> tuple[int | None, Member]:
    """Return the member at index `number`, from 0, of the random sequence with this seed, and
    before it the number of its block; None for the block if the study draws without blocks.
    """
    if study.imbalance is None:
        return _of_block(seed, members, number)
    return None, within(study.imbalance, seed, members, number)


def within(imbalance: int, seed: str, members: Sequence[Member], number: int) -> Member:
    """Return the member at index `number` of a random sequence by a big stick design (Soares and
    Wu 1983), which never lets a member get more than `imbalance` choices ahead of another.

    Each choice is random among the members that are fewer than `imbalance` choices ahead of the
    one chosen least often so far. A person who knows all earlier choices can rule out only members
    that are `imbalance` ahead. `number` counts from 0; `seed` determines the whole sequence.
    """
    chance, drawn = random.Random(seed), [0] * len(members)
    for _ in range(number + 1):
        most = min(drawn) + imbalance
        last = chance.choice([i for i, times in enumerate(drawn) if times < most])
        drawn[last] += 1
    return members[last]


def _of_block(seed: str, members: Sequence[Member], number: int) -> tuple[int, Member]:
    """Return the block and the member at index `number` of a random sequence in permuted blocks.

    Blocks are shuffled and of random length, so that the last member of a block cannot be
    predicted (ICH E9, section 2.3.2).
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
