"""The information strategy of the core (hat guessing): each clue encodes, by its number among the
possible clues, information for all other players. They decode it by subtracting what they see.
"""

from dataclasses import dataclass
from enum import IntEnum

from native._core import ffi, lib
from native.engine.errors import BadRules
from native.engine.rules import Move, Rules, or_none
from native.engine.view import View
from native.play.blueprint import Blueprint


class HatReason(IntEnum):
    """Why the information strategy made a move.

    For example, RISK: the card played is likely playable; SEEN: another hand certainly holds a
    copy of the card discarded. `hl_hat_reason` in hat.h describes each reason.
    """

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
    """A decision of the information strategy (hat guessing): the move, its reason, and the
    information that the move encodes for the other seats.
    """

    move: Move
    reason: HatReason
    slot: int | None
    """The slot of the own card to play or discard; None for a clue."""
    clues: int | None
    """The number of different messages that the seat could have encoded by its choice of move; None
    if the move encodes nothing."""
    code: int | None
    """The message that the move encodes, a number from 0 to `clues` - 1; None if it encodes
    nothing."""
    told: dict[int, int | None]
    """By seat that receives information, the slot of its card that it now knows to be playable,
    None if there is none."""


def blueprint() -> Blueprint:
    """Return the information strategy (hat guessing) as a blueprint, which the C code can play and
    simulate.
    """
    return Blueprint(lib.hl_hat_blueprint(), None, len(HatReason))


def knows(rules: Rules) -> bool:
    """Return whether the information strategy can play by these rules: there are clue tokens, and
    exactly one colour clue and one rank clue touch each card.
    """
    return blueprint().knows(rules)


def decide(view: View) -> Hat:
    """Return the information strategy's decision for the view's seat, if all seats have played by
    the strategy.

    Raises ValueError if it is another seat's turn or the game is over, BadRules if the strategy
    cannot play by these rules.
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
        reason=HatReason(decision.reason),
        slot=or_none(decision.slot),
        clues=or_none(decision.clues),
        code=or_none(decision.code),
        told=told,
    )
