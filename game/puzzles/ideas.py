"""Moves that come to the same: two cards that are both known to be trash, a colour and a rank that
touch the same card that matters."""

from __future__ import annotations

from collections.abc import Hashable

from game.tables.clues import clue_mask
from native import Move, MoveKind, View

SURE_PLAY = ("play", None)
"""The idea of playing a card that is known to fit."""


def idea(view: View, move: Move) -> Hashable:
    """What a move of the seat to move is about; equal for moves that come to the same."""
    if move.is_clue:
        slots = touched(view, move)
        return "clue", move.target, _that_matter(view, move, slots) or slots
    assert move.slot is not None
    possible = view.possible(move.slot)
    if move.kind is MoveKind.PLAY:
        return "play", None if not possible & ~view.playable else move.slot
    return "discard", None if not possible & ~view.useless else move.slot


def _that_matter(view: View, move: Move, slots: tuple[int, ...]) -> tuple[int, ...]:
    """Those that can be played now or are critical."""
    assert move.target is not None
    hand = view.hands[(view.seat + move.target) % view.rules.players]
    wanted = view.playable | view.critical
    return tuple(
        slot for slot in slots if (card := hand[slot]) and wanted >> view.rules.identity(card) & 1
    )


def touched(view: View, move: Move) -> tuple[int, ...]:
    """The slots that a clue touches."""
    assert move.target is not None
    mask = clue_mask(view.rules, move)
    hand = view.hands[(view.seat + move.target) % view.rules.players]
    return tuple(
        slot for slot, card in enumerate(hand) if card and mask >> view.rules.identity(card) & 1
    )
