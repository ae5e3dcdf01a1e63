"""Reasons of an agent that plays by conventions: `why` for the table, `detail` for replays.

`why` explains a move from public information alone: it says what the move means by convention,
never what the mover saw. `detail` is for readers who see all hands.
"""

from agents.reasons import after
from agents.reasons.causes import Taken, cause_of_play, holding, is_all, reached
from agents.reasons.clues import (
    call_of,
    called_slot,
    changed_slots,
    meant,
    missing_card,
    says_nothing,
    stopped_slots,
)
from agents.reasons.live import LAST_CLUE, why_discarded, why_not_played, why_played
from agents.reasons.names import (
    cards,
    happened,
    last_clue,
    listed,
    name,
    own_clue,
    place,
    unclued,
    value,
    who,
    whose,
    within,
)
from native import Move, MoveKind, View
from native.engine.view import earlier
from native.play.blueprint import Blueprint
from native.strategies.conv import (
    Asked,
    ClueMeaning,
    ConvReason,
    Reading,
    expected,
    reading,
)

SEEN = {
    ConvReason.PLAY_RISK: "Nothing was lost by trying.",
    ConvReason.PLAY_LIKELY: "It was not certain, and worth the try.",
    ConvReason.DISCARD_LOCKED: "Every card of mine was clued, so I gave the least valuable one.",
    ConvReason.CLUE_FIX: "The clue stopped a mistake.",
    ConvReason.CLUE_STALL: "Nothing else was better.",
}
"""For some reason codes of the agent, a sentence to add to the explanation of the cards."""


def why(blueprint: Blueprint, view: View, move: Move, meaning: ClueMeaning) -> str:
    """Return the convention agent's reason for a move, from public information alone.

    `blueprint` is the agent's strategy in C, `view` the mover's before the move; `meaning` is the
    result of `native.strategies.conv.explain` for the move: what a clue says by convention.
    """
    if meaning.target is not None:
        return _clue(view, move, meaning)
    assert move.slot is not None
    slot = move.slot
    taken = _by_the_table(blueprint, slot)
    if move.kind is MoveKind.DISCARD:
        return _second_copy(view, slot, _said(blueprint, slot)) or why_discarded(view, slot, taken)
    table = reading(blueprint, view)
    request = table.asked[view.seat][slot]
    if request and not _could_be_played(view, slot, taken, request.turn):
        return _for_another(view, slot, request)
    if given := _given(view, slot, table):
        return given
    if bluff := _bluff(view, slot, table):
        return _for_another(view, slot, bluff)
    return _settled(blueprint, view, slot, taken) or why_played(view, slot, taken)


def why_not(blueprint: Blueprint, view: View, move: Move, slot: int) -> str:
    """Return why the mover, by its conventions, made `move` instead of playing its own clued card
    in `slot`, from public information alone.

    `blueprint` is the agent's strategy in C, `view` the mover's before the move.
    """
    return why_not_played(view, move, slot, _said(blueprint, slot)(view))


def detail(
    blueprint: Blueprint, view: View, move: Move, reason: ConvReason, meaning: ClueMeaning
) -> str:
    """Return sentences on what the mover saw that led to its move, for readers who see all hands.

    `blueprint` is the agent's strategy in C, `view` the mover's before the move, `reason` the code
    of the agent's reason. `meaning` is the result of `native.strategies.conv.explain` for the move:
    what a clue says by convention.
    """
    if meaning.target is not None:
        if says_nothing(view, meaning) or view.turns_left == 1:
            return _clue(view, move, meaning)
        cause = _led_to(view, move, meaning) if reason is ConvReason.CLUE_FINESSE else ""
        cause = cause or after.why(
            view,
            move,
            known=lambda seat, slot: meaning.before[seat][slot],
            news=changed_slots(view, meaning, meaning.target),
            focus=meaning.focus,
        )
        is_so = reason is not ConvReason.CLUE_FIX or stopped_slots(view, meaning)
        seen = SEEN.get(reason, "") if is_so else ""
        parts = (cause, seen, f"It says: {meant(view, meaning)}.")
        return " ".join(part for part in parts if part)
    assert move.slot is not None
    slot, table = move.slot, reading(blueprint, view)
    if reason in (ConvReason.PLAY_PROMPT, ConvReason.PLAY_BLIND):
        request = table.asked[view.seat][slot]
        by_table = _by_the_table(blueprint, slot)
        if request and not _could_be_played(view, slot, by_table, request.turn):
            if request.target == view.seat:
                return _for_another(view, slot, request)
            return _for_card_seen(view, slot, request, expected(blueprint, view, slot))
        if given := _given(view, slot, table):
            return given
    if reason is ConvReason.DISCARD_KNOWN:
        copy = _second_copy(view, slot, lambda then: expected(blueprint, then, slot))
        if copy:
            return copy

    def known(seat: int, other: int) -> int:
        request = table.asked[seat][other]
        return request.missing if request else table.said[seat][other]

    taken = _by_the_mover(blueprint, slot)
    cause, seen = "", ""
    if move.kind is MoveKind.PLAY:
        cause = _settled(blueprint, view, slot, taken)
        seen = _seen_clued(view, slot, _said(blueprint, slot)(view) & ~taken(view))
    cause = cause or after.why(view, move, taken=taken, known=known)
    return " ".join(part for part in (cause, seen, SEEN.get(reason)) if part)


def how(reason: ConvReason) -> str:
    """Return the convention agent's reason code as a sentence: “By the conventions: play
    prompt.”
    """
    return f"By the conventions: {reason.name.lower().replace('_', ' ')}."


def _said(blueprint: Blueprint, slot: int) -> Taken:
    """Return what everybody takes a card of the mover for, as a function of the view; it returns no
    identities where good touch leaves none.
    """
    return lambda view: reading(blueprint, view).said[view.seat][slot]


def _by_the_table(blueprint: Blueprint, slot: int) -> Taken:
    """Return what everybody takes a card of the mover for, as a function of the view: what good
    touch leaves, or what the clues leave if that is nothing.
    """
    by_touch = _said(blueprint, slot)
    return lambda view: by_touch(view) or view.clued(view.seat, slot)


def _by_the_mover(blueprint: Blueprint, slot: int) -> Taken:
    """Return a function that gives, for a view, the identities (bit set) for which the seat to
    move takes its own card in `slot`, considering the other hands that it sees.
    """
    return lambda view: expected(blueprint, view, slot) or view.possible(slot)


def _seen_clued(view: View, slot: int, left_out: int) -> str:
    """Return a sentence on the cards that the mover saw clued in another hand, and for which it
    therefore did not take its own clued card in `slot`; empty if there are none.

    `left_out` are the identities (bit set) for which the table takes this card and the mover not.
    """
    if not view.touched(view.seat, slot):
        return ""
    clued = [
        name(view, card)
        for seat, hand in enumerate(view.hands)
        for other, card in enumerate(hand)
        if card and view.touched(seat, other) and left_out >> view.rules.identity(card) & 1
    ]
    where = "your hand" if view.rules.players == 2 else "another hand"
    return f"I saw {listed(list(dict.fromkeys(clued)))} clued in {where}." if clued else ""


def _could_be_played(view: View, slot: int, taken: Taken, turn: int) -> bool:
    """Return whether everybody knows that a card is playable, and not because of the clue of this
    turn.
    """

    def is_known(then: View) -> bool:
        return is_all(taken(then), then.playable)

    if not is_known(view):
        return False
    event = holding(view, view.order(view.seat, slot), is_known)
    return event is None or event.turn != turn


def _settled(blueprint: Blueprint, view: View, slot: int, taken: Taken) -> str:
    """Return the reason for a card that waited for another seat's card, until that seat moved
    without playing one; empty for other cards.
    """
    event, clue = cause_of_play(view, slot, taken), last_clue(view, view.seat, slot)
    if event is None or clue is None or event.turn <= clue.turn or reached(view, event, taken):
        return ""
    before = reading(blueprint, earlier(view, event.turn))
    if not before.waiting[view.seat][slot] >> event.seat & 1:
        return ""
    known = cards(view, taken(view))
    which = f": {known}" if known else ""
    clued = happened(view, clue, view.order(view.seat, slot))
    passed = within(f"{who(view, event.seat)} played no card before it")
    return f"{clued}, and {passed}, so I could play {place(view, view.seat, slot)}{which}."


def _second_copy(view: View, slot: int, taken: Taken) -> str:
    """Return the reason for discarding a card that can only be a copy of another clued card; empty
    for other cards.
    """

    def is_left_out(then: View) -> bool:
        return then.touched(then.seat, slot) and not taken(then)

    if not is_left_out(view) or is_all(view.clued(view.seat, slot), view.useless):
        return ""
    what, order = place(view, view.seat, slot), view.order(view.seat, slot)
    event = holding(view, order, is_left_out)
    since = f"{happened(view, event, order)}, so " if event else ""
    if event and is_all(taken(earlier(view, event.turn)), earlier(view, event.turn + 1).useless):
        return f"{since}{what} could not score any more, and I discarded it."
    copy = f"{since}{what} could only be a copy of another clued card, and I discarded it."
    return copy[0].upper() + copy[1:]


def _for_another(view: View, slot: int, request: Asked) -> str:
    """Return the reason for a play that another seat's clue asked for: the clue, its focus, and the
    card needed first.
    """
    event = view.history[request.turn]
    focus, missing = place(view, request.target, request.focus), missing_card(view, request.missing)
    clue = f"{happened(view, event)}: {focus} needs {missing} first"
    return f"{clue}, so I played {place(view, view.seat, slot)}, {_which(view, slot)}."


def _bluff(view: View, slot: int, table: Reading) -> Asked | None:
    """Return the last clue if it is why an unclued card was played that is none of those before its
    focus; None in the last round, when anything may be tried.
    """
    event = view.history[-1] if view.history else None
    if event is None or event.target in (None, view.seat) or view.turns_left is not None:
        return None
    focus = table.focus
    if focus is None or view.touched(view.seat, slot):
        return None
    assert event.target is not None
    return Asked(event.target, focus, event.turn, missing=0)


def _for_card_seen(view: View, slot: int, request: Asked, missing: int) -> str:
    """Return the reason for a play that another seat's clue asked for, with the focus as seen and
    what the card was taken for.
    """
    event, card = view.history[request.turn], view.hands[request.target][request.focus]
    assert card is not None
    focus = f"{name(view, card)} in {place(view, request.target, request.focus)}"
    before = missing_card(view, missing)
    what = f"{place(view, view.seat, slot)}, {_which(view, slot)}"
    return (
        f"{happened(view, event)}, which was about {focus}. I saw {before} in no other hand that "
        f"would play it, so it had to be {what}."
    )


def _led_to(view: View, move: Move, meaning: ClueMeaning) -> str:
    """Return the reason for a clue for whose focus another seat plays a card first, with both
    cards; empty if no such seat is seen.
    """
    assert meaning.target is not None
    card = None if meaning.focus is None else view.hands[meaning.target][meaning.focus]
    if card is None or card.rank == 1:
        return ""
    before = card._replace(rank=card.rank - 1)
    holders = [
        seat
        for seat in range(view.rules.players)
        if seat not in (view.seat, meaning.target) and before in view.hands[seat]
    ]
    if not holders:
        return ""

    def plays_it(seat: int) -> bool:
        play = meaning.plays[seat]
        return play is not None and view.hands[seat][play[0]] == before

    first, your = max(holders, key=plays_it), f"{whose(view, meaning.target)}{name(view, card)}"
    return (
        f"{who(view, first)} held {name(view, before)}, which comes before {your}: I clued "
        f"{value(view, move, 1)} so that both are played."
    )


def _which(view: View, slot: int) -> str:
    if view.touched(view.seat, slot):
        return "already clued"
    return f"my {'newest' if slot == unclued(view, view.seat)[-1] else 'next'} card without a clue"


def _given(view: View, slot: int, table: Reading) -> str:
    """Return the reason for playing a card whose copy was discarded because the seat holds it;
    empty for other cards.
    """
    card = table.gifts[view.seat][slot] & view.playable
    if not card or view.touched(view.seat, slot):
        return ""
    discards = [one for one in view.history if one.card in view.rules.cards_in(card)]
    what = f"{place(view, view.seat, slot)}, {_which(view, slot)}"
    return f"{happened(view, discards[-1])}, so I must hold the other one, and I played {what}."


def _clue(view: View, move: Move, meaning: ClueMeaning) -> str:
    if view.turns_left == 1:
        return LAST_CLUE
    said = f"I clued {own_clue(view, move)}"
    if says_nothing(view, meaning):
        if (called := called_slot(view, meaning)) is not None:
            asked = call_of(view, meaning, called)
            return f"{said} again. That asks for a card that no clue touches: {asked}."
        may_discard = any(one.kind is MoveKind.DISCARD for one in view.legal_moves())
        why = "I did not want to discard" if may_discard else "with all clues I can't discard"
        return f"{said} again. It says nothing new: {why}."
    return f"{said}: {meant(view, meaning)}."
