"""The best score that was still possible at every turn of a game, and where points were lost.

In hindsight: it knows the deck and all hands, so a lost point is not always a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from game.board import words
from game.tables.playback import Playback
from game.tables.state import TableState
from native import End, Event, Game, Move, Rules
from native.engine.variants import suits_of
from native.solver.whole_deals import Proof, Prospect, hindsight


class Loss(msgspec.Struct):
    """A move after which fewer points could be scored."""

    turn: int
    """Moves made with it."""
    before: int
    after: int
    move: str
    """“Ana discards yellow 4 from slot 2.”"""
    text: str
    """“The win was lost here: the last yellow 4 went.”"""
    instead: str
    """A move after which ``before`` was still possible: “Ana plays red 1 from slot 2.”"""


class Hindsight(msgspec.Struct):
    """For 0, 1, 2 … moves; `low` is reached by a line and more than `high` is out of reach."""

    low: list[int]
    high: list[int]
    score: list[int]
    most: int
    losses: list[Loss]
    deal: str
    """Why the deal could not be won, where that is proved."""


def hindsight_of(state: TableState) -> Hindsight:
    """Raises BadRules for a variant with cards that no clue touches."""
    assert state.playback is not None
    positions, rules = state.playback.positions, state.playback.last.rules
    prospects = hindsight(state.playback.last)
    return Hindsight(
        low=[prospect.low for prospect in prospects],
        high=[prospect.high for prospect in prospects],
        score=[position.score for position in positions],
        most=rules.max_score,
        losses=list(_losses(state, state.playback, prospects)),
        deal=_deal(rules, prospects[0]),
    )


def _losses(state: TableState, playback: Playback, prospects: list[Prospect]) -> Iterator[Loss]:
    for turn, event in enumerate(playback.events, start=1):
        before, after = prospects[turn - 1], prospects[turn]
        was, now = playback.positions[turn - 1], playback.positions[turn]
        if after.high < before.low:
            yield Loss(
                turn=turn,
                before=before.low,
                after=after.high,
                move=_sentence(state, was, event),
                text=_lost(was, now, event, before, after),
                instead=_instead(state, was, before.line[0]),
            )


def _sentence(state: TableState, was: Game, event: Event) -> str:
    """The move in words. ``was`` is the game just before it."""
    position = None if event.slot is None else was.position(event.seat, event.slot)
    touched = [was.position(event.target or 0, slot) for slot in event.touched]
    mover = state.seat_at(event.seat, was.turn).name
    target = "" if event.target is None else state.seat_at(event.target, was.turn).name
    places = [place for place in touched if place is not None]
    return words.move_sentence(was.rules, event, mover, target, position, places)


def _instead(state: TableState, was: Game, move: Move) -> str:
    if not move.is_clue:
        return _sentence(state, was, was.copy().play(move))
    assert was.to_move is not None
    return f"{state.seat_at(was.to_move, was.turn).name} gives any clue."


def _lost(was: Game, now: Game, event: Event, before: Prospect, after: Prospect) -> str:
    """The game is ``was`` before the move and ``now`` after it."""
    points = before.low - after.high
    if now.end is End.STRIKEOUT:
        what = "The game was lost here"
    elif before.low == now.rules.max_score:
        what = "The win was lost here"
    else:
        what = "A point was lost here" if points == 1 else f"{points} points were lost here"
    return f"{what}: {_reason(was, now, event, before, after)}."


def _reason(was: Game, now: Game, event: Event, before: Prospect, after: Prospect) -> str:
    if now.end is not None:
        return _without_stop(words.ENDINGS[now.end.name.lower()])
    if _last_copy_went(was, event, before, after):
        assert event.card is not None
        return f"the last {words.card_name(now.rules, event.card)} went"
    if now.turns_left is not None:
        return "in the turns that are left no more can be played"
    return _proof(now.rules, after)


def _last_copy_went(was: Game, event: Event, before: Prospect, after: Prospect) -> bool:
    """Whether the points were lost with the card: it was the last copy, and the line played it or
    nothing else stands in the way."""
    if event.card is None or event.success:
        return False
    if not was.critical >> was.rules.identity(event.card) & 1:
        return False
    if after.proof is Proof.LAST_COPY_GONE:
        return True
    line = was.copy()
    return any(line.play(move).card == event.card for move in before.line)


def _proof(rules: Rules, prospect: Prospect) -> str:
    if not prospect.suits:
        return prospect.proof.words
    names = [suits_of(rules.variant)[suit].name.lower() for suit in prospect.suits]
    return f"{prospect.proof.words} ({' and '.join(names)})"


def _deal(rules: Rules, prospect: Prospect) -> str:
    if prospect.high == rules.max_score:
        return ""
    return f"This deal could not be won: {_proof(rules, prospect)}."


def _without_stop(sentence: str) -> str:
    """“The deck is empty.” in the middle of another sentence."""
    return sentence[:1].lower() + sentence.rstrip(".")[1:]
