"""Why a move was made, about the actual cards that its player saw: for whoever sees all hands, so
for replays and open tables. It holds for every family of agents: what they saw is the same."""

from __future__ import annotations

from agents.kinds.plain_reasons import clue_mask
from agents.kinds.saying import giver, last_clue, listed, name, place, unclued, value, whose
from native import Card, Move, MoveKind, View

MOST_NAMED = 4
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five"}


def whole(view: View, move: Move, chance: tuple[int, int] | None = None) -> str:
    """One sentence in the first person. ``chance`` are the cases in which a play fits, or a
    discard is useless, of all that the player thought possible."""
    if move.is_clue:
        return _clue(view, move)
    return _play(view, move, chance) if move.kind is MoveKind.PLAY else _discard(view, move)


def _play(view: View, move: Move, chance: tuple[int, int] | None) -> str:
    assert move.slot is not None
    slot, possible = place(view, view.seat, move.slot), view.possible(move.slot)
    if not possible & ~view.playable:
        return f"I knew that {slot} was {_known(view, possible)}."
    odds = f": {chance[0]} of {chance[1]} cases" if chance else ""
    clue = last_clue(view, view.seat, move.slot)
    if clue is None:
        return f"No clue had touched {slot}, but I took the chance{odds}."
    said = f"{giver(view, clue)} clued {value(view, clue.move)}"
    if not possible & view.playable:
        return f"{said}, and I played {slot}, which could not fit."
    return f"{said}, so I took {slot} to be playable{odds}."


def _discard(view: View, move: Move) -> str:
    assert move.slot is not None
    slot, possible = place(view, view.seat, move.slot), view.possible(move.slot)
    if not possible & ~view.useless:
        cards = [name(view, card) for card in view.rules.cards_in(possible)]
        was = f" was {listed(cards, 'or')}, which" if len(cards) <= MOST_NAMED else ""
        return f"I knew that {slot}{was} could not score any more."
    knew_a_play = any(not view.possible(own) & ~view.playable for own in view.own_slots)
    if view.clue_tokens == 0 and not knew_a_play:
        why = "I had no clue to give and nothing sure to play"
    elif not knew_a_play:
        why = "I had nothing better to do"
    else:
        why = "I thought a clue token was worth more than a play"
    if view.touched(view.seat, move.slot):
        return f"{why}, and of my cards I could spare {slot} best, although it was clued."
    if move.slot == unclued(view)[0]:
        return f"{why}, so I discarded {slot}, my oldest card without a clue."
    return f"{why}, and of my cards I could spare {slot} best."


def _known(view: View, possible: int) -> str:
    """“red 3 and playable”, “playable: red 1 or blue 1”, “playable”."""
    cards = [name(view, card) for card in view.rules.cards_in(possible)]
    if len(cards) == 1:
        return f"{cards[0]} and playable"
    return f"playable: {listed(cards, 'or')}" if len(cards) <= MOST_NAMED else "playable"


def _clue(view: View, move: Move) -> str:
    assert move.target is not None
    target = (view.seat + move.target) % view.rules.players
    your = whose(view, target).capitalize()
    mask, said = clue_mask(view, move), _clued(view, move)
    touched = [
        (slot, card)
        for slot, card in enumerate(view.hands[target])
        if card and mask >> view.rules.identity(card) & 1
    ]
    fresh = [(slot, card) for slot, card in touched if not view.touched(target, slot)]
    for cards, told in ((fresh, "fresh"), (touched, "more")):
        fits = _distinct(view, cards, view.playable)
        if len(fits) > 1:
            both = "both" if len(fits) == 2 else "all"
            names = listed([name(view, card) for _, card in fits])
            return f"{your}{names} were {both} playable, so one clue did for {NUMBERS[len(fits)]}."
        if fits:
            slot, card = fits[0]
            what = f"{your}{name(view, card)} in {place(view, target, slot)} was playable"
            return f"{what}, so {said}." if told == "fresh" else f"{what}: {said} to say more."
    if last := _distinct(view, fresh, view.critical):
        slot, card = last[0]
        where = f"{name(view, card)} in {place(view, target, slot)}"
        return f"{your}{where} was the last of its kind, so {said} to keep it."
    needed = _distinct(view, touched, ~view.useless)
    different = needed or _distinct(view, touched, view.useless)
    names = listed([name(view, card) for _, card in different])
    if needed:
        return f"{your}{names} will be needed later, so {said}."
    return f"{your}{names} could not score any more, so {said} to tell you."


def _clued(view: View, move: Move) -> str:
    """“I clued 1”."""
    if move.kind is MoveKind.RANK:
        return f"I clued {move.value}"
    return f"I clued {value(view, move)}"


def _distinct(view: View, cards: list[tuple[int, Card]], mask: int) -> list[tuple[int, Card]]:
    """Those of this kind, one of each identity."""
    kept: dict[Card, int] = {}
    for slot, card in cards:
        if mask >> view.rules.identity(card) & 1:
            kept.setdefault(card, slot)
    return [(slot, card) for card, slot in kept.items()]
