"""What a clue says by convention, and the plays expected after it, in sentences.

`meaning` is everywhere the result of `native.strategies.conv.explain` for the clue, and `view` its
giver's before the clue.
"""

from collections.abc import Sequence
from typing import NamedTuple

from agents.reasons.causes import is_all
from agents.reasons.names import cards, listed, name, place, places, whose
from native import Card, View
from native.strategies.conv import ClueMeaning


def foretold(view: View, meaning: ClueMeaning) -> str:
    """Return sentences that tell the giver of a clue its effects: the plays expected after it, in
    turn order, and what else it says by convention.

    The sentences name cards in other hands, so show them to the giver alone.
    """
    plays = [_play(view, play) for play in _plays(view, meaning)]
    then = f"Then {'; '.join(plays)}." if plays else ""
    said = meant(view, meaning, beforehand=True)
    parts = (then, f"It says: {said}." if said else "", _but(view, meaning) if said else "")
    return " ".join(part for part in parts if part)


def is_misread(view: View, meaning: ClueMeaning) -> bool:
    """Return whether a clue misleads by the conventions: its focus is taken for another card, or it
    makes somebody play a card that cannot be played (`is_struck`).
    """
    return bool(_but(view, meaning)) or is_struck(view, meaning)


def is_struck(view: View, meaning: ClueMeaning) -> bool:
    """Return whether a play expected after a clue is a strike."""
    return any(play.is_strike for play in _plays(view, meaning))


def meant(view: View, meaning: ClueMeaning, *, beforehand: bool = False) -> str:
    """Return, as a clause that may speak to the receiver (“please play slot 2”), what a clue says
    by convention about the clued hand.

    If `beforehand`, the giver reads the clause after the expected plays: it leaves out the
    cards of these plays, and is empty if nothing else is said.
    """
    assert meaning.target is not None
    target, after = meaning.target, meaning.after[meaning.target]
    plays = [play[0] if play and beforehand else None for play in meaning.plays]
    played = plays[target]
    if (called := called_slot(view, meaning)) is not None:
        said_before = called == plays[(view.seat + 1) % view.rules.players]
        return "" if said_before else call_of(view, meaning, called)
    if (pointed := pointed_slot(view, meaning)) is not None:
        return "" if pointed == played else _pointed(view, meaning, pointed, beforehand)
    if stopped := stopped_slots(view, meaning):
        where = places(view, target, stopped)
        dead = not any(after[slot] & ~view.useless for slot in stopped)
        return f"{where} can't score any more" if dead else f"{where} can't be played yet"
    ready = _ready(view, meaning)
    others, now = [slot for slot in ready if slot != played], ""
    if others:
        which = _named(view, after[others[0]]) if len(others) == 1 else ""
        now = f"{places(view, target, others)}{which} can be played now"
    is_new = meaning.focus is not None and not view.touched(target, meaning.focus)
    if meaning.focus is not None and (is_new or (meaning.later and not ready)):
        focus = (
            ""
            if meaning.focus == played
            else _focus(view, meaning, target, meaning.focus, beforehand)
        )
        return "; ".join(one for one in (now, focus) if one)
    if ready:
        return now
    changed = changed_slots(view, meaning, target)
    if not changed:
        return f"nothing new by convention about {places(view, target, _touched(view, meaning))}"
    return _known(view, target, after, [slot for slot in changed if slot != played])


def says_nothing(view: View, meaning: ClueMeaning) -> bool:
    """Return whether everybody already knew all that a clue says of clued cards."""
    return not meaning.later and not any(
        changed_slots(view, meaning, seat) for seat in range(view.rules.players)
    )


def called_slot(view: View, meaning: ClueMeaning) -> int | None:
    """Return the slot of the next seat's card that a clue without news asks for, where no clue
    touches some cards; None for other clues.
    """
    if not says_nothing(view, meaning):
        return None
    seat = (view.seat + 1) % view.rules.players
    for slot, was in enumerate(meaning.before[seat]):
        taken = meaning.after[seat][slot]
        clued = view.touched(seat, slot) or (seat == meaning.target and meaning.touched >> slot & 1)
        if taken not in (0, was) and is_all(taken, meaning.reach) and not clued:
            return slot
    return None


def pointed_slot(view: View, meaning: ClueMeaning) -> int | None:
    """Return the slot of the clued hand with a card that a clue does not touch and asks to be
    played or discarded, as in the referential sieve; None for other clues.
    """
    assert meaning.target is not None
    target, after = meaning.target, meaning.after[meaning.target]
    for slot, was in enumerate(meaning.before[target]):
        clued = view.touched(target, slot) or meaning.touched >> slot & 1
        if not clued and after[slot] != was and not after[slot] & ~view.playable:
            return slot
    return None


def call_of(view: View, meaning: ClueMeaning, slot: int) -> str:
    """Return a clause about the next seat's card that a clue asks for (see `called_slot`)."""
    seat = (view.seat + 1) % view.rules.players
    where = f"{whose(view, seat)}{place(view, seat, slot)}"
    return f"{where} is to be played{_named(view, meaning.after[seat][slot])}"


def changed_slots(view: View, meaning: ClueMeaning, seat: int) -> list[int]:
    """Return the clued slots of a seat that the table takes for something else after a clue."""
    return [
        slot
        for slot, was in enumerate(meaning.before[seat])
        if was != meaning.after[seat][slot]
        and (view.touched(seat, slot) or (seat == meaning.target and meaning.touched >> slot & 1))
    ]


def stopped_slots(view: View, meaning: ClueMeaning) -> list[int]:
    """Return the slots that a clue touches again and whose cards the table takes for playable
    before it, but not after it.
    """
    was, now = _playable(view, meaning.before, meaning), _playable(view, meaning.after, meaning)
    return [slot for slot in _touched(view, meaning) if slot in was and slot not in now]


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


def _plays(view: View, meaning: ClueMeaning) -> list[_Play]:
    """Return the plays expected after a clue, in turn order."""
    stacks = list(view.stacks)
    plays: list[_Play] = []
    for seat in _others(view):
        if play := meaning.plays[seat]:
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
    """Return whether the identities `taken` (bit set) exclude a card."""
    return not taken >> view.rules.identity(card) & 1


def _but(view: View, meaning: ClueMeaning) -> str:
    """Return a sentence on what the focus of a clue really is if the clue says something else of
    it; empty if not, or if an expected play has said it.
    """
    target, focus = meaning.target, meaning.focus
    if target is None or focus is None or not meaning.said or stopped_slots(view, meaning):
        return ""
    if (pointed := pointed_slot(view, meaning)) is not None:
        lost = view.hands[target][pointed] if not meaning.after[target][pointed] else None
        if lost and view.critical >> view.rules.identity(lost) & 1:
            return f"But {place(view, target, pointed)} is {name(view, lost)}, which is critical."
    card, play = view.hands[target][focus], meaning.plays[target]
    is_told = play is not None and play[0] == focus
    if card is None or is_told or not _is_other(view, card, meaning.said):
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


def _touched(view: View, meaning: ClueMeaning) -> list[int]:
    """Return the slots that a clue touches."""
    return [slot for slot in range(view.rules.hand_size) if meaning.touched >> slot & 1]


def _ready(view: View, meaning: ClueMeaning) -> list[int]:
    """Return the clued slots of the receiver whose cards the table takes for playable after a clue,
    but not before it.
    """
    assert meaning.target is not None
    was, now = _playable(view, meaning.before, meaning), _playable(view, meaning.after, meaning)
    changed = changed_slots(view, meaning, meaning.target)
    return [slot for slot in changed if slot in now and slot not in was]


def _playable(view: View, taken: Sequence[Sequence[int]], meaning: ClueMeaning) -> set[int]:
    """Return the receiver's slots whose cards were clued before and are all playable by `taken`:
    the identities (bit sets) that the table believes possible, by seat and slot.
    """
    assert meaning.target is not None
    return {
        slot
        for slot, identities in enumerate(taken[meaning.target])
        if view.touched(meaning.target, slot) and is_all(identities, view.playable)
    }


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


def _focus(view: View, meaning: ClueMeaning, target: int, focus: int, beforehand: bool) -> str:
    """Return what a clue says about its focus. Unless `beforehand`, the clause may speak to the
    receiver.
    """
    slot, now = place(view, target, focus), meaning.said & view.playable & ~meaning.later
    chop = ", the next discard" if meaning.chop else ""
    if not meaning.said & ~view.useless:
        return f"{slot} can't score any more"
    if meaning.said == meaning.later:
        held = "" if beforehand else _held(view, meaning)
        missing = missing_card(view, _before(view, meaning))
        return f"{slot}{_named(view, meaning.said)} needs {missing} first{held}"
    keep = meaning.said & ~meaning.reach & ~meaning.later
    if meaning.later or (now and keep):
        return f"{slot} is {_one_of(view, meaning, now, keep, beforehand)}"
    to_you = view.rules.players == 2 and not beforehand
    play = f"please play {slot}" if to_you else f"{slot} is to be played"
    if not meaning.said & ~view.playable:
        return f"{play}{_named(view, meaning.said)}"
    if not keep:
        return f"{slot} can be played soon{_named(view, meaning.said)}"
    if meaning.chop or is_all(meaning.said, view.critical):
        return f"keep {slot}{chop}{_named(view, meaning.said)}"
    return f"{slot} is for later{_named(view, meaning.said)}"


def _pointed(view: View, meaning: ClueMeaning, slot: int, beforehand: bool) -> str:
    """Return what a clue asks of the clued hand's untouched card in `slot` (`pointed_slot`)."""
    assert meaning.target is not None
    where, said = place(view, meaning.target, slot), meaning.after[meaning.target][slot]
    to_you, verb = view.rules.players == 2 and not beforehand, "play" if said else "discard"
    asked = f"please {verb} {where}" if to_you else f"{where} is to be {verb}ed"
    return asked + _named(view, said)


def _one_of(view: View, meaning: ClueMeaning, now: int, keep: int, beforehand: bool) -> str:
    """Return the uses of a focus that may have several: “red 1 to play, or red 4 to keep”.

    `now` and `keep` are the identities (bit sets) to play at once and to keep. The others of
    `meaning.said` are played after cards of other hands (`meaning.later`) or after known cards.
    """
    named, missing = bool(cards(view, meaning.said)), missing_card(view, _before(view, meaning))
    uses = {
        "to play": now,
        "to play soon": meaning.said & ~(now | keep | meaning.later),
        "to keep": keep,
        f"{'' if named else 'to play '}after {missing}": meaning.later,
    }
    uses = {use: identities for use, identities in uses.items() if identities}
    if named:
        *first, last = (f"{cards(view, one)} {use}" for use, one in uses.items())
        listing = f"{', '.join(first)}, or {last}"
    else:
        listing = f"a card {listed([*uses], 'or')}"
    return listing if beforehand or not meaning.later else f"{listing}{_held(view, meaning)}"


def _held(view: View, meaning: ClueMeaning) -> str:
    """Return who may hold the card that must be played before a clue's focus, as a relative clause
    for everybody, who do not know which of these seats does.
    """
    target, missing = meaning.target, _before(view, meaning)
    assert target is not None
    if view.rules.players == 2:
        return ", which you hold"
    is_clued = any(
        view.touched(target, slot) and slot != meaning.focus and identities & missing
        for slot, identities in enumerate(meaning.after[target])
    )
    seats = [
        f"seat {seat + 1}"
        for seat in _others(view)
        if meaning.waiting >> seat & 1 or (seat == target and is_clued)
    ]
    return f", held by {listed(seats, 'or')}"


def _named(view: View, identities: int) -> str:
    names = cards(view, identities)
    return f" ({names})" if names else ""


def _before(view: View, meaning: ClueMeaning) -> int:
    """Return the identities (bit set) that must be played before a clue's focus, and that no hand
    is known to hold: for each that needs such a card, the lowest one.
    """
    found = 0
    for card in view.rules.cards_in(meaning.later):
        ranks = range(card.rank - 1, 0, -1)
        lower = [1 << view.rules.identity(card._replace(rank=rank)) for rank in ranks]
        found |= next((one for one in lower if one & meaning.reach), 0)
    return found
