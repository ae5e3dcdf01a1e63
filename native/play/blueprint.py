"""Whoever the core can simulate, as one kind of object: rule lists, conventions ..."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from native._core import ffi, lib
from native.engine.errors import BadRules
from native.engine.moves import Move
from native.engine.rng import Rng
from native.engine.rules import Rules
from native.engine.view import View
from native.rulebase.rulelist import RuleList


@dataclass(frozen=True)
class Choice:
    """What a blueprint decided and from what."""

    move: Move | None
    """None if the game is to be given up."""
    reason: int | None
    """What the strategy calls it; of a rule list the position of the rule."""
    target: int | None
    """The seat clued."""
    slot: int | None
    """The card it is about, my own or the clued player's, if it is about one."""
    partner: int | None
    """The seat whose clue or card led to it."""


class Blueprint:
    """A strategy in C. `struct` is the core's `hl_blueprint`; `config` is kept alive with it."""

    def __init__(self, struct: Any, config: object, reasons: int) -> None:
        """`reasons`: how many reasons, numbered from 0, it may give for a move."""
        self.struct = ffi.new("hl_blueprint *", struct)
        self.config = config
        self.reasons = reasons

    @classmethod
    def of(cls, rules: RuleList) -> Blueprint:
        """A rule list."""
        return cls(lib.hl_rulelist_blueprint(rules.struct), rules, len(rules.rules))

    @property
    def thinks(self) -> bool:
        """Whether it simulates others, and so cannot be simulated itself."""
        return bool(self.struct.memo_size > lib.HL_MAX_MEMO)

    def room(self) -> Any:
        """Memory for its memo."""
        return ffi.new("uint64_t[]", self.struct.memo_size // 8 + 1)

    def knows(self, rules: Rules) -> bool:
        """Whether it can play by these rules."""
        return bool(lib.hl_blueprint_check(self.struct, rules.struct) == lib.HL_OK)

    def decide(self, view: View, rng: Rng) -> Choice:
        """The move of the seat to move, from the view and its history alone. Raises ValueError
        when it is another seat's turn, and BadRules for rules that it cannot play by."""
        choice = ffi.new("hl_choice *")
        error = lib.hl_blueprint_decide(self.struct, view.struct, rng.struct, self.room(), choice)
        if error in (lib.HL_NOT_YOUR_TURN, lib.HL_GAME_OVER):
            raise ValueError(f"Seat {view.seat} is not to move.")
        refuse(error)
        return Choice(
            move=Move.from_id(view.rules, choice.move) if choice.move >= 0 else None,
            reason=_known(choice.reason),
            target=_known(choice.target),
            slot=_known(choice.slot),
            partner=_known(choice.partner),
        )


def room_for(blueprints: Sequence[Blueprint], players: int) -> Any:
    """Memory for the memos of any of these on all seats of a table."""
    largest = max((blueprint.struct.memo_size for blueprint in blueprints), default=0)
    return ffi.new("uint64_t[]", players * (largest // 64 + 1) * 8)


def refuse(error: int) -> None:
    """Raises BadRules for what `hl_blueprint_check` refuses."""
    if error:
        raise BadRules("This agent cannot play by these rules.")


def _known(number: int) -> int | None:
    return None if number == lib.HL_NONE else int(number)
