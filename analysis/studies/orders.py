"""In which order people meet the agents: Latin squares or random blocks, of a size nobody knows."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeVar

from analysis.models import Participation, Study

Member = TypeVar("Member")

ROUNDS = (1, 2, 3)
"""How often a block may hold each of its members."""


@dataclass(frozen=True)
class Draw:
    """An agent, and the number of the block that it was drawn from."""

    address: str
    block: int


def draw(study: Study, participation: Participation, order: int, drawn_before: int) -> Draw:
    """The partner of a person's game of this order, from 1; so many games of other orders or other
    people were drawn before it."""
    if study.order == Study.Order.BLOCKS:
        return in_blocks(study, drawn_before)
    return in_squares(study, participation.number, order)


def in_squares(study: Study, number: int, order: int) -> Draw:
    """By a row of a Latin square for each person. Blocks hold every row equally often, and name the
    square's agents anew. Whoever plays more games than there are agents goes on with another row.
    """
    agents = sorted(study.pool)
    turn, place = divmod(order - 1, len(agents))
    seed = f"{study.seed}/square {turn}"
    block, row = _of_block(seed, range(rows(len(agents))), number)
    random.Random(f"{seed}/{block}/agents").shuffle(agents)
    return Draw(agents[square_row(len(agents), row)[place]], block)


def in_blocks(study: Study, number: int) -> Draw:
    """By permuted blocks over all games: after every block all agents were drawn equally often."""
    block, address = _of_block(study.seed, sorted(study.pool), number)
    return Draw(address, block)


def rows(agents: int) -> int:
    """Orders of a square: one an agent, and twice as many where their number is odd, since no
    smaller square is balanced then."""
    return agents if agents % 2 == 0 or agents == 1 else 2 * agents


def square_row(agents: int, row: int) -> list[int]:
    """A row of a Latin square balanced for first-order carry-over (Williams 1949): over all rows
    every agent stands equally often in every place and right after every other agent."""
    mirrored, start = divmod(row, agents)
    zigzag = [0, *(side for i in range(1, agents) for side in (i, agents - i))][:agents]
    order = [(start + step) % agents for step in zigzag]
    return order[::-1] if mirrored else order


def _of_block(seed: str, members: Sequence[Member], number: int) -> tuple[int, Member]:
    """The member of this number, with its block. Blocks are shuffled, and of random length, so that
    nobody can tell the last of a block from those before it (ICH E9, section 2.3.2)."""
    first = 0
    for block in count():
        chance = random.Random(f"{seed}/{block}")
        order = list(members) * chance.choice(ROUNDS)
        if number < first + len(order):
            chance.shuffle(order)
            return block, order[number - first]
        first += len(order)
    raise AssertionError("There is always another block.")
