"""Reasons of an agent that plays by conventions: `why` for the table, `detail` for replays.

`why` explains a move from public information alone: it says what the move means by convention,
never what the mover saw. `detail` is for readers who see all hands.
"""

from collections.abc import Sequence
from typing import NamedTuple

from agents.reasons import after
from agents.reasons.causes import Taken, cause_of_play, holding, is_all, reached
from agents.reasons.live import why_discarded, why_not_played, why_played
from agents.reasons.names import (
    cards,
    happened,
    last_clue,
    listed,
    name,
    own_clue,
    place,
    places,
    unclued,
    value,
    who,
    whose,
    within,
)
from native import Card, Move, MoveKind, View
from native.engine.view import earlier
from native.play.blueprint import Blueprint
from native.strategies.conv import (
    Asked,
    Reading,
    Reason,
    Told,
    expected,
    reading,
)

SEEN = {
    Reason.PLAY_RISK: "Nothing was lost by trying.",
    Reason.PLAY_LIKELY: "It was not certain, and worth the try.",
    Reason.DISCARD_LOCKED: "Every card of mine was clued, so I gave the least valuable one.",
    Reason.CLUE_FIX: "The clue stopped a mistake.",
    Reason.CLUE_STALL: "Nothing else was better.",
}
"""For some reason codes of the agent, a sentence to add to the explanation of the cards."""


def why(blueprint: Blueprint, view: View, move: Move, told: Told) -> str:
    """Return the convention agent's reason for a move, from public information alone.

    `blueprint` is the agent's strategy in C, `view` the mover's before the move; `told` is the
    result of `native.strategies.conv.explain` for the move: what a clue says by convention.
    """
    if told.target is not None:
        return _clue(view, move, told)
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


def detail(blueprint: Blueprint, view: View, move: Move, reason: Reason, told: Told) -> str:
    """Return sentences on what the mover saw that led to its move, for readers who see all hands.

    `blueprint` is the agent's strategy in C, `view` the mover's before the move, `reason` the code
    of the agent's reason. `told` is the result of `native.strategies.conv.explain` for the move:
    what a clue says by convention.
    """
    if told.target is not None:
        if _says_nothing(view, told):
            return _clue(view, move, told)
        cause = _led_to(view, move, told) if reason is Reason.CLUE_FINESSE else ""
        cause = cause or after.why(
            view,
            move,
            known=lambda seat, slot: told.before[seat][slot],
            news=_changed(view, told, told.target),
            focus=told.focus,
        )
        is_so = reason is not Reason.CLUE_FIX or _stopped(view, told)
        seen = SEEN.get(reason, "") if is_so else ""
        parts = (cause, seen, f"It says: {meant(view, told)}.")
        return " ".join(part for part in parts if part)
    assert move.slot is not None
    slot, table = move.slot, reading(blueprint, view)
    if reason in (Reason.PLAY_PROMPT, Reason.PLAY_BLIND):
        request = table.asked[view.seat][slot]
        by_table = _by_the_table(blueprint, slot)
        if request and not _could_be_played(view, slot, by_table, request.turn):
            if request.target == view.seat:
                return _for_another(view, slot, request)
            return _for_card_seen(view, slot, request, expected(blueprint, view, slot))
        if given := _given(view, slot, table):
            return given
    if reason is Reason.DISCARD_KNOWN:
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


def how(reason: Reason) -> str:
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
    """Return what the mover takes its card for, seeing other hands, as a function of the view."""
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
    focus, missing = place(view, request.target, request.focus), _missing(view, request.missing)
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


def _missing(view: View, identities: int) -> str:
    """Return the names of identities, or “a 2” for many of one rank, else “a lower card of its
    colour”.
    """
    ranks = {card.rank for card in view.rules.cards_in(identities)}
    many = f"a {ranks.pop()}" if len(ranks) == 1 else "a lower card of its colour"
    return cards(view, identities) or many


def _for_card_seen(view: View, slot: int, request: Asked, missing: int) -> str:
    """Return the reason for a play that another seat's clue asked for, with the focus as seen and
    what the card was taken for.
    """
    event, card = view.history[request.turn], view.hands[request.target][request.focus]
    assert card is not None
    focus = f"{name(view, card)} in {place(view, request.target, request.focus)}"
    before = _missing(view, missing)
    what = f"{place(view, view.seat, slot)}, {_which(view, slot)}"
    return (
        f"{happened(view, event)}, which was about {focus}. I saw {before} in no other hand that "
        f"would play it, so it had to be {what}."
    )


def _led_to(view: View, move: Move, told: Told) -> str:
    """Return the reason for a clue for whose focus another seat plays a card first, with both
    cards; empty if no such seat is seen.
    """
    assert told.target is not None
    card = None if told.focus is None else view.hands[told.target][told.focus]
    if card is None or card.rank == 1:
        return ""
    before = card._replace(rank=card.rank - 1)
    holders = [
        seat
        for seat in range(view.rules.players)
        if seat not in (view.seat, told.target) and before in view.hands[seat]
    ]
    if not holders:
        return ""

    def plays_it(seat: int) -> bool:
        play = told.plays[seat]
        return play is not None and view.hands[seat][play[0]] == before

    first, your = max(holders, key=plays_it), f"{whose(view, told.target)}{name(view, card)}"
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


def _says_nothing(view: View, told: Told) -> bool:
    """Return whether everybody already knew all that a clue says of clued cards."""
    return not told.later and not any(
        _changed(view, told, seat) for seat in range(view.rules.players)
    )


def _called(view: View, told: Told) -> int | None:
    """Return the slot of the next seat's card that a clue without news asks for, where no clue
    touches some cards; None for other clues.
    """
    if not _says_nothing(view, told):
        return None
    seat = (view.seat + 1) % view.rules.players
    for slot, was in enumerate(told.before[seat]):
        taken = told.after[seat][slot]
        clued = view.touched(seat, slot) or (seat == told.target and told.touched >> slot & 1)
        if taken not in (0, was) and is_all(taken, told.reach) and not clued:
            return slot
    return None


def _call(view: View, told: Told, slot: int) -> str:
    """Return a clause about the next seat's card that a clue asks for (see `_called`)."""
    seat = (view.seat + 1) % view.rules.players
    where = f"{whose(view, seat)}{place(view, seat, slot)}"
    return f"{where} is to be played{_named(view, told.after[seat][slot])}"


def _changed(view: View, told: Told, seat: int) -> list[int]:
    """Return the clued slots of a seat that the table takes for something else after a clue."""
    return [
        slot
        for slot, was in enumerate(told.before[seat])
        if was != told.after[seat][slot]
        and (view.touched(seat, slot) or (seat == told.target and told.touched >> slot & 1))
    ]


def _clue(view: View, move: Move, told: Told) -> str:
    said = f"I clued {own_clue(view, move)}"
    if _says_nothing(view, told):
        if (called := _called(view, told)) is not None:
            asked = _call(view, told, called)
            return f"{said} again. That asks for a card that no clue touches: {asked}."
        may_discard = any(one.kind is MoveKind.DISCARD for one in view.legal_moves())
        why = "I did not want to discard" if may_discard else "with all clues I can't discard"
        return f"{said} again. It says nothing new: {why}."
    return f"{said}: {meant(view, told)}."


def foretold(view: View, told: Told) -> str:
    """Return sentences that tell the giver of a clue its effects: the plays expected after it, in
    turn order, and what else it says by convention.

    `view` is the giver's before the clue, `told` the result of `native.strategies.conv.explain`
    for it. The sentences name cards in other hands, so show them to the giver alone.
    """
    plays = [_play(view, play) for play in _plays(view, told)]
    then = f"Then {'; '.join(plays)}." if plays else ""
    said = meant(view, told, beforehand=True)
    parts = (then, f"It says: {said}." if said else "", _but(view, told) if said else "")
    return " ".join(part for part in parts if part)


def is_misread(view: View, told: Told) -> bool:
    """Return whether a clue misleads by the conventions: its focus is taken for another card, or it
    makes somebody play a card that cannot be played (`is_struck`). Arguments as in `foretold`.
    """
    return bool(_but(view, told)) or is_struck(view, told)


def is_struck(view: View, told: Told) -> bool:
    """Return whether a play expected after a clue is a strike. Arguments as in `foretold`."""
    return any(play.is_strike for play in _plays(view, told))


class _Play(NamedTuple):
    """A play expected after a clue."""

    seat: int
    slot: int
    taken: int
    """The identities (bit set) for which the seat takes the card."""
    card: Card
    is_strike: bool


def _plays(view: View, told: Told) -> list[_Play]:
    """Return the plays expected after a clue, in turn order."""
    stacks = list(view.stacks)
    plays: list[_Play] = []
    for seat in _others(view):
        if play := told.plays[seat]:
            slot, taken = play
            card = view.hands[seat][slot]
            assert card is not None
            is_strike = card.rank != stacks[card.suit] + 1
            stacks[card.suit] += not is_strike
            plays.append(_Play(seat, slot, taken, card, is_strike))
    return plays


def _others(view: View) -> list[int]:
    """Return the seats of the other players, in turn order."""
    return [(view.seat + after) % view.rules.players for after in range(1, view.rules.players)]


def _is_other(view: View, card: Card, taken: int) -> bool:
    """Return whether a card is none of the identities `taken` (bit set)."""
    return not taken >> view.rules.identity(card) & 1


def _but(view: View, told: Told) -> str:
    """Return a sentence on what the focus of a clue really is if the clue says something else of
    it; empty if not, or if an expected play has told it.
    """
    target, focus = told.target, told.focus
    if target is None or focus is None or not told.said or _stopped(view, told):
        return ""
    card, play = view.hands[target][focus], told.plays[target]
    is_told = play is not None and play[0] == focus
    if card is None or is_told or not _is_other(view, card, told.said):
        return ""
    return f"But {place(view, target, focus)} is {name(view, card)}."


def _play(view: View, play: _Play) -> str:
    """Return a play that another seat would make as a clause, and the card if it is misread."""
    seat, slot, taken, card, is_strike = play
    clause = f"seat {seat + 1} plays {place(view, seat, slot)}{_named(view, taken)}"
    if is_strike:
        return f"{clause}, but it is {name(view, card)}: a strike"
    if _is_other(view, card, taken):
        return f"{clause}, and it is {name(view, card)}, which is playable too"
    return clause


def _touched(view: View, told: Told) -> list[int]:
    """Return the slots that a clue touches."""
    return [slot for slot in range(view.rules.hand_size) if told.touched >> slot & 1]


def _stopped(view: View, told: Told) -> list[int]:
    """Return the slots that a clue touches again and whose cards the table takes for playable
    before it, but not after it.
    """
    assert told.target is not None
    target, before, after = told.target, told.before[told.target], told.after[told.target]
    return [
        slot
        for slot in _touched(view, told)
        if view.touched(target, slot)
        and is_all(before[slot], view.playable)
        and not is_all(after[slot], view.playable)
    ]


def _ready(view: View, told: Told) -> list[int]:
    """Return the clued slots of the receiver whose cards the table takes for playable after a clue,
    but not before it.
    """
    assert told.target is not None
    target, before, after = told.target, told.before[told.target], told.after[told.target]
    return [
        slot
        for slot in _changed(view, told, target)
        if view.touched(target, slot)
        and is_all(after[slot], view.playable)
        and not is_all(before[slot], view.playable)
    ]


def meant(view: View, told: Told, *, beforehand: bool = False) -> str:
    """Return, as a clause that may speak to the receiver (“please play slot 2”), what a clue says
    by convention about the clued hand.

    `view` is the giver's before the clue, `told` the result of `native.strategies.conv.explain`
    for it. If `beforehand`, the giver reads the clause after the expected plays: it leaves out the
    cards of these plays, and is empty if nothing else is said.
    """
    assert told.target is not None
    target, after = told.target, told.after[told.target]
    plays = [play[0] if play and beforehand else None for play in told.plays]
    played = plays[target]
    if (called := _called(view, told)) is not None:
        said_before = called == plays[(view.seat + 1) % view.rules.players]
        return "" if said_before else _call(view, told, called)
    if stopped := _stopped(view, told):
        where = places(view, target, stopped)
        dead = not any(after[slot] & ~view.useless for slot in stopped)
        return f"{where} can't score any more" if dead else f"{where} can't be played yet"
    ready = _ready(view, told)
    others, now = [slot for slot in ready if slot != played], ""
    if others:
        which = _named(view, after[others[0]]) if len(others) == 1 else ""
        now = f"{places(view, target, others)}{which} can be played now"
    is_new = told.focus is not None and not view.touched(target, told.focus)
    if told.focus is not None and (is_new or (told.later and not ready)):
        focus = "" if told.focus == played else _focus(view, told, target, told.focus, beforehand)
        return "; ".join(one for one in (now, focus) if one)
    if ready:
        return now
    changed = _changed(view, told, target)
    if not changed:
        return f"nothing new about {places(view, target, _touched(view, told))}"
    return _known(view, target, after, [slot for slot in changed if slot != played])


def _known(view: View, target: int, after: Sequence[int], slots: list[int]) -> str:
    """Return what is known after a clue of those clued slots that it does not ask to play; empty
    for no slots.
    """
    known = [slot for slot in slots if after[slot].bit_count() == 1]
    if len(known) == 1:
        return f"{place(view, target, known[0])} is {cards(view, after[known[0]])}"
    if not any(after[slot] & ~view.useless for slot in slots):
        return f"{places(view, target, slots)} can't score any more" if slots else ""
    return f"more is known of {places(view, target, slots)}"


def _focus(view: View, told: Told, target: int, focus: int, beforehand: bool) -> str:
    """Return what a clue says about its focus. Unless `beforehand`, the clause may speak to the
    receiver.
    """
    slot, now = place(view, target, focus), told.said & view.playable & ~told.later
    chop = ", the next discard" if told.chop else ""
    if not told.said & ~view.useless:
        return f"{slot} can't score any more"
    if told.said == told.later:
        held = "" if beforehand else _held(view, told)
        missing = _missing(view, _before(view, told))
        return f"{slot}{_named(view, told.said)} needs {missing} first{held}"
    keep = told.said & ~told.reach & ~told.later
    if told.later or (now and keep):
        return f"{slot} is {_one_of(view, told, now, keep, beforehand)}"
    to_you = view.rules.players == 2 and not beforehand
    play = f"please play {slot}" if to_you else f"{slot} is to be played"
    if not told.said & ~view.playable:
        if not beforehand and (other := _first(view, told)) is not None:
            start = place(view, target, other)
            return f"please play {start} first" if to_you else f"{start} is to be played first"
        return f"{play}{_named(view, told.said)}"
    if not keep:
        return f"{slot} can be played soon{_named(view, told.said)}"
    if told.chop or is_all(told.said, view.critical):
        return f"keep {slot}{chop}{_named(view, told.said)}"
    return f"{slot} is for later{_named(view, told.said)}"


def _one_of(view: View, told: Told, now: int, keep: int, beforehand: bool) -> str:
    """Return the uses of a focus that may have several: “red 1 to play, or red 4 to keep”.

    `now` and `keep` are the identities (bit sets) to play at once and to keep. The others of
    `told.said` are played after cards of other hands (`told.later`) or after known cards.
    """
    named, missing = bool(cards(view, told.said)), _missing(view, _before(view, told))
    uses = {
        "to play": now,
        "to play soon": told.said & ~(now | keep | told.later),
        "to keep": keep,
        f"{'' if named else 'to play '}after {missing}": told.later,
    }
    uses = {use: identities for use, identities in uses.items() if identities}
    if named:
        *first, last = (f"{cards(view, one)} {use}" for use, one in uses.items())
        listing = f"{', '.join(first)}, or {last}"
    else:
        listing = f"a card {listed([*uses], 'or')}"
    return listing if beforehand or not told.later else f"{listing}{_held(view, told)}"


def _first(view: View, told: Told) -> int | None:
    """Return the slot of an older 1 that the same clue touches and that is to be played before the
    focus, also a 1; None if there is none.
    """
    assert told.target is not None
    assert told.focus is not None
    play = told.plays[told.target]
    ones = all(card.rank == 1 for card in view.rules.cards_in(told.said))
    is_older = play is not None and play[0] < told.focus and told.touched >> play[0] & 1
    return play[0] if play and ones and is_older else None


def _held(view: View, told: Told) -> str:
    """Return who may hold the card that must be played before a clue's focus, as a relative clause
    for everybody, who do not know which of these seats does.
    """
    target, missing = told.target, _before(view, told)
    assert target is not None
    if view.rules.players == 2:
        return ", which you hold"
    is_clued = any(
        view.touched(target, slot) and slot != told.focus and identities & missing
        for slot, identities in enumerate(told.after[target])
    )
    seats = [
        f"seat {seat + 1}"
        for seat in _others(view)
        if told.waiting >> seat & 1 or (seat == target and is_clued)
    ]
    return f", held by {listed(seats, 'or')}"


def _named(view: View, identities: int) -> str:
    names = cards(view, identities)
    return f" ({names})" if names else ""


def _before(view: View, told: Told) -> int:
    """Return the identities (bit set) that must be played before a clue's focus, and that no hand
    is known to hold: for each that needs such a card, the lowest one.
    """
    found = 0
    for card in view.rules.cards_in(told.later):
        ranks = range(card.rank - 1, 0, -1)
        lower = [1 << view.rules.identity(card._replace(rank=rank)) for rank in ranks]
        found |= next((one for one in lower if one & told.reach), 0)
    return found
