"""The information strategy of the core (hat guessing), as one decision from one view."""

from dataclasses import dataclass
from enum import IntEnum

from native._core import ffi, lib
from native.engine.errors import BadRules
from native.engine.rules import Move, Rules, or_none
from native.engine.view import View
from native.play.blueprint import Blueprint


class Reason(IntEnum):
    """Why the information strategy made a move."""

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
    """A move of the information strategy and the information that it encodes for the other
    seats.
    """

    move: Move
    reason: Reason
    slot: int | None
    """The slot of my card that the move is about."""
    clues: int | None
    """The number of distinguishable moves; None if the move encodes nothing."""
    code: int | None
    """The code of the move among them."""
    told: dict[int, int | None]
    """By receiving seat, the slot now known to be playable, if any."""


def blueprint() -> Blueprint:
    """Return the information strategy as a strategy that the C code can play and simulate."""
    return Blueprint(lib.hl_hat_blueprint(), None, len(Reason))


def knows(rules: Rules) -> bool:
    """Return whether exactly one colour clue and one rank clue touch each card and there are clue
    tokens, as the strategy requires.
    """
    return bool(lib.hl_hat_knows(rules.struct))


def decide(view: View) -> Hat:
    """Return the information strategy's decision for the seat to move.

    Raises ValueError if it is another seat's turn, BadRules if the strategy cannot play by these
    rules.
    """
    decision = ffi.new("hl_hat_decision *")
    error = lib.hl_hat_decide(view.struct, decision)
    if error == lib.HL_BAD_RULES:
        raise BadRules("The information strategy needs one colour and one rank for each card.")
    if error:
        raise ValueError(f"Seat {view.seat} is not to move.")
    seats = range(view.rules.players)
    told = {
        seat: or_none(decision.told[seat]) for seat in seats if decision.answer[seat] != lib.HL_NONE
    }
    return Hat(
        move=Move.from_id(view.rules, decision.move),
        reason=Reason(decision.reason),
        slot=or_none(decision.slot),
        clues=or_none(decision.clues),
        code=or_none(decision.code),
        told=told,
    )
