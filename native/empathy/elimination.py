"""Empathy step by step, as a bot's author teaches it, with the exact answer at the end."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from native._core import ffi, lib
from native.empathy.exact import empathy
from native.empathy.position import Identities, Position, check
from native.engine.game import Game
from native.engine.view import View


class EliminationSteps(NamedTuple):
    """What each step leaves of every card, each step a part of the one before.

    `clues`: what the clues say. `basic`: without identities all of whose copies are known.
    `cross`: without those that a naked group of cards needs for itself. `symmetric`: also without
    those that the holder would not see all copies of. `exact`: all that can be known.
    """

    clues: Identities
    basic: Identities
    cross: Identities
    symmetric: Identities
    exact: Identities


def elimination_steps(
    source: View | Game | Position, observers: Collection[int]
) -> EliminationSteps:
    """What each step of elimination leaves, for the same observers and with the same refusals as
    `empathy`.

    The middle steps are the two algorithms of WillFlame's bot, as its author explains them: cross
    elimination looks only at cards that are clued or have at most five possibilities, and the
    symmetric step counts only cards that the view's seat sees.
    """
    position = Position.of(source)
    group = position.group(observers)
    exact = empathy(position, observers)
    clues = position.by_slot(position.struct.clued)
    outsiders = tuple(
        clues[seat] if group >> seat & 1 else exact[seat] for seat in range(len(clues))
    )
    basic, cross, symmetric = (
        _eliminate(position, group, step) for step in (lib.HL_BASIC, lib.HL_CROSS, lib.HL_SYMMETRIC)
    )
    return EliminationSteps(outsiders, basic, cross, symmetric, exact)


def _eliminate(position: Position, group: int, step: int) -> Identities:
    left = ffi.new("uint32_t[6][8]")
    check(lib.hl_eliminate(position.struct, group, step, left))
    return position.by_slot(left)
