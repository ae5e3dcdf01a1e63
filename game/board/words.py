"""What happened, in one plain sentence. Names of cards, clues and places as people say them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from game.tables.clues import clue_value
from native import Card, Event, MoveKind, Rules
from native.engine.variants import suits_of

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
"""The same in a list of games; of one that was played to its last turn, nothing."""


def card_name(rules: Rules, card: Card) -> str:
    """“red 3”."""
    return f"{suits_of(rules.variant)[card.suit].name.lower()} {card.rank}"


def clue_name(rules: Rules, value: str) -> str:
    """“red” for “r”, “3” for “3”; “odd” for “1” where rank clues are no more than that."""
    names = {colour.letter: colour.name.lower() for colour in rules.colours}
    if rules.variant.startswith("Odds and Evens"):
        names |= {"1": "odd", "2": "even"}
    return names.get(value, value)


def slots(positions: list[int]) -> str:
    """“slot 1”, “slots 1 and 4”, “nothing”."""
    numbers = [str(p) for p in sorted(positions)]
    if not numbers:
        return "nothing"
    if len(numbers) == 1:
        return f"slot {numbers[0]}"
    return f"slots {', '.join(numbers[:-1])} and {numbers[-1]}"


def move_sentence(
    rules: Rules,
    event: Event,
    mover: str,
    target: str,
    position: int | None,
    touched: list[int],
) -> str:
    """“Ana plays red 3 from slot 2”, “Ana clues red to Piers, touching slots 1 and 4”.

    ``position`` is where the card lay and ``touched`` where the touched cards lie (1 = newest).
    """
    if event.move.is_clue:
        value = clue_name(rules, clue_value(rules, event.move))
        return f"{mover} clues {value} to {target}, touching {slots(touched)}."
    assert event.card is not None
    card = card_name(rules, event.card)
    if event.move.kind == MoveKind.DISCARD:
        return f"{mover} discards {card} from slot {position}."
    if event.success:
        return f"{mover} plays {card} from slot {position}."
    return f"{mover} misplays {card} from slot {position}: a strike."


def with_names(said: str, names: Sequence[str]) -> str:
    """What an agent said, with “seat 2” by the name of who sits there."""
    return re.sub(
        r"\b[Ss]eat ([1-9])\b",
        lambda seat: names[int(seat[1]) - 1] if int(seat[1]) <= len(names) else seat[0],
        said,
    )


def to_you(text: str) -> str:
    """“You plays” as “You play”, where a seat is called “You”."""
    return re.sub(r"^You (\w+)s ", r"You \1 ", text).replace(" to You,", " to you,")
