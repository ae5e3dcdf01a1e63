"""The legal moves of a seat, and what each clue would tell its receiver."""

from collections.abc import Sequence

from game import protocol as p
from game.board.conventions import level_at, preview, whose
from game.board.moves import receiver, touched
from game.board.viewpoint import Viewpoint
from game.tables.state import TableState
from native import Card, Game, Move, MoveKind, View
from native.empathy.exact import empathy

Sets = tuple[int, ...]
"""The possible identities (bit mask) of each card in one hand, by slot."""


def legal(state: TableState, viewpoint: Viewpoint) -> p.Legal | None:
    """Return the legal moves of the viewpoint's own seat, with the effect of each clue; None
    unless it is that seat's turn.
    """
    seat, game, help_level = viewpoint.own_seat, state.game, state.table.help
    if game is None or seat is None or game.to_move != seat:
        return None
    allowed = p.Legal(plays=[], discards=[], clues=[])
    known = _known(game, seat) if help_level == "full" and game.clue_tokens else {}
    view, level = game.view(seat), level_at(state, viewpoint)
    hands = view.hands
    names = [seating.name for seating in state.seats]
    for move in view.legal_moves():
        if move.is_clue:
            clue = _clue(game, view, hands, move, known)
            if level:
                clue.reads, clue.said = preview(view, move, level, whose(state, viewpoint), names)
            allowed.clues.append(clue)
        elif move.slot is not None:
            order = game.order(seat, move.slot)
            assert order is not None
            (allowed.plays if move.kind is MoveKind.PLAY else allowed.discards).append(order)
    if not allowed.discards:
        allowed.why_no_discard = f"You can't discard with {game.rules.clue_tokens} clues."
    if not allowed.clues:
        allowed.why_no_clue = "There are no clue tokens left."
    return allowed


def _known(game: Game, seat: int) -> dict[int, Sets]:
    """Return, by each other seat, the possible identities of its cards as far as both its holder
    and `seat` can deduce them.
    """
    view = game.view(seat)
    others = (other for other in range(game.rules.players) if other != seat)
    return {other: empathy(view, {seat, other})[other] for other in others}


def _clue(
    game: Game,
    view: View,
    hands: Sequence[Sequence[Card | None]],
    move: Move,
    known: dict[int, Sets],
) -> p.ClueOption:
    target = receiver(view, move)
    orders = [view.order(target, slot) for slot in touched(view, move, hands[target])]
    then = _then(game, view.seat, target, move, known[target]) if known else {}
    touches = [order for order in orders if order is not None]
    return p.ClueOption(target, move.clue_value(view.rules), touches, then)


def _then(game: Game, seat: int, target: int, move: Move, now: Sets) -> dict[int, int]:
    """Return the identities that a clue would leave possible for the cards of seat `target`, by
    draw number; only for cards where the clue changes them.

    They are what both giver and receiver can deduce. `now` has the possible identities before the
    clue.
    """
    after = game.copy()
    after.play(move)
    later = empathy(after.view(seat), {seat, target})[target]
    return {
        order: new
        for slot, (old, new) in enumerate(zip(now, later, strict=True))
        if new != old and (order := game.order(target, slot)) is not None
    }
