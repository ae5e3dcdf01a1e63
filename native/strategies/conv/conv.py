"""The convention agent of the core: its weights, its reasons, and its public record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from native._core import ffi, lib
from native.engine.moves import Move
from native.engine.public import Public
from native.engine.view import View
from native.play.blueprint import Blueprint, refuse

VERSION = int(lib.HL_CONV_VERSION)
PLAYERS = (2, 3, 4, 5, 6)


class Reason(IntEnum):
    """Why a move was made."""

    PLAY_TOLD = lib.HL_CONV_PLAY_TOLD
    PLAY_PROMPT = lib.HL_CONV_PLAY_PROMPT
    PLAY_BLIND = lib.HL_CONV_PLAY_BLIND
    PLAY_RISK = lib.HL_CONV_PLAY_RISK
    PLAY_LIKELY = lib.HL_CONV_PLAY_LIKELY
    DISCARD_KNOWN = lib.HL_CONV_DISCARD_KNOWN
    DISCARD_CHOP = lib.HL_CONV_DISCARD_CHOP
    DISCARD_LOCKED = lib.HL_CONV_DISCARD_LOCKED
    CLUE_PLAY = lib.HL_CONV_CLUE_PLAY
    CLUE_FINESSE = lib.HL_CONV_CLUE_FINESSE
    CLUE_SAVE = lib.HL_CONV_CLUE_SAVE
    CLUE_FIX = lib.HL_CONV_CLUE_FIX
    CLUE_FILL = lib.HL_CONV_CLUE_FILL
    CLUE_STALL = lib.HL_CONV_CLUE_STALL


_PREFIX = "HL_CONV_"
WEIGHTS: tuple[str, ...] = tuple(
    ffi.typeof("enum hl_conv_weight").elements[number].removeprefix(_PREFIX).lower()
    for number in range(lib.HL_CONV_WEIGHTS)
)
"""The names of the weights, in the order of the core."""

Weights = tuple[int, ...]
"""One number a name of `WEIGHTS`, in hundredths of a point."""


@dataclass(frozen=True)
class Level:
    """How an agent plays: what it knows of conventions, and its weights by number of players."""

    finesses: bool
    weights: Mapping[int, Weights]

    def blueprint(self) -> Blueprint:
        """The agent, to be simulated. Raises ValueError for weights that are none."""
        config = ffi.new("hl_conv_config *", {"finesses": self.finesses})
        for players in PLAYERS:
            row = self.weights.get(players, self.weights[max(self.weights)])
            if len(row) != len(WEIGHTS):
                raise ValueError(f"There are {len(WEIGHTS)} weights, not {len(row)}.")
            config.weights[players - 2][0 : len(row)] = row
        return Blueprint(lib.hl_conv_blueprint(config), config, lib.HL_CONV_REASONS)


def said(blueprint: Blueprint, public: Public) -> Sequence[Sequence[int]]:
    """By seat and slot, the identities (bit set) that the table takes each card for.

    Raises BadRules for rules that the agent does not know.
    """
    memo = ffi.new("hl_conv_memo *")
    refuse(lib.hl_conv_recall(blueprint.config, public._public, memo))
    rules = public.rules
    return [
        [int(memo.hands[seat].said[slot]) for slot in range(rules.hand_size)]
        for seat in range(rules.players)
    ]


@dataclass(frozen=True)
class Told:
    """What a move says to everybody, if it is a clue."""

    target: int | None
    """The seat clued; None for a play or discard."""
    touched: int
    """Its slots that the clue touches (bit set)."""
    focus: int | None
    """The slot that the clue is about."""
    chop: bool
    """Whether that was the chop."""
    said: int
    """The identities (bit set) that the table then takes the focus for; 0: useless."""


def explain(blueprint: Blueprint, view: View, move: Move) -> Told:
    """What a move of the seat to move would say. Raises ValueError for one that is not legal."""
    found = ffi.new("hl_conv_told *")
    error = lib.hl_conv_explain(blueprint.config, view.struct, move.id(view.rules), found)
    if error:
        raise ValueError("The move is not legal here.")
    is_clue = found.target != lib.HL_NONE
    return Told(
        target=int(found.target) if is_clue else None,
        touched=int(found.touched),
        focus=int(found.focus) if is_clue else None,
        chop=bool(found.chop),
        said=int(found.said),
    )
