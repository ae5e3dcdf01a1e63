"""Reasons for moves, for readers who see all hands: in replays and at open tables.

The sentences are about the actual cards that the player saw, so they hold for every agent. They
name the turn that last changed what the player knew.
"""

from collections.abc import Callable, Sequence

from agents.reasons.causes import (
    Goal,
    Taken,
    because,
    cause,
    cause_of_play,
    drawn_at,
    holding,
    is_all,
    playable,
    reached,
    touches,
    useless,
)
from agents.reasons.live import LAST_CLUE
from agents.reasons.names import (
    cards,
    described,
    happened,
    listed,
    name,
    own_clue,
    place,
    unclued,
    value,
    who,
    whose,
)
from native import Card, Event, Move, MoveKind, View
from native.engine.view import earlier

NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five"}
Held = tuple[int, Card]
"""A slot of a hand and the card in it."""
Known = Callable[[int, int], int]
"""Returns, given a seat and a slot, the identities (bit set) that the table believes possible for
the card."""


def why(
    view: View,
    move: Move,
    chance: tuple[int, int] | None = None,
    taken: Taken | None = None,
    known: Known | None = None,
    news: Sequence[int] | None = None,
    focus: int | None = None,
    compared: bool = True,
) -> str:
    """Return the reason for a move in one or two sentences in the first person, for readers who see
    all hands.

    `view` is the mover's, before the move. `chance` has, for a played card, the number of cases in
    which it is playable and the number of all cases that the player considered possible; with None,
    the reason gives no odds. `taken` returns the identities that the player believed possible for
    the moved card (default: those that its clues and the visible cards allow), `known` those that
    the table believes possible for another seat's card (default: those that its clues allow). For a
    clue, `news` has the clued slots about which it says something new (default: those that have
    fewer possible identities after it), and `focus` is the slot of the card that it is mainly
    about, which the reason prefers to other copies of that card. `compared` says whether a discard
    was chosen as the card that the player could spare best, not by its age or its clues alone.
    """
    if move.is_clue and view.turns_left == 1:
        return LAST_CLUE
    if move.is_clue:
        return _clue(view, move, known or view.clued, news, focus)
    assert move.slot is not None
    slot = move.slot

    def possible(then: View) -> int:
        return then.possible(slot)

    if move.kind is MoveKind.PLAY:
        return _play(view, slot, taken or possible, chance)
    return _discard(view, slot, taken or possible, known or view.clued, compared)


def _play(view: View, slot: int, taken: Taken, chance: tuple[int, int] | None) -> str:
    what, order, may_be = place(view, view.seat, slot), view.order(view.seat, slot), taken(view)
    odds = f": {chance[0]} of {chance[1]} cases" if chance else ""
    if not may_be & view.playable:
        return f"I played {what}, which could not fit."
    sure = is_all(may_be, view.playable)
    if not sure and not view.touched(view.seat, slot):
        return f"No clue had touched {what}, but I took a chance{odds}."
    event = cause_of_play(view, slot, taken)
    belief = _as(view, slot, may_be, "playable")
    if event is None:
        return f"I {belief}."
    since = _shown(view, event, order, taken, playable)
    if not sure:
        follower, fitting = reached(view, event, taken), cards(view, may_be & view.playable)
        is_it = follower and fitting == name(view, follower)
        as_what = f"for the {fitting}" if is_it else "to be playable"
        return f"{since}, so I took {what} {as_what}{odds}."
    return f"{since}, so I {belief}."


def _as(view: View, slot: int, may_be: int, otherwise: str) -> str:
    """Return “knew that slot 2 was red 1”, or “took slot 2 for red 1” if what the player saw and
    was clued does not prove it. `otherwise` stands for a list of many cards.
    """
    what, named = place(view, view.seat, slot), cards(view, may_be)
    if not view.possible(slot) & ~may_be:
        return f"knew that {what} was {named or otherwise}"
    return f"took {what} for {named}" if named else f"took {what} to be {otherwise}"


def _shown(view: View, event: Event, order: int | None, taken: Taken, goal: Goal) -> str:
    """Return what a turn showed of a card, as a clause. If another seat drew the card that showed
    it, the clause names that card.
    """
    if event.seat != view.seat and not touches(event, order):
        drawn = _card_of(view, event.seat, event.drawn)
        then = earlier(view, event.turn + 1)
        left_out = taken(earlier(view, event.turn)) & ~taken(then) & ~goal(then)
        if drawn not in (None, event.card) and left_out >> view.rules.identity(drawn) & 1:
            return f"{who(view, event.seat)} drew {name(view, drawn)}"
    return because(view, event, order, taken)


def _card_of(view: View, seat: int, order: int | None) -> Card | None:
    """Return the card with this draw number, in the seat's hand or used since; else None."""
    if order is None:
        return None
    for slot, card in enumerate(view.hands[seat]):
        if view.order(seat, slot) == order:
            return card
    return next((event.card for event in view.history if event.order == order), None)


def _discard(view: View, slot: int, taken: Taken, known: Known, compared: bool) -> str:
    what, order, may_be = place(view, view.seat, slot), view.order(view.seat, slot), taken(view)
    if is_all(may_be, view.useless):
        belief = _as(view, slot, may_be, "trash")
        if cards(view, may_be):
            belief += ", which could not score any more"
        event = cause(view, order, taken, useless)
        if event is None:
            return f"I {belief}."
        return f"{_shown(view, event, order, taken, useless)}, so I {belief}."
    knew_a_play = any(is_all(view.possible(own), view.playable) for own in view.own_slots)
    why = _why_no_clue(view, known)
    if knew_a_play:
        why = "I thought a clue token was worth more than a play"
    if not compared or slot in unclued(view, view.seat)[:1]:
        return f"{why}, so I discarded {what}, {described(view, slot)}."
    although = ", although it was clued" if view.touched(view.seat, slot) else ""
    return f"{why}, and {what} was the card that I could spare best{although}."


def _why_no_clue(view: View, known: Known) -> str:
    """Return why the seat discarded instead of cluing, as a clause about possible clues."""
    if not view.clue_tokens:
        return "I had no clue left"
    saved = " and saved the last clue" if view.clue_tokens == 1 else ""
    for turns in range(1, view.rules.players):
        seat = (view.seat + turns) % view.rules.players
        for slot, card in enumerate(view.hands[seat]):
            if card is None or view.touched(seat, slot):
                continue
            if view.playable >> view.rules.identity(card) & 1 and not is_all(
                known(seat, slot), view.playable
            ):
                return f"I left {whose(view, seat)}{name(view, card)} for later{saved}"
    return "I saved the last clue" if saved else "I saw nothing to clue"


def _clue(
    view: View, move: Move, known: Known, news: Sequence[int] | None, focus: int | None
) -> str:
    assert move.target is not None
    target = (view.seat + move.target) % view.rules.players
    your = whose(view, target)
    mask = move.touches(view.rules)
    said = f"I clued {value(view, move, 1)}"
    held = [(slot, card) for slot, card in enumerate(view.hands[target]) if card]
    held.sort(key=lambda one: one[0] != focus)
    touched = [(slot, card) for slot, card in held if mask >> view.rules.identity(card) & 1]
    fresh = [(slot, card) for slot, card in touched if not view.touched(target, slot)]
    unknown = [one for one in touched if not is_all(known(target, one[0]), view.playable)]
    if news is None:
        news = _news(view, target, mask, held)
    if not fresh and not news:
        again = f"I clued {own_clue(view, move)} again"
        if fits := _distinct(view, unknown, view.playable):
            again = f"{again}, because the {name(view, fits[0][1])} was playable"
        return f"{again}. It said nothing new."
    informed = [one for one in touched if one in fresh or one[0] in news]
    unknown = [one for one in unknown if one in informed]
    for among, is_fresh in ((fresh, True), (unknown, False)):
        fits = _distinct(view, among, view.playable)
        if len(fits) > 1:
            both = "both" if len(fits) == 2 else "all"
            names = listed([name(view, card) for _, card in fits])
            many = f"{your}{names} were {both} playable, so one clue did for {NUMBERS[len(fits)]}."
            return many[0].upper() + many[1:]
        if fits:
            since, what = _since(view, target, fits[0], playable)
            if is_fresh:
                return f"{since}{what} was playable, so {said}."
            knows = "you know" if view.rules.players == 2 else f"seat {target + 1} knows"
            return f"{since}{what} was playable: {said} so that {knows}."
    if last := _distinct(view, fresh, view.critical):
        since, what = _since(view, target, last[0], lambda then: then.critical)
        return f"{since}{what} was the last of its kind, so {said} to keep it."
    needed = _distinct(view, informed or touched, ~view.useless)
    different = needed or _distinct(view, informed or touched, view.useless)
    names = f"{your}{listed([name(view, card) for _, card in different])}"
    if needed:
        return f"{names[0].upper()}{names[1:]} will be needed later, so {said}."
    return f"{names[0].upper()}{names[1:]} could not score any more, so {said} to tell you."


def _news(view: View, target: int, mask: int, held: list[Held]) -> list[int]:
    """Return the clued slots of a hand whose identities a clue with this mask narrows."""
    return [
        slot
        for slot, card in held
        if view.touched(target, slot)
        and view.clued(target, slot) & (~mask if mask >> view.rules.identity(card) & 1 else mask)
    ]


def _since(view: View, target: int, held: Held, goal: Taken) -> tuple[str, str]:
    """Return what made a card of another hand playable or critical, as the beginning of a sentence,
    and the card with its place, as the rest needs it.

    The beginning is empty unless that happened in the last round. A card that was drawn then is
    described as new.
    """
    slot, card = held
    identity, order = view.rules.identity(card), view.order(target, slot)
    event = holding(view, order, lambda then: bool(goal(then) >> identity & 1))
    what = f"{whose(view, target)}{name(view, card)} in {place(view, target, slot)}"
    recent = view.turn - view.rules.players
    if event is not None and event.turn >= recent:
        return f"{happened(view, event)}, and ", what
    if event is None and recent <= drawn_at(view, order) - 1 and drawn_at(view, order):
        return f"{who(view, target)} had just drawn ", f"{name(view, card)}, which"
    return "", what[0].upper() + what[1:]


def _distinct(view: View, held: list[Held], mask: int) -> list[Held]:
    """Return the held cards with these identities, one of each."""
    first: dict[Card, int] = {}
    for slot, card in held:
        if mask >> view.rules.identity(card) & 1:
            first.setdefault(card, slot)
    return [(slot, card) for card, slot in first.items()]
