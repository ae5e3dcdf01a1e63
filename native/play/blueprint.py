"""Blueprints: strategies written in C that other parts of the core can simulate."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from native._core import ffi, lib
from native.engine.errors import BadRules
from native.engine.rng import Rng
from native.engine.rules import Move, Rules, or_none
from native.engine.view import View
from native.rulebase.rulelist import RuleList


@dataclass(frozen=True)
class Choice:
    """A strategy's decision for one turn: its move, the reason, and the card it is about."""

    move: Move | None
    """The move, or None if the strategy gives the game up."""
    reason: int | None
    """The number of the reason for the move, as the strategy numbers its reasons; for a rule list
    the position of the rule. None if there is none."""
    target: int | None
    """The seat clued; None for a play or discard."""
    slot: int | None
    """The slot of the card that the move is about, in the mover's or the clued hand; None if it is
    not about one card."""


class Blueprint:
    """A strategy written in C, which other strategies may be able to simulate.

    `struct` is the C struct `hl_blueprint`, `config` the object that owns the settings to which it
    points, `reasons` the number of different reasons that it can give for a move.
    """

    def __init__(self, struct: Any, config: object, reasons: int) -> None:
        """Wrap `struct`, a C struct `hl_blueprint`.

        `config` owns the memory to which the struct points and is kept alive; `reasons` is the
        number of different reasons that the strategy can give for a move.
        """
        self.struct = ffi.new("hl_blueprint *", struct)
        self.config = config
        self.reasons = reasons

    @classmethod
    def of(cls, rules: RuleList) -> Self:
        """Return a rule list as a blueprint, a strategy that the C code can play and simulate."""
        return cls(lib.hl_rulelist_blueprint(rules.struct), rules, len(rules.rules))

    @property
    def can_be_simulated(self) -> bool:
        """Whether other strategies may simulate this one, to search or to judge its moves."""
        return bool(lib.hl_can_be_simulated(self.struct))

    @property
    def thinks(self) -> bool:
        """Whether this strategy itself simulates other strategies; then none can simulate it."""
        return bool(self.struct.memo_size > lib.HL_MAX_MEMO)

    def room(self) -> Any:
        """Return newly allocated C memory in which this strategy can follow one game."""
        return ffi.new("uint64_t[]", self.struct.memo_size // 8 + 1)

    def knows(self, rules: Rules) -> bool:
        """Return whether this strategy can play by these rules."""
        return bool(lib.hl_blueprint_check(self.struct, rules.struct) == lib.HL_OK)

    def decide(self, view: View, rng: Rng) -> Choice:
        """Return the strategy's choice for the view's seat, from the view and its history alone.

        `rng` determines random choices.

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
        )


def room_for(blueprints: Sequence[Blueprint], players: int) -> Any:
    """Return newly allocated C memory for one game of `players` seats, each of which may play any
    of these strategies.
    """
    largest = max((blueprint.struct.memo_size for blueprint in blueprints), default=0)
    return ffi.new("uint64_t[]", players * (largest // 64 + 1) * 8)


def refuse(error: int, view: View | None = None) -> None:
    """Raise an exception if `error`, the return value of a C function, is not HL_OK.

    Raises ValueError if a `view` is given and the error is that its seat is not to move; for any
    other error BadRules, with the message that the agent cannot play by these rules.
    """
    if view and error in (lib.HL_NOT_YOUR_TURN, lib.HL_GAME_OVER):
        raise ValueError(f"Seat {view.seat} is not to move.")
    if error:
        raise BadRules("This agent cannot play by these rules.")
