"""Find the cause of a move: the last turn that changed the possible identities of a card.

A card is played because a clue was given, because the stack has reached it, or because another
card has shown what it must be. The latest of these turns is the cause, however long ago the card
was clued. Callers pass in whose beliefs count: the table's for reasons given live, the mover's for
those after the game.
"""

from collections.abc import Callable, Iterator

from agents.reasons.names import happened, last_clue, who
from native import Card, Event, MoveKind, View
from native.engine.view import earlier

Taken = Callable[[View], int]
"""Returns the identities (bit set) believed possible for a certain card in a position, by the
table or by the mover."""
Goal = Callable[[View], int]
"""Returns the identities (bit set) that are playable, useless or critical in a position."""


def playable(view: View) -> int:
    """Return the identities that can be played in this position (bit set)."""
    return view.playable


def useless(view: View) -> int:
    """Return the identities that can never score from this position on (bit set)."""
    return view.useless


def is_all(taken: int, goal: int) -> bool:
    """Return whether a card's possible identities `taken` all belong to the set `goal`; False if
    there are none.
    """
    return taken != 0 and not taken & ~goal


def cause(view: View, order: int | None, taken: Taken, goal: Goal) -> Event | None:
    """Return the turn that made a card fit a goal, such as being playable; None if no turn since
    the card was drawn did.

    `order` is the card's draw number (its position in the deck, from 0); None counts as a card
    dealt at the start. `taken` returns the card's possible identities in a position, `goal` the
    identities that fit. If all possible identities fit now, the result is the turn since which
    they have all fitted. Otherwise it is the last turn that made one more identity fit, or the
    last clue to the card that excluded an identity that does not fit, whichever is later.
    """
    now_taken, now_goal = taken(view), goal(view)
    fitting, certain = now_taken & now_goal, is_all(now_taken, now_goal)
    for before, event in _back(view, order):
        then_taken, then_goal = taken(before), goal(before)
        if certain:
            changed = not is_all(then_taken, then_goal)
        else:
            gained = fitting & now_taken & now_goal & ~(then_taken & then_goal)
            others = then_taken & ~then_goal & ~now_taken
            changed = bool(gained) or (bool(others) and touches(event, order))
        if changed:
            return event
        now_taken, now_goal = then_taken, then_goal
    return None


def cause_of_play(view: View, slot: int, taken: Taken) -> Event | None:
    """Return the turn because of which the view's seat plays its card in `slot`; None if the card
    was certain to be playable when it was drawn, or if there is no such turn.

    `taken` returns the card's possible identities in a position. The result is the turn that made
    the card playable (see `cause`). If there is none and the card is not certain to be playable,
    it is the last clue to the card. A clue to the card since the seat's previous move takes
    precedence, even if it says nothing new, unless the card was certain to be playable before it
    or a later play made the card playable.
    """
    order = view.order(view.seat, slot)
    event, clue = cause(view, order, taken, playable), last_clue(view, view.seat, slot)
    certain = is_all(taken(view), view.playable)
    if clue is None or (event is None and certain):
        return event
    if event is None:
        return clue
    is_answer = clue.turn >= view.turn - view.rules.players
    if event.turn <= clue.turn:
        return clue if is_answer and not certain else event
    return clue if is_answer and not reached(view, event, taken) else event


def reached(view: View, event: Event, taken: Taken) -> Card | None:
    """Return the identity that the successful play `event` made playable, if the card to be
    explained may have it; else None. For any other event, return None.

    `taken` returns the card's possible identities in a position; here, in that after `event`.
    """
    if event.move.kind is not MoveKind.PLAY or not event.success or event.card is None:
        return None
    then = earlier(view, event.turn + 1)
    following = event.card._replace(rank=event.card.rank + 1)
    return following if following in view.rules.cards_in(taken(then) & then.playable) else None


def because(view: View, event: Event, order: int | None, taken: Taken) -> str:
    """Return, as a clause such as “You clued red”, the turn `event` that caused a card to be played
    or discarded.

    If `event` is informative because its seat did not play the card that a clue asked for, the
    clause is “Seat 3 made another move”. `order` is the draw number of the card played or discarded
    (its position in the deck, from 0); if a clue touched that card, the clause does not say whose
    hand was clued. `taken` returns the card's possible identities in a position.
    """
    if not event.move.is_clue and event.card is not None and not reached(view, event, taken):
        left_out = taken(earlier(view, event.turn)) & ~taken(earlier(view, event.turn + 1))
        if left_out and not left_out >> view.rules.identity(event.card) & 1:
            return f"{who(view, event.seat)} made another move"
    return happened(view, event, order)


def holding(view: View, order: int | None, holds: Callable[[View], bool]) -> Event | None:
    """Return the turn since which the condition `holds(view)` has been true without interruption;
    None if it has been true ever since a card was drawn. The condition must be true in `view`.

    `order` is that card's draw number (its position in the deck, from 0); None counts as a card
    dealt at the start.
    """
    return next((event for before, event in _back(view, order) if not holds(before)), None)


def drawn_at(view: View, order: int | None) -> int:
    """Return the number of moves made up to the one after which a card was drawn, that move
    included; 0 if the card was dealt at the start.

    `order` is the card's draw number (its position in the deck, from 0); the result for None is 0.
    """
    for event in reversed(view.history):
        if event.drawn is not None and event.drawn == order:
            return event.turn + 1
    return 0


def touches(event: Event, order: int | None) -> bool:
    """Return whether `event` is a clue that touched the card with draw number `order` (its
    position in the deck, from 0); False for None.
    """
    return event.move.is_clue and order in event.touched_orders


def _back(view: View, order: int | None) -> Iterator[tuple[View, Event]]:
    """Yield the positions back to the draw of the card, latest first, each with the turn that
    followed it.
    """
    for turn in range(view.turn - 1, drawn_at(view, order) - 1, -1):
        yield earlier(view, turn), view.history[turn]
