"""A finished game with all cards open: the best score still possible at every turn, the moves that
lowered it, and the best continuation that the solver finds.

The deck and all hands are known here, so a lost point is not always a mistake.
"""

from collections.abc import Iterator
from copy import copy

import msgspec
from django.utils import timezone

from agents.reasons.names import card_name, within
from game.board import words
from game.tables.playback import Playback
from game.tables.state import TableState, move_rows, result_of
from native import Card, End, Event, Game, Move, MoveKind, Rules
from native.engine.variants import suits_of
from native.solver.whole_deals import Proof, Prospect, hindsight


class Loss(msgspec.Struct):
    """A move that lowered the best score still possible: the score `before` could be reached
    before the move, and at most `after` can be reached after it.
    """

    turn: int
    """The number of the move, from 1."""
    before: int
    after: int
    move: str
    """The move as a sentence, such as “Ana discards yellow 4 from slot 2.”"""
    text: str
    """What was lost and why, such as “The win was lost here: the last yellow 4 went.”"""
    instead: str
    """A move that would have kept the score `before` possible, as a sentence such as “Ana plays
    red 1 from slot 2.”"""


class Hindsight(msgspec.Struct):
    """Bounds on the best score still possible, and the actual `score`, in lists with an entry for
    the position after 0, 1, 2, … moves.

    A known line of moves reaches `low`; more than `high` is impossible. `most` is the highest
    score that the rules allow.
    """

    low: list[int]
    high: list[int]
    score: list[int]
    most: int
    losses: list[Loss]
    deal: str
    """A sentence on why the deal could not be won with a perfect score, if that is proved; else
    empty."""


def hindsight_of(state: TableState) -> Hindsight:
    """Return bounds on the best score at each turn of a game, and the moves that lowered it.

    Raise BadRules for a variant with cards that no clue touches.
    """
    positions, rules = state.played.positions, state.played.last.rules
    prospects = hindsight(state.played.last)
    return Hindsight(
        low=[prospect.low for prospect in prospects],
        high=[prospect.high for prospect in prospects],
        score=[position.score for position in positions],
        most=rules.max_score,
        losses=list(_losses(state, state.played, prospects)),
        deal=_deal(rules, prospects[0]),
    )


def best_line(state: TableState, turn: int) -> TableState:
    """Return, as the state of a table, the first `turn` moves of a game, continued by the best
    line of moves that the solver finds with all cards open.

    Raise BadRules for a variant with cards that no clue touches, ValueError if there is no such
    turn.
    """
    if not 0 <= turn <= len(state.moves):
        raise ValueError(f"The game has turns 0 to {len(state.moves)}, not {turn}.")
    kept, line = state.moves[:turn], hindsight(state.played.last)[turn].line
    playback = state.played.until(turn).extended(*line)
    version = kept[-1].version if kept else 0
    game, events = playback.last, playback.events[turn:]
    rows = move_rows(game.rules, events, timezone.now())
    for row, event in zip(rows, events, strict=True):
        row.version += version - turn
        row.detail = _why(state, playback.positions[event.turn], event.move)
    table = copy(state.table)
    table.version = version + len(rows)
    table.trouble = ""
    for name, value in result_of(game).items():
        setattr(table, name, value)
    notes = [note for note in state.notes if note.version <= version]
    return TableState(table, state.seatings, [*kept, *rows], notes, playback)


def _losses(state: TableState, playback: Playback, prospects: list[Prospect]) -> Iterator[Loss]:
    for turn, event in enumerate(playback.events, start=1):
        before, after = prospects[turn - 1], prospects[turn]
        was, now = playback.positions[turn - 1], playback.positions[turn]
        if after.high < before.low:
            yield Loss(
                turn=turn,
                before=before.low,
                after=after.high,
                move=move_done(state, was, event),
                text=_lost(was, now, event, before, after),
                instead=move_done(state, was, was.copy().play(before.line[0])),
            )


def move_done(state: TableState, was: Game, event: Event) -> str:
    """Return a past move as a sentence, such as “Ana discards yellow 4 from slot 2.”

    `was` is the position before the move.
    """
    return words.move_sentence(was, event, state.names_at(was.turn))


def _lost(was: Game, now: Game, event: Event, before: Prospect, after: Prospect) -> str:
    """Return a sentence about lost points. `was` and `now` are the positions around the move."""
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
        return within(words.ENDINGS[now.end.name.lower()]).rstrip(".")
    if _last_copy_went(was, event, before, after):
        assert event.card is not None
        return f"the last {card_name(now.rules, event.card)} went"
    if now.turns_left is not None:
        return "in the turns that are left no more can be played"
    return _proof(now.rules, after)


def _last_copy_went(was: Game, event: Event, before: Prospect, after: Prospect) -> bool:
    """Return whether the points were lost because a last copy was discarded or misplayed.

    Either the proof says so, or the previous best line played that card.
    """
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


def _why(state: TableState, game: Game, move: Move) -> str:
    """Return the reason for a move of the line. `game` is the position before it."""
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
    """Return why a discarded or misplayed card is not needed."""
    if useless:
        return "Nobody needs this card any more."
    for seat, hand in enumerate(game.hands):
        if hand.count(card) > (seat == game.to_move):
            return f"{state.seat_at(seat, len(state.moves)).name} holds another copy."
    if card in game.deck[len(game.deck) - game.deck_left :]:
        return "Another copy is still in the deck."
    return "This line does without it."
