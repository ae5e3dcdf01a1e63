"""Text for people: sentences about moves and endings, and the names of cards, clues and slots."""

import re
from collections.abc import Sequence

from agents.reasons.names import at_positions, card_name, listed
from native import Card, Event, Game, MoveKind, Rules

ENDINGS = {
    "perfect": "Every stack is finished.",
    "strikeout": "The third strike ended the game.",
    "out_of_turns": "The deck ran out, and everybody had one more turn.",
    "terminated": "The game was ended early.",
    "nothing_left": "No card that could still score is left.",
}

IN_LISTS = {
    "perfect": "perfect",
    "strikeout": "three strikes",
    "terminated": "ended early",
    "nothing_left": "nothing left",
}
"""Short words for the ways a game can end, in lists of games; a game that was played to its last
turn has none."""


def clue_name(rules: Rules, value: str) -> str:
    """Return the name of a clue from its value in the notation: “red” from “r”, “3” from “3”;
    “odd” from “1” in variants where ranks are clued by parity.
    """
    names = {colour.letter: colour.name.lower() for colour in rules.colours}
    if rules.variant.startswith("Odds and Evens"):
        names |= {"1": "odd", "2": "even"}
    return names.get(value, value)


def move_sentence(before: Game, event: Event, names: Sequence[str]) -> str:
    """Return a move as a sentence, such as “Ana clues red to Piers, touching slots 1 and 4.”

    `before` is the game before the move, and `names` are the players' names by seat.
    """
    rules, mover = before.rules, names[event.seat]
    if event.target is not None:
        value = clue_name(rules, event.move.clue_value(rules))
        slots = [before.position(event.target, slot) or 0 for slot in event.touched]
        return f"{mover} clues {value} to {names[event.target]}, touching {at_positions(slots)}."
    assert event.card is not None
    assert event.slot is not None
    what = f"{card_name(rules, event.card)} from slot {before.position(event.seat, event.slot)}"
    if event.move.kind == MoveKind.DISCARD:
        return f"{mover} discards {what}."
    return f"{mover} plays {what}." if event.success else f"{mover} misplays {what}: a strike."


def with_names(said: str, names: Sequence[str]) -> str:
    """Return an agent's reason `said` with each “seat 2” replaced by the name of the player there;
    `names` has seat 1 first.
    """
    return re.sub(
        r"\b[Ss]eat ([1-9])\b",
        lambda seat: names[int(seat[1]) - 1] if int(seat[1]) <= len(names) else seat[0],
        said,
    )


def to_you(text: str) -> str:
    """Return sentences about a player named “You” in correct English: “You plays” becomes “You
    play”, “to You,” becomes “to you,”, and “of You's hand” becomes “of your hand”.
    """
    text = re.sub(r"\bYou (\w+)s\b", r"You \1", text.replace("You's", "Your"))
    return re.sub(r"(?<!^)(?<!\. )\bYou(r?)\b", r"you\1", text)


def spelled(rules: Rules, reads: str) -> str:
    """Return the identities listed in `reads`, such as “r1 b1”, as words: “red 1 or blue 1”; “a 5”
    for the 5s of all suits.
    """
    cards = [Card.parse(text, rules.suits, rules.ranks) for text in reads.split()]
    if len(cards) == len(rules.suits) and len({card.rank for card in cards}) == 1:
        return f"a {cards[0].rank}"
    return listed([card_name(rules, card) for card in cards], "or")
