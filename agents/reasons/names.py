"""Names of slots, cards, clues, seats and turns in agents' sentences.

Seats are called “seat 2”, which the page of a table replaces by the player's name.
"""

from collections.abc import Sequence

from native import Card, Event, Move, MoveKind, Rules, View
from native.engine.variants import suits_of

MOST_NAMED = 4
"""The largest number of cards that a sentence lists; longer lists are left out."""


def last_clue(view: View, seat: int, slot: int) -> Event | None:
    """Return the latest clue that touched the card now in a seat's slot; None if there was none."""
    if not view.touched(seat, slot):
        return None
    drawn = view.order(seat, slot)
    for event in reversed(view.history):
        if event.drawn == drawn:
            return None
        if event.target == seat and slot in event.touched:
            return event
    return None


def who(view: View, seat: int) -> str:
    """Return a seat as the subject of a sentence: “I” for the view's own seat; for another, “You”
    at a table of two, else “Seat 2”.
    """
    if seat == view.seat:
        return "I"
    return "You" if view.rules.players == 2 else f"Seat {seat + 1}"


def happened(view: View, event: Event, order: int | None = None) -> str:
    """Return a turn as a clause: “You clued red”, “Red 1 was played”, “Seat 3 discarded blue 4”.

    `order` is the draw number (position in the deck, from 0) of the card that the sentence is
    about, None for no card. If a clue touched this card, the clause does not say whose hand was
    clued.
    """
    subject = who(view, event.seat)
    if event.move.is_clue:
        assert event.target is not None
        said = value(view, event.move, len(event.touched))
        if order in event.touched_orders:
            return f"{subject} clued {said}"
        target = "my" if event.target == view.seat else whose(view, event.target).strip()
        return f"{subject} clued {target} {said}"
    assert event.card is not None
    card = name(view, event.card)
    if event.success:
        return f"{card.capitalize()} was played"
    verb = "misplayed" if event.strike else "discarded"
    return f"{subject} {verb} {card}"


def within(clause: str) -> str:
    """Return a clause with a small first letter (but “I” unchanged), for use within a sentence:
    “you clued red” for “You clued red”.
    """
    return clause if clause.startswith("I ") else clause[0].lower() + clause[1:]


def whose(view: View, seat: int) -> str:
    """Return the possessive of another seat, followed by a space: “your ” at a table of two, else
    “seat 2's ”.
    """
    return "your " if view.rules.players == 2 else f"seat {seat + 1}'s "


def value(view: View, move: Move, count: int) -> str:
    """Return the colour or rank that a clue to `count` cards names: “red”, “5s”, “5” for one card,
    or “odds” where ranks are clued by parity.
    """
    assert move.value is not None
    if move.kind is MoveKind.COLOUR:
        return view.rules.colours[move.value].name.lower()
    parity = view.rules.variant.startswith("Odds and Evens")
    rank = ("even", "odd")[move.value % 2] if parity else str(move.value)
    return rank if count == 1 else f"{rank}s"


def own_clue(view: View, move: Move) -> str:
    """Return a clue that the view's seat gives, by its cards: “your 5s”, “seat 3's red”."""
    assert move.target is not None
    target, mask = (view.seat + move.target) % view.rules.players, move.touches(view.rules)
    hand = [card for card in view.hands[target] if card]
    count = sum(mask >> view.rules.identity(card) & 1 for card in hand)
    return f"{whose(view, target)}{value(view, move, count)}"


def named(view: View, move: Move) -> str:
    """Return a move of the view's seat as text, with slots and seats as people count them: “play
    slot 2”, “clue red to seat 1”.
    """
    if move.slot is not None:
        return f"{move.kind.name.lower()} slot {view.position(view.seat, move.slot)}"
    assert move.target is not None
    seat = (view.seat + move.target) % view.rules.players + 1
    return f"clue {value(view, move, 1)} to seat {seat}"


def card_name(rules: Rules, card: Card) -> str:
    """Return the name of a card: “red 3”, or “r 3” if the rules are not a named variant's."""
    suit = suits_of(rules.variant)[card.suit].name.lower() if rules.variant else None
    return f"{suit or rules.suits[card.suit]} {card.rank}"


def name(view: View, card: Card) -> str:
    """Return the name of a card in the variant that the view's game is played by: “red 3”."""
    return card_name(view.rules, card)


def cards(view: View, identities: int, most: int = MOST_NAMED) -> str:
    """Return the names of the identities in a bit set: “red 1 or blue 2”; empty for none or more
    than `most`.
    """
    names = [name(view, card) for card in view.rules.cards_in(identities)]
    return listed(names, "or") if len(names) <= most else ""


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list, with `last` before the last word: “a”, “a and b”, “a, b and c”."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def place(view: View, seat: int, slot: int) -> str:
    """Return the name that players use for an engine's slot: “slot 2”, where slot 1 has the newest
    card.
    """
    return f"slot {view.position(seat, slot)}"


def places(view: View, seat: int, slots: Sequence[int]) -> str:
    """Return the names that players use for the engine's `slots` of a seat: “slot 2”, “slots 1, 2
    and 4”.
    """
    return at_positions([view.position(seat, slot) or 0 for slot in slots])


def at_positions(positions: Sequence[int]) -> str:
    """Return the names of slots given as players count them (1 for the newest card): “slot 2” for
    [2], “slots 1 and 4” for [4, 1], “nothing” for none.
    """
    numbers = [str(position) for position in sorted(positions)]
    return f"slot{'s' if len(numbers) > 1 else ''} {listed(numbers)}" if numbers else "nothing"


def unclued(view: View, seat: int) -> list[int]:
    """Return the slots of a seat that no clue has touched, the oldest card first."""
    return [slot for slot in reversed(view.slots(seat)) if not view.touched(seat, slot)]


def described(view: View, slot: int) -> str:
    """Return a discarded card's age and clues, to follow its name in a sentence: “my oldest card
    without a clue”, “which no clue had touched”, “my oldest card, although it was clued”, “as every
    card of mine was clued”.
    """
    free = unclued(view, view.seat)
    if slot not in free:
        oldest = "my oldest card, " if slot == view.own_slots[0] else ""
        left = view.provable(view.seat, slot)
        if not free:
            return f"{oldest}as every card of mine was clued"
        if 2 * (left & view.useless).bit_count() > left.bit_count():
            return f"{oldest}although it was clued: most of what it could be was trash"
        return f"{oldest}although it was clued"
    if slot != free[0]:
        return "which no clue had touched"
    return "my only card without a clue" if len(free) == 1 else "my oldest card without a clue"
