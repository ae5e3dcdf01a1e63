"""Clues as the protocol names them: a suit letter for a colour, a digit for a rank."""

from __future__ import annotations

from native import BadMove, Move, MoveKind, Rules


def clue_value(rules: Rules, move: Move) -> str:
    """“r” or “3” for a clue."""
    assert move.value is not None
    if move.kind is MoveKind.COLOUR:
        return rules.colours[move.value].letter
    return str(move.value)


def clue_mask(rules: Rules, move: Move) -> int:
    """The identities a clue touches."""
    assert move.value is not None
    if move.kind is MoveKind.COLOUR:
        return rules.colours[move.value].touches
    return rules.rank_masks[move.value - 1]


def clue_move(rules: Rules, target: int, value: str) -> Move:
    """The clue with this value to the seat ``target`` places on. Raises BadMove in words."""
    letters = [colour.letter for colour in rules.colours]
    if value in letters:
        return Move.colour(target, letters.index(value))
    if value.isdecimal() and 1 <= int(value) <= len(rules.rank_masks):
        return Move.rank(target, int(value))
    raise BadMove(f"Clues here are {', '.join(letters)} and 1 to {len(rules.rank_masks)}.")
