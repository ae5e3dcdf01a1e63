"""Reasons for moves, for everybody at the table during the game.

An agent may have chosen a move because of a card in the reader's own hand. So nothing here looks at
a hand: every sentence is a function of the public record and the move. Sentences name the last turn
that changed what the table knew of the card.
"""

from agents.reasons.causes import (
    Taken,
    because,
    cause,
    cause_of_play,
    is_all,
    reached,
    touches,
    useless,
)
from agents.reasons.names import (
    cards,
    described,
    listed,
    name,
    own_clue,
    place,
    places,
    value,
    within,
)
from native import Move, MoveKind, View
from native.engine.view import earlier

LAST_CLUE = "It was the last move of the game, so the clue changed nothing."
"""The reason for every clue that is a game's last move, also after the game and by conventions."""


def why(view: View, move: Move) -> str:
    """Return the reason for a move in one or two sentences, from public information alone. `view`
    is the mover's before the move.
    """
    if move.is_clue:
        return LAST_CLUE if view.turns_left == 1 else _clue(view, move)
    assert move.slot is not None
    slot = move.slot

    def taken(then: View) -> int:
        return then.clued(then.seat, slot)

    if move.kind is MoveKind.PLAY:
        return why_played(view, slot, taken)
    return why_discarded(view, slot, taken)


def why_played(view: View, slot: int, taken: Taken) -> str:
    """Return, as a sentence, why the view's seat plays its card in `slot`.

    `taken` returns the identities (bit set) that the table believes possible for the card.
    """
    what, order, may_be = place(view, view.seat, slot), view.order(view.seat, slot), taken(view)
    touched = view.touched(view.seat, slot)
    if not may_be & view.playable:
        return f"I played {what}, though by the clues it could not be played yet."
    if not touched and not is_all(may_be, view.playable):
        if view.turns_left is not None:
            return f"It was the last round, so I tried {what}."
        return f"No clue had touched {what}, but what I saw made it worth a try."
    event = cause_of_play(view, slot, taken)
    if event is None:
        return f"Whatever {what} was, it could be played, so I played it."
    since = because(view, event, order, taken)
    known, certain = cards(view, may_be), is_all(may_be, view.playable)
    is_proven = not view.clued(view.seat, slot) & ~may_be
    if certain and event.turn < view.turn - view.rules.players:
        which = f" ({known})" if known else ""
        has_been = f"{what.capitalize()}{which} has been playable"
        if not is_proven:
            has_been = f"I have taken {what} {f'for {known}' if known else 'to be playable'}"
        return f"{has_been} since {within(since)}, and I played it now."
    if touches(event, order):
        return f"{since}, so I played {what}."
    follower = reached(view, event, taken)
    fitting = cards(view, may_be & view.playable)
    if follower and fitting == name(view, follower):
        if known == fitting and is_proven:
            return f"{since}, so I played {what}, the {known}."
        return f"{since}, so I took {what} for the {fitting}."
    if not certain:
        if follower and fitting:
            return f"{since}, so {what} could be played as {fitting}, and I played it."
        return f"{since}, so I took {what} to be playable."
    if known and not follower and is_proven and taken(earlier(view, event.turn + 1)) == may_be:
        return f"{since}, so {what} could only be {known}, and I played it."
    is_left = not follower or may_be >> view.rules.identity(follower) & 1
    which = f": {known}" if known and is_left else ", whichever it was"
    return f"{since}, so I could play {what}{which}."


def why_not(view: View, move: Move, slot: int) -> str:
    """Return, as a sentence, why the view's seat made `move` instead of playing its clued card in
    `slot`.

    `view` is the seat's before the move. The card's possible identities are all that its clues
    allow; neither conventions nor visible cards exclude any.
    """
    return why_not_played(view, move, slot, view.clued(view.seat, slot))


def why_not_played(view: View, move: Move, slot: int, taken: int) -> str:
    """Return, as a sentence, why the view's seat made `move` instead of playing its clued card in
    `slot`.

    `taken` has the identities (bit set) that the table believes possible for the card, by its
    clues or by convention; 0 means useless. The sentence says “this card”, because its slot may
    have another number by the time it is read.
    """
    clued, named = view.clued(view.seat, slot), cards(view, taken)
    if not taken & ~view.useless:
        return "I thought that this card couldn't score any more."
    if is_all(taken, view.playable):
        took = f"I took this card {f'for {named}' if named else 'to be playable'}"
        knew = "I knew that this card could be played" if is_all(clued, view.playable) else took
        return f"{knew}, but first I {_did(view, move)}."
    waits = taken & ~view.playable & ~view.useless
    rest = "wasn't playable yet" if waits else "can't score any more"
    example = name(view, next(iter(view.rules.cards_in(waits or taken & view.useless))))
    if named and (taken != clued or taken.bit_count() == 1):
        took = f"I took this card for {named}"
        return f"{took}, which {rest}." if named == example else f"{took}: {example} {rest}."
    known = _by_clues(view, slot)
    clued_as = f"I only knew that this card was clued {known}"
    start = clued_as if known else "I wasn't sure what this card was"
    if not taken & view.playable:
        return f"{start}: nothing that it could be was playable yet."
    return f"{start}: it could be {example}, which {rest}."


def _by_clues(view: View, slot: int) -> str:
    """Return what the clues to a card named, colours first: “red”, “3”, “red and 3”."""
    order = view.order(view.seat, slot)
    moves = [event.move for event in view.history if touches(event, order)]
    return listed([said for _, said in sorted({(one.kind, value(view, one, 1)) for one in moves})])


def _did(view: View, move: Move) -> str:
    """Return a move of the view's seat in the past tense: “clued your 2s”, “played slot 1”."""
    if move.is_clue:
        return f"clued {own_clue(view, move)}"
    assert move.slot is not None
    verb = "played" if move.kind is MoveKind.PLAY else "discarded"
    return f"{verb} {place(view, view.seat, move.slot)}"


def why_discarded(view: View, slot: int, taken: Taken) -> str:
    """Return, as a sentence, why the view's seat discards its card in `slot`.

    `taken` returns the identities (bit set) that the table believes possible for the card.
    """
    what, order = place(view, view.seat, slot), view.order(view.seat, slot)
    if is_all(taken(view), view.useless):
        event = cause(view, order, taken, useless)
        if event is None:
            return f"Whatever {what} was, it could not score any more, so I discarded it."
        since = because(view, event, order, taken)
        return f"{since}, so {what} could not score any more, and I discarded it."
    return f"{why_no_clue(view)}, so I discarded {what}, {described(view, slot)}."


def why_no_clue(view: View) -> str:
    """Return, as a clause, why the view's seat discards instead of giving a clue. The clause
    reveals nothing beyond the discard.
    """
    if not view.clue_tokens:
        return "I had no clue left"
    return "I saved the last clue" if view.clue_tokens == 1 else "I saw no clue worth giving"


def _clue(view: View, move: Move) -> str:
    """Return what everybody learns from a clue, by its facts alone."""
    assert move.target is not None
    target = (view.seat + move.target) % view.rules.players
    mask, said = move.touches(view.rules), f"I clued {own_clue(view, move)}"
    held = [(slot, card) for slot, card in enumerate(view.hands[target]) if card]
    touched = [slot for slot, card in held if mask >> view.rules.identity(card) & 1]
    clued = [slot for slot, _ in held if slot in touched or view.touched(target, slot)]
    before = {slot: view.provable(target, slot) for slot in clued}
    after = {slot: now & (mask if slot in touched else ~mask) for slot, now in before.items()}
    fresh = [slot for slot in touched if not view.touched(target, slot)]
    if not fresh and before == after:
        return f"{said} again. It says nothing new."
    changed = [slot for slot in touched if before[slot] != after[slot]]
    ready = [slot for slot in changed if is_all(after[slot], view.playable)]
    ready = [slot for slot in ready if not is_all(before[slot], view.playable)]
    about = ready or fresh or changed or touched
    left = 0
    for slot in about:
        left |= after[slot]
    where = places(view, target, about)
    either = where.replace("slots", "slot").replace(" and ", " or ")
    if ready:
        # Only one of two copies can be played.
        which = where if left.bit_count() >= len(ready) else either
        return f"{said}: {which} can be played{'' if set(ready) & set(fresh) else ' now'}."
    if is_all(left, view.useless):
        return f"{said}: {where} can't score any more."
    critical = is_all(left & ~view.useless, view.critical)
    if likely := left & view.playable & ~_known_in_hands(view):
        which = f" be {cards(view, likely)}, which can" if cards(view, likely) else ""
        keep = "; if not, keep it" if critical else ""
        return f"{said}: {either} may{which} be played{keep}."
    if critical:
        return f"{said}: keep {where}, the last of {'its' if len(about) == 1 else 'their'} kind."
    return f"{said}: {where} may be needed later." if fresh else f"{said}, to say more of {where}."


def _known_in_hands(view: View) -> int:
    """Return the identities (bit set) of the cards in hands that everybody knows by clues. A clue
    to other cards does not call for a second copy of these.
    """
    known = 0
    for seat in range(view.rules.players):
        for slot in view.slots(seat):
            identities = view.provable(seat, slot)
            known |= identities if identities.bit_count() == 1 else 0
    return known
