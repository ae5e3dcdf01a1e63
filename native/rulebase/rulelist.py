"""Rule lists: agents that ask one rule after another and do what the first one answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from native._core import ffi, lib
from native.engine.moves import Move, MoveKind
from native.engine.rng import Rng
from native.engine.view import View
from native.rulebase.row import Rule
from native.rulebase.table import find


class Mode(IntEnum):
    """What happens when the published program would fail."""

    FAITHFUL = lib.HL_FAITHFUL
    """As it did: the game is given up."""
    CLEAN = lib.HL_CLEAN
    """The next rule is asked, and at last any legal move made."""


class Silence(IntEnum):
    """What a rule answers instead of a move."""

    SILENT = lib.HL_SILENT
    THROWN = lib.HL_THROWN
    ILLEGAL = lib.HL_ILLEGAL


@dataclass(frozen=True)
class Choice:
    """What a rule list decided and from what."""

    move: Move | None
    """None if the game is to be given up (faithful mode), and then `silence` says why."""
    silence: Silence | None
    position: int | None
    """Of the rule that decided or failed, in the list; None if none did."""
    rule: Rule | None
    slot: int | None
    """The card it is about, my own or the clued player's, if it is about one."""
    target: int | None
    """The seat clued."""
    chance: tuple[int, int] | None
    """How likely a played card is playable, or a discarded one useless: the unseen cards that
    are, and all that it can be."""


class RuleList:
    """An agent made of rules, given by gene or by name. Raises ValueError for what is no rule."""

    def __init__(self, rules: Iterable[int | str], mode: Mode = Mode.CLEAN) -> None:
        self.rules = tuple(find(key) for key in rules)
        self.mode = mode
        if len(self.rules) > lib.HL_MAX_RULES:
            raise ValueError(f"A list has at most {lib.HL_MAX_RULES} rules, not {len(self.rules)}.")
        rows = [rule.row for rule in self.rules]
        self.struct = ffi.new(
            "hl_rulelist *", {"count": len(rows), "mode": int(mode), "rules": rows}
        )

    def decide(self, view: View, rng: Rng) -> Choice:
        """The move of the seat to move. Raises ValueError when it is another seat's turn."""
        _check_turn(view)
        decision = ffi.new("hl_decision *")
        lib.hl_decide(view.struct, self.struct, rng.struct, decision)
        return self._read(view, decision)

    def _read(self, view: View, decision: Any) -> Choice:
        move_id, position = int(decision.move), _known(decision.position)
        return Choice(
            move=Move.from_id(view.rules, move_id) if move_id >= 0 else None,
            silence=None if move_id >= 0 else Silence(move_id),
            position=position,
            rule=None if position is None else self.rules[position],
            slot=_known(decision.slot),
            target=_known(decision.target),
            chance=_chance(view, move_id) if move_id >= 0 else None,
        )


def answers(view: View, rule: Rule) -> frozenset[int] | Silence:
    """The ids of the moves that a rule may answer for the seat to move: one, or several if it
    draws lots, or why it answers none. Raises ValueError when it is another seat's turn."""
    _check_turn(view)
    row = ffi.new("hl_rule *", rule.row)
    ids = ffi.new("uint8_t[]", lib.HL_MAX_MOVES)
    count = lib.hl_answers(view.struct, row, ids)
    return frozenset(ids[0:count]) if count > 0 else Silence(count)


def _chance(view: View, move_id: int) -> tuple[int, int] | None:
    """How many of the unseen cards that my card may be do what the move is for."""
    kind, slot = divmod(move_id, view.rules.hand_size)
    if kind > MoveKind.PLAY:
        return None
    public = view.struct.pub
    cards = public.know[view.seat][slot] & view.struct.unseen
    wanted = public.playable if kind == MoveKind.PLAY else public.useless
    return int(cards & wanted).bit_count(), int(cards).bit_count()


def _known(number: int) -> int | None:
    return None if number == lib.HL_NONE else int(number)


def _check_turn(view: View) -> None:
    if view.to_move != view.seat:
        raise ValueError(f"Seat {view.seat} is not to move.")
