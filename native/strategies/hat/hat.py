"""The information strategy of the core: one decision from one view."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from native._core import ffi, lib
from native.engine.errors import BadRules
from native.engine.moves import Move
from native.engine.rules import Rules
from native.engine.view import View
from native.play.blueprint import Blueprint


class Reason(IntEnum):
    """Why a move was made."""

    PLAY = lib.HL_HAT_PLAY
    RISK = lib.HL_HAT_RISK
    CLUE = lib.HL_HAT_CLUE
    WASTE = lib.HL_HAT_WASTE
    SEEN = lib.HL_HAT_SEEN
    LEAST = lib.HL_HAT_LEAST
    LAST_CHANCE = lib.HL_HAT_LAST_CHANCE
    STALL = lib.HL_HAT_STALL


@dataclass(frozen=True)
class Hat:
    """A decision and what it says."""

    move: Move
    reason: Reason
    slot: int | None
    """The card of mine it is about."""
    clues: int | None
    """How many moves could be told apart: clues, or cards that serve as well; None for a move that
    tells nothing."""
    code: int | None
    """Which of them it is."""
    told: dict[int, int | None]
    """By seat that it spoke to: the slot it is now told to be playable, if any."""


def blueprint() -> Blueprint:
    """The strategy for whoever simulates games."""
    return Blueprint(lib.hl_hat_blueprint(), None, len(Reason))


def knows(rules: Rules) -> bool:
    """Whether each card is touched by one colour and one rank clue, as the strategy needs."""
    return bool(lib.hl_hat_knows(rules.struct))


def decide(view: View) -> Hat:
    """The move of the seat to move. Raises ValueError when it is another seat's turn, and BadRules
    for rules that the strategy does not know."""
    decision = ffi.new("hl_hat_decision *")
    error = lib.hl_hat_decide(view.struct, decision)
    if error == lib.HL_BAD_RULES:
        raise BadRules("The information strategy needs one colour and one rank for each card.")
    if error:
        raise ValueError(f"Seat {view.seat} is not to move.")
    seats = range(view.rules.players)
    told = {
        seat: _known(decision.told[seat]) for seat in seats if decision.answer[seat] != lib.HL_NONE
    }
    return Hat(
        move=Move.from_id(view.rules, decision.move),
        reason=Reason(decision.reason),
        slot=_known(decision.slot),
        clues=_known(decision.clues),
        code=_known(decision.code),
        told=told,
    )


def _known(number: int) -> int | None:
    return None if number == lib.HL_NONE else int(number)
