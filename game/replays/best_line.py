"""A game as it would go on by the best line that can be found, with a reason for every move."""

from __future__ import annotations

from copy import copy

from django.utils import timezone

from game.models import Move as MoveRow
from game.models import Table
from game.tables.state import TableState
from native import Card, Game, Move
from native.engine.moves import MoveKind
from native.solver.whole_deals import hindsight


def best_line(state: TableState, turn: int) -> TableState:
    """The game as it would go on after ``turn`` moves by the best line that can be found.

    Raises BadRules for a variant with cards that no clue touches, ValueError for a turn that there
    is not.
    """
    if not 0 <= turn <= len(state.moves):
        raise ValueError("There is no such turn.")
    assert state.playback is not None
    kept, playback = state.moves[:turn], state.playback.until(turn)
    line = hindsight(state.playback.last)[turn].line
    version = kept[-1].version if kept else 0
    rows, game, now = [], playback.last.copy(), timezone.now()
    for number, move in enumerate(line, start=1):
        seat = game.to_move
        assert seat is not None
        why = _why(state, game, move)
        game.play(move)
        rows.append(
            MoveRow(
                turn=turn + number,
                seat=seat,
                text=move.text(game.rules),
                version=version + number,
                at=now,
                thinking_ms=0,
                detail=why,
            )
        )
    table = copy(state.table)
    table.version = version + len(rows)
    table.trouble = ""
    if outcome := game.outcome():
        table.status, table.ending = Table.Status.FINISHED, outcome.end.name.lower()
        table.stacks, table.zero, table.strikes = outcome.stacks, outcome.zero, game.strikes
    else:
        table.status, table.ending = Table.Status.RUNNING, ""
    notes = [note for note in state.notes if note.version <= version]
    return TableState(table, state.seatings, [*kept, *rows], notes, playback.extended(*line))


def _why(state: TableState, game: Game, move: Move) -> str:
    """What a move of the line is for. ``game`` is just before it."""
    if move.is_clue:
        return "Passes the turn: any clue would do."
    assert game.to_move is not None
    assert move.slot is not None
    card = game.hands[game.to_move][move.slot]
    assert card is not None
    bit = 1 << game.rules.identity(card)
    if move.kind == MoveKind.PLAY and game.playable & bit:
        return ""
    strike = "A strike on purpose. " if move.kind == MoveKind.PLAY else ""
    return strike + _spared(state, game, card, bool(game.useless & bit))


def _spared(state: TableState, game: Game, card: Card, useless: bool) -> str:
    """Why a card can go that is not played."""
    if useless:
        return "Nobody needs this card any more."
    for seat, hand in enumerate(game.hands):
        if hand.count(card) > (seat == game.to_move):
            return f"{state.seat_at(seat, len(state.moves)).name} holds another copy."
    if card in game.deck[len(game.deck) - game.deck_left :]:
        return "Another copy is still in the deck."
    return "This line does without it."
