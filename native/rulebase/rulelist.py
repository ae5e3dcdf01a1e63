"""Rule lists: agents that ask their rules in order and make the move of the first that fires."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.rng import Rng
from native.engine.rules import Move, MoveKind, or_none
from native.engine.view import View
from native.rulebase.table import Rule, find

Chances = npt.NDArray[np.float64]


class Mode(IntEnum):
    """How a rule list continues when no rule chooses a move, or when a rule fails because the
    published Java program (fireworks) would throw an exception or make an illegal move.
    """

    FAITHFUL = lib.HL_FAITHFUL
    """The list gives the game up, as the published program does."""
    CLEAN = lib.HL_CLEAN
    """The list asks the next rule; if none is left, it makes a random legal move."""


class Silence(IntEnum):
    """The reason why a rule chooses no move: it does not apply, or the published program throws an
    exception or answers an illegal move here.
    """

    SILENT = lib.HL_SILENT
    THROWN = lib.HL_THROWN
    ILLEGAL = lib.HL_ILLEGAL


@dataclass(frozen=True)
class RuleChoice:
    """The move that a rule list chose, and the rule that chose it."""

    move: Move | None
    """The move; None if the list gives the game up (only in `Mode.FAITHFUL`), and then `silence` is
    the reason."""
    silence: Silence | None
    position: int | None
    """The index in the list of the rule that chose the move or failed; None if no rule did."""
    rule: Rule | None
    slot: int | None
    """The slot of the card that the move is about, in the mover's or the clued hand; None if it is
    not about one card."""
    target: int | None
    """The seat clued; None for a play or discard."""
    chance: tuple[int, int] | None
    """Two numbers about the unseen cards that the card played or discarded may be: how many of
    them are playable (for a play) or useless (for a discard), and how many there are. None for a
    clue or no move."""


class RuleList:
    """An agent that asks its rules in order and makes the move of the first that chooses one.

    `rules` are the genes (numbers) or names of the rules. `mode` says how the list continues when
    no rule chooses a move, or when a rule fails because the published program would throw an
    exception or make an illegal move. Raises ValueError if a rule is unknown or there are too
    many.
    """

    def __init__(self, rules: Iterable[int | str], mode: Mode = Mode.CLEAN) -> None:
        self.rules = tuple(find(key) for key in rules)
        self.mode = mode
        if len(self.rules) > lib.HL_MAX_RULES:
            raise ValueError(f"A list has at most {lib.HL_MAX_RULES} rules, not {len(self.rules)}.")
        rows = [rule.row for rule in self.rules]
        self.struct = ffi.new(
            "hl_rulelist *", {"count": len(rows), "mode": int(mode), "rules": rows}
        )

    def decide(self, view: View, rng: Rng) -> RuleChoice:
        """Return the list's choice for the view's seat. `rng` determines random choices.

        Raises ValueError if it is another seat's turn or the game is over.
        """
        _check_turn(view)
        decision = ffi.new("hl_choice *")
        lib.hl_decide(view.struct, self.struct, rng.struct, decision)
        move_id, position = int(decision.move), or_none(decision.reason)
        return RuleChoice(
            move=Move.from_id(view.rules, move_id) if move_id >= 0 else None,
            silence=None if move_id >= 0 else Silence(move_id),
            position=position,
            rule=None if position is None else self.rules[position],
            slot=or_none(decision.slot),
            target=or_none(decision.target),
            chance=_chance(view, move_id) if move_id >= 0 else None,
        )


def answers(view: View, rule: Rule) -> frozenset[int] | Silence:
    """Return the ids of all moves that a rule may choose for the view's seat, or the reason why it
    chooses none.

    There are several ids if the rule chooses at random. Raises ValueError if it is another seat's
    turn.
    """
    _check_turn(view)
    row = ffi.new("hl_rule *", rule.row)
    ids = ffi.new("uint8_t[]", lib.HL_MAX_MOVES)
    count = lib.hl_answers(view.struct, row, ids)
    return frozenset(ids[0:count]) if count > 0 else Silence(count)


def _chance(view: View, move_id: int) -> tuple[int, int] | None:
    """Return, for a play or discard, of the unseen cards that the seat's card may be, the number of
    playable or useless ones and the number of all; None for a clue.
    """
    kind, slot = divmod(move_id, view.rules.hand_size)
    if kind > MoveKind.PLAY:
        return None
    public = view.struct.pub
    cards = public.know[view.seat][slot] & view.struct.unseen
    wanted = public.playable if kind == MoveKind.PLAY else public.useless
    return int(cards & wanted).bit_count(), int(cards).bit_count()


def chance(view: View, rules: RuleList, move: int) -> float:
    """Return the exact probability, over its random choices, that the rule list `rules` makes the
    legal move with the id `move` for the view's seat.

    Raises ValueError if it is another seat's turn.
    """
    _check_turn(view)
    return float(lib.hl_chance(view.struct, rules.struct, move))


class ManyLists:
    """Many rule lists, evaluated together so that a rule that several of them have is asked once.

    `struct` is the C struct `hl_many_lists`, `different` the number of distinct rules.
    """

    def __init__(self, lists: Sequence[RuleList]) -> None:
        different = {rule.name: rule for rules in lists for rule in rules.rules}
        number = {name: i for i, name in enumerate(different)}
        asked = [number[rule.name] for rules in lists for rule in rules.rules]
        first = np.cumsum([0, *(len(rules.rules) for rules in lists)])
        self.different = len(different)
        self._parts = {
            "rules": ffi.new("hl_rule[]", [rule.row for rule in different.values()]),
            "asked": ffi.new("uint16_t[]", asked),
            "first": ffi.new("uint32_t[]", first.tolist()),
            "modes": ffi.new("uint8_t[]", [int(rules.mode) for rules in lists]),
        }
        counts = {"different": self.different, "lists": len(lists)}
        self.struct = ffi.new("hl_many_lists *", {**self._parts, **counts})

    def __len__(self) -> int:
        return int(self.struct.lists)

    def chances(self, view: View, move: int) -> Chances:
        """Return, for each rule list, the exact probability that it makes the legal move with the
        id `move` for the view's seat: (lists,) float64.

        Raises ValueError if it is another seat's turn.
        """
        _check_turn(view)
        shares = ffi.new("hl_share[]", max(1, self.different))
        chances = np.zeros(len(self))
        into = ffi.cast("double *", chances.ctypes.data)
        lib.hl_chances(view.struct, self.struct, move, shares, into)
        return chances


def _check_turn(view: View) -> None:
    if view.to_move != view.seat:
        raise ValueError(f"Seat {view.seat} is not to move.")
