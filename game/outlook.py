"""The best score that was still possible at every turn of a game, and where points were lost.

In hindsight: it knows the deck and all hands, so a lost point is not always a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

import msgspec
from django.utils import timezone

from game import words
from game.models import Move as MoveRow
from game.models import Table
from game.state import TableState, rebuild
from native import Event, Game
from native.solver import Proof, Prospect, outlook
from native.variants import suits_of

LINE_WHY = "The best line that was found."


class Loss(msgspec.Struct):
    """A move after which fewer points could be scored."""

    turn: int
    """Moves made with it."""
    before: int
    after: int
    move: str
    """«Ana discards yellow 4 from slot 2.»"""
    text: str
    """«The win was lost here: the last yellow 4 went.»"""


class Outlook(msgspec.Struct):
    """For 0, 1, 2 … moves; `low` is reached by a line and more than `high` is out of reach."""

    low: list[int]
    high: list[int]
    score: list[int]
    most: int
    losses: list[Loss]


def outlook_of(state: TableState) -> Outlook:
    """Raises BadRules for a variant with cards that no clue touches."""
    game = rebuild(state.table, [move.text for move in state.moves], ended=False)
    found = outlook(game)
    scores = [0]
    for event in game.history:
        scores.append(scores[-1] + int(event.success))
    return Outlook(
        low=[now.low for now in found],
        high=[now.high for now in found],
        score=scores,
        most=game.rules.max_score,
        losses=list(_losses(state, game, found)),
    )


def best_line(state: TableState, turn: int) -> TableState:
    """The game as it would go on after ``turn`` moves by the best line that can be found.

    Raises BadRules as above, ValueError for a turn that there is not.
    """
    if not 0 <= turn <= len(state.moves):
        raise ValueError("There is no such turn.")
    kept = state.moves[:turn]
    game = rebuild(state.table, [move.text for move in kept], ended=False)
    line = outlook(rebuild(state.table, [move.text for move in state.moves], ended=False))[
        turn
    ].line
    version = kept[-1].version if kept else 0
    rows, now = [], timezone.now()
    for number, move in enumerate(line, start=1):
        seat = game.to_move
        assert seat is not None
        game.play(move)
        rows.append(
            MoveRow(
                turn=turn + number,
                seat=seat,
                text=move.text(game.rules),
                version=version + number,
                at=now,
                thinking_ms=0,
                why=LINE_WHY,
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
    return TableState(table, state.seatings, [*kept, *rows], notes, game)


def _losses(state: TableState, game: Game, found: list[Prospect]) -> Iterator[Loss]:
    now = Game(game.rules, deck=game.deck)
    for turn, event in enumerate(game.history, start=1):
        before, after = found[turn - 1], found[turn]
        position = None if event.slot is None else now.position(event.seat, event.slot)
        touched = [now.position(event.target or 0, slot) for slot in event.touched]
        now.play(event.move)
        if after.high >= before.low:
            continue
        mover = state.seat_at(event.seat, turn - 1).name
        target = "" if event.target is None else state.seat_at(event.target, turn - 1).name
        places = [place for place in touched if place is not None]
        yield Loss(
            turn=turn,
            before=before.low,
            after=after.high,
            move=words.move_sentence(game.rules, event, mover, target, position, places),
            text=_lost(now, event, before, after),
        )


def _lost(now: Game, event: Event, before: Prospect, after: Prospect) -> str:
    """``now`` is the game just after the move."""
    points = before.low - after.high
    if before.low == now.rules.max_score:
        what = "The win was lost here"
    else:
        what = "A point was lost here" if points == 1 else f"{points} points were lost here"
    return f"{what}: {_reason(now, event, after)}."


def _reason(now: Game, event: Event, after: Prospect) -> str:
    rules = now.rules
    if now.end is not None:
        return words.ENDINGS[now.end.name.lower()].rstrip(".").lower()
    if after.proof is Proof.LAST_COPY_GONE and event.card:
        return f"the last {words.card_name(rules, event.card)} went"
    if after.suits:
        names = [suits_of(rules.variant)[suit].name.lower() for suit in after.suits]
        return f"{after.proof.words} ({' and '.join(names)})"
    return after.proof.words
