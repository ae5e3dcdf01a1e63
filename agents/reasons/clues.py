"""What a clue says by convention, and the plays expected after it, in sentences.

`told` is everywhere the result of `native.strategies.conv.explain` for the clue, and `view` its
giver's before the clue.
"""

from collections.abc import Sequence
from typing import NamedTuple

from agents.reasons.causes import is_all
from agents.reasons.names import cards, listed, name, place, places, whose
from native import Card, View
from native.strategies.conv import Told


def foretold(view: View, told: Told) -> str:
    """Return sentences that tell the giver of a clue its effects: the plays expected after it, in
    turn order, and what else it says by convention.

    The sentences name cards in other hands, so show them to the giver alone.
    """
    plays = [_play(view, play) for play in _plays(view, told)]
    then = f"Then {'; '.join(plays)}." if plays else ""
    said = meant(view, told, beforehand=True)
    parts = (then, f"It says: {said}." if said else "", _but(view, told) if said else "")
    return " ".join(part for part in parts if part)


def is_misread(view: View, told: Told) -> bool:
    """Return whether a clue misleads by the conventions: its focus is taken for another card, or it
    makes somebody play a card that cannot be played (`is_struck`).
    """
    return bool(_but(view, told)) or is_struck(view, told)


def is_struck(view: View, told: Told) -> bool:
    """Return whether a play expected after a clue is a strike."""
    return any(play.is_strike for play in _plays(view, told))


def meant(view: View, told: Told, *, beforehand: bool = False) -> str:
    """Return, as a clause that may speak to the receiver (“please play slot 2”), what a clue says
    by convention about the clued hand.

    If `beforehand`, the giver reads the clause after the expected plays: it leaves out the
    cards of these plays, and is empty if nothing else is said.
    """
    assert told.target is not None
    target, after = told.target, told.after[told.target]
    plays = [play[0] if play and beforehand else None for play in told.plays]
    played = plays[target]
    if (called := called_slot(view, told)) is not None:
        said_before = called == plays[(view.seat + 1) % view.rules.players]
        return "" if said_before else call_of(view, told, called)
    if stopped := stopped_slots(view, told):
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
    changed = changed_slots(view, told, target)
    if not changed:
        return f"nothing new about {places(view, target, _touched(view, told))}"
    return _known(view, target, after, [slot for slot in changed if slot != played])


def says_nothing(view: View, told: Told) -> bool:
    """Return whether everybody already knew all that a clue says of clued cards."""
    return not told.later and not any(
        changed_slots(view, told, seat) for seat in range(view.rules.players)
    )


def called_slot(view: View, told: Told) -> int | None:
    """Return the slot of the next seat's card that a clue without news asks for, where no clue
    touches some cards; None for other clues.
    """
    if not says_nothing(view, told):
        return None
    seat = (view.seat + 1) % view.rules.players
    for slot, was in enumerate(told.before[seat]):
        taken = told.after[seat][slot]
        clued = view.touched(seat, slot) or (seat == told.target and told.touched >> slot & 1)
        if taken not in (0, was) and is_all(taken, told.reach) and not clued:
            return slot
    return None


def call_of(view: View, told: Told, slot: int) -> str:
    """Return a clause about the next seat's card that a clue asks for (see `called_slot`)."""
    seat = (view.seat + 1) % view.rules.players
    where = f"{whose(view, seat)}{place(view, seat, slot)}"
    return f"{where} is to be played{_named(view, told.after[seat][slot])}"


def changed_slots(view: View, told: Told, seat: int) -> list[int]:
    """Return the clued slots of a seat that the table takes for something else after a clue."""
    return [
        slot
        for slot, was in enumerate(told.before[seat])
        if was != told.after[seat][slot]
        and (view.touched(seat, slot) or (seat == told.target and told.touched >> slot & 1))
    ]


def stopped_slots(view: View, told: Told) -> list[int]:
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


def missing_card(view: View, identities: int) -> str:
    """Return the names of identities, or “a 2” for many of one rank, else “a lower card of its
    colour”.
    """
    ranks = {card.rank for card in view.rules.cards_in(identities)}
    many = f"a {ranks.pop()}" if len(ranks) == 1 else "a lower card of its colour"
    return cards(view, identities) or many


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
    if target is None or focus is None or not told.said or stopped_slots(view, told):
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


def _ready(view: View, told: Told) -> list[int]:
    """Return the clued slots of the receiver whose cards the table takes for playable after a clue,
    but not before it.
    """
    assert told.target is not None
    target, before, after = told.target, told.before[told.target], told.after[told.target]
    return [
        slot
        for slot in changed_slots(view, told, target)
        if view.touched(target, slot)
        and is_all(after[slot], view.playable)
        and not is_all(before[slot], view.playable)
    ]


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
        missing = missing_card(view, _before(view, told))
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
    named, missing = bool(cards(view, told.said)), missing_card(view, _before(view, told))
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
