"""Hints: the best moves of the seat to move, at most two, with their reasons, computed from that
seat's view alone.
"""

from math import hypot

import msgspec

from agents import registry
from agents.kinds.search import SCORINGS
from agents.reasons.clues import is_misread, is_struck
from agents.reasons.names import unclued
from game.board import moves
from game.board.conventions import judges_at, keep_conventions, level_at, promised, reading_of
from game.board.explanation import ExplainedPosition, about, situation
from game.board.judging import SURE, Gain, compare
from game.board.viewpoint import Viewpoint
from game.tables.state import TableState
from native import Move, MoveKind, View
from native.empathy.exact import odds
from native.strategies.conv import Reading


class Advice(msgspec.Struct, omit_defaults=True):
    """A recommended move with its reason."""

    text: str
    """The move, such as “Clue red to Piers”."""
    why: str
    act: moves.Kind
    """The kind of move."""
    order: int | None = None
    """Draw number of the card to play or discard; None for a clue."""
    seat: int | None = None
    """The seat that receives the clue; None for other moves."""
    value: str | None = None


class Hint(msgspec.Struct):
    """The recommended moves for the seat to move."""

    turn: int
    situation: str
    """Sentences on what restricts the choice: tokens, strikes, the end of the game; may be
    empty."""
    moves: list[Advice]
    """The recommended moves, the best first."""


def may_ask(state: TableState, viewpoint: Viewpoint) -> bool:
    """Return whether this viewpoint has a seat of its own that may ask for hints on its turns: the
    table gives hints (`Table.gives_hints`), and the game is not over.
    """
    return viewpoint.own_seat is not None and not state.over and state.table.gives_hints


def hint(state: TableState) -> Hint:
    """Return a hint for the seat to move: its best moves with their reasons, computed from that
    seat's view alone. Raise ValueError if the game is over.

    The first is the move that the seat's judge (`judges_at`) would make, by conventions if the
    partners follow them, unless that counts as a mistake in comparison with another move, which is
    then the only one. The second is left out if it would count as a mistake beside the first, or
    has no point (`has_point`); if not, and the first costs a strike (`costs_a_strike`), the first
    is left out. Where the board shows the partners' conventions, the reasons say what moves mean by
    them, and no move that the partners do not expect (`unexpected`) is named unless it is
    measurably better.
    """
    game, turn = state.played.last, len(state.moves)
    if game.to_move is None:
        raise ValueError("The game is over.")
    view, names = game.view(game.to_move), state.names_at(turn)
    judge, viewpoint = judges_at(state)[view.seat], Viewpoint(view.seat, open=False)
    usual = registry.find(judge).playing_on().agent("hint").decide(view).move
    level = level_at(state, viewpoint) if keep_conventions(state) else None
    read = reading_of(state, viewpoint) if level else None
    chop = read.chops[view.seat] if read else next(iter(unclued(view, view.seat)), None)
    if usual in (alike := _like_the_chop(view, chop)):
        usual = alike[0]
    scene = ExplainedPosition(game, view, names, state.table.keeps_points, level)
    avoided = unexpected(view, read) if read else []
    best, gains = [usual], compare(view, usual, SCORINGS[state.table.scoring], judge=judge).gains
    gains = [
        one
        for one in gains
        if one.is_clear or (one.move not in avoided and has_point(scene, one.move))
    ]
    if gains:
        other = as_marked(view, usual, gains, chop)
        if other and gains[0].is_clear:
            best = [other.move]
        elif other and other.points + SURE * other.error > -other.least:
            best = [other.move] if costs_a_strike(scene, usual) else [usual, other.move]
    return Hint(turn + 1, situation(scene), [_advice(scene, move) for move in best])


def unexpected(view: View, read: Reading) -> list[Move]:
    """Return the plays and discards by the view's seat that surprise partners whose reading of the
    clues is `read`. These are plays that no clue asks for, of cards with a chance of 50% or less to
    be playable; and discards of cards that are neither the chop nor said to be useless. A seat
    without a chop may discard everything that is not promised to be playable.
    """
    seat, chances, ready = view.seat, odds(view), promised(view, read, view.seat)
    chop, kept = read.chops[seat], ready
    if chop is not None:
        may_be = {slot: read.said[seat][slot] & view.possible(slot) for slot in view.own_slots}
        kept = [slot for slot, one in may_be.items() if slot != chop and one & ~view.useless]
    risky = [
        slot
        for slot in view.own_slots
        if slot not in ready
        and not read.asked[seat][slot]
        and (card := chances[slot])
        and card.playable <= 0.5
    ]
    return [*map(Move.play, risky), *map(Move.discard, kept)]


def costs_a_strike(scene: ExplainedPosition, move: Move) -> bool:
    """Return whether `move` is a clue after which, by the conventions that the scene shows, a
    partner would play a card that cannot be played.
    """
    meaning = scene.clue_meaning(move) if move.is_clue else None
    return meaning is not None and is_struck(scene.view, meaning)


def has_point(scene: ExplainedPosition, move: Move) -> bool:
    """Return whether a move is worth naming beside a better one. A play has a point if the
    card may be playable and was clued, or is playable in more than half of the cases; a discard
    unless the card is certain to be playable, or to be critical. A clue has one if it says more of
    a card that can be played or is critical or, by the conventions that the scene shows, saves the
    chop; and if it is not misread by them.
    """
    view = scene.view
    if move.slot is not None:
        card, touched = odds(view)[move.slot], view.touched(view.seat, move.slot)
        if move.kind is MoveKind.PLAY:
            return card is not None and card.playable > (0 if touched else 0.5)
        return card is not None and card.playable < 1 and card.critical < 1
    target, mask = moves.receiver(view, move), move.touches(view.rules)
    informs = any(view.clued(target, slot) & ~mask for slot in moves.that_matter(view, move))
    meaning = scene.clue_meaning(move)
    if meaning is None:
        return informs
    return (informs or (meaning.chop and meaning.said != 0)) and not is_misread(view, meaning)


def as_marked(view: View, usual: Move, gains: list[Gain], chop: int | None) -> Gain | None:
    """Return the best of `gains`, comparisons with the move `usual`. If it discards a card with the
    same odds as the one in the slot `chop`, which players expect to be discarded next, and is not
    better by two standard errors, return the discard of that one; or, if that is `usual`, the next
    move that discards no such card, None if there is none.
    """
    best, alike = gains[0], _like_the_chop(view, chop)
    if best.move not in alike:
        return best
    marked = alike[0]
    if usual == marked:
        others = (one for one in gains if one.move not in alike)
        return best if best.is_clear else next(others, None)
    other = next((one for one in gains if one.move == marked), best)
    is_better = best.points - other.points > 2 * hypot(best.error, other.error)
    return best if is_better else other


def _like_the_chop(view: View, chop: int | None) -> list[Move]:
    """Return the discard of the card in the slot `chop`, followed by those of the cards with the
    same odds; none if `chop` is None.
    """
    if chop is None:
        return []
    chances, others = odds(view), [slot for slot in view.own_slots if slot != chop]
    same = [slot for slot in others if chances[slot] == chances[chop]]
    return [Move.discard(slot) for slot in (chop, *same)]


def _advice(scene: ExplainedPosition, move: Move) -> Advice:
    act, fields = moves.sent(scene.view, move)
    text = moves.name(scene.view, move, scene.names)
    return Advice(text, about(scene, move), act, **fields)
