"""What anybody at the table may be told of a move while the game runs: what everybody sees of it.

What made an agent choose may be a card in the reader's own hand. So nothing here asks the agent:
the sentence is a function of the public record and the move.
"""

from __future__ import annotations

from native import Event, Move, MoveKind, View


def why(view: View, move: Move) -> str:
    """One sentence about the move of the view's seat."""
    if move.is_clue:
        return _clue(view, move)
    assert move.slot is not None
    slot = f"slot {view.position(view.seat, move.slot)}"
    left = view.clued(view.seat, move.slot)
    clue = last_clue(view, view.seat, move.slot)
    if move.kind is MoveKind.PLAY:
        if not left & ~view.playable:
            return f"By the clues I got, {slot} can only be playable."
        if clue is None:
            return f"No clue has touched {slot}; I play it all the same."
        return f"{giver(view, clue)} clued {value(view, clue.move)} to {slot}, so I play it."
    if not left & ~view.useless:
        return f"By the clues I got, {slot} is of no use any more."
    if clue is not None:
        return f"I can spare {slot} best, although it was clued."
    oldest = view.position(view.seat, move.slot) == max(_unclued(view))
    return f"{slot.capitalize()} is my {'oldest ' if oldest else ''}card without a clue."


def last_clue(view: View, seat: int, slot: int) -> Event | None:
    """The latest clue that touched a card, or None."""
    drawn = view.order(seat, slot)
    for event in reversed(view.history):
        if event.drawn == drawn:
            return None
        if event.target == seat and slot in event.touched:
            return event
    return None


def giver(view: View, clue: Event) -> str:
    """Who gave a clue: with two players it can only be you."""
    return "You" if view.rules.players == 2 else f"Seat {clue.seat + 1}"


def value(view: View, move: Move) -> str:
    """What a clue names: “red”, “5s”."""
    assert move.value is not None
    if move.kind is MoveKind.RANK:
        return f"{move.value}s"
    return view.rules.colours[move.value].name.lower()


def _unclued(view: View) -> list[int]:
    """Positions of my cards that no clue has touched; 1 is the newest."""
    return [
        view.position(view.seat, slot) or 0
        for slot in view.own_slots
        if not view.touched(view.seat, slot)
    ]


def _clue(view: View, move: Move) -> str:
    assert move.target is not None
    assert move.value is not None
    rules = view.rules
    target = (view.seat + move.target) % rules.players
    rank = move.kind is MoveKind.RANK
    mask = rules.rank_masks[move.value - 1] if rank else rules.colours[move.value].touches
    touched = [
        slot
        for slot, card in enumerate(view.hands[target])
        if card and mask >> rules.identity(card) & 1
    ]
    whose = "your " if rules.players == 2 else f"seat {target + 1}'s "
    fresh = [slot for slot in touched if not view.touched(target, slot)]
    told = f"{value(view, move).capitalize()}: {whose}{_slots(view, target, touched)}"
    if not fresh:
        return f"{told}, clued before."
    if len(fresh) < len(touched):
        return f"{told}, {_slots(view, target, fresh)} for the first time."
    return f"{told}."


def _slots(view: View, seat: int, slots: list[int]) -> str:
    """“slot 2”, “slots 1, 2 and 4”."""
    numbers = [str(n) for n in sorted(view.position(seat, slot) or 0 for slot in slots)]
    if len(numbers) == 1:
        return f"slot {numbers[0]}"
    return f"slots {', '.join(numbers[:-1])} and {numbers[-1]}"
