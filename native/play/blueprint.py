"""Blueprints: strategies written in C that other parts of the core can simulate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from native._core import ffi, lib
from native.engine.errors import BadRules
from native.engine.rng import Rng
from native.engine.rules import Move, Rules, or_none
from native.engine.view import View
from native.rulebase.rulelist import RuleList


@dataclass(frozen=True)
class Choice:
    """A strategy's decision: its move, the reason, and the cards concerned."""

    move: Move | None
    """None if the game is to be given up."""
    reason: int | None
    """The strategy's number for its reason; for a rule list the position of the rule."""
    target: int | None
    """The seat clued."""
    slot: int | None
    """The slot of the card that the move is about, in the mover's or the clued hand; None if it is
    not about one card."""
    partner: int | None
    """The seat whose clue or card led to the move."""


class Blueprint:
    """A strategy written in C, which other strategies may be able to simulate.

    `struct` is the C struct `hl_blueprint`; `config` is kept alive with it.
    """

    def __init__(self, struct: Any, config: object, reasons: int) -> None:
        """Wrap a C struct; `reasons` is the number of different reasons it can give for a move."""
        self.struct = ffi.new("hl_blueprint *", struct)
        self.config = config
        self.reasons = reasons

    @classmethod
    def of(cls, rules: RuleList) -> Blueprint:
        """Return a rule list as a strategy that the C code can play."""
        return cls(lib.hl_rulelist_blueprint(rules.struct), rules, len(rules.rules))

    @property
    def can_be_simulated(self) -> bool:
        """Whether other strategies may simulate this one, to search or to judge its moves."""
        return bool(lib.hl_can_be_simulated(self.struct))

    @property
    def thinks(self) -> bool:
        """Whether this strategy simulates other strategies, so that none can simulate it."""
        return bool(self.struct.memo_size > lib.HL_MAX_MEMO)

    def room(self) -> Any:
        """Allocate the memory that this strategy needs during one game."""
        return ffi.new("uint64_t[]", self.struct.memo_size // 8 + 1)

    def knows(self, rules: Rules) -> bool:
        """Return whether this strategy can play by these rules."""
        return bool(lib.hl_blueprint_check(self.struct, rules.struct) == lib.HL_OK)

    def decide(self, view: View, rng: Rng) -> Choice:
        """Return the strategy's choice for the seat to move, from the view and its history alone.

        Raises ValueError if it is another seat's turn, BadRules if the strategy cannot play by
        these rules.
        """
        choice = ffi.new("hl_choice *")
        error = lib.hl_blueprint_decide(self.struct, view.struct, rng.struct, self.room(), choice)
        refuse(error, view)
        return Choice(
            move=Move.from_id(view.rules, choice.move) if choice.move >= 0 else None,
            reason=or_none(choice.reason),
            target=or_none(choice.target),
            slot=or_none(choice.slot),
            partner=or_none(choice.partner),
        )


def room_for(blueprints: Sequence[Blueprint], players: int) -> Any:
    """Allocate memory for one game in which any seat may use any of these strategies."""
    largest = max((blueprint.struct.memo_size for blueprint in blueprints), default=0)
    return ffi.new("uint64_t[]", players * (largest // 64 + 1) * 8)


def refuse(error: int, view: View | None = None) -> None:
    """Raise BadRules if `error`, which a C function returned, says that a strategy cannot play;
    ValueError if it says that the seat of `view` is not to move.
    """
    if view and error in (lib.HL_NOT_YOUR_TURN, lib.HL_GAME_OVER):
        raise ValueError(f"Seat {view.seat} is not to move.")
    if error:
        raise BadRules("This agent cannot play by these rules.")
