"""Convention cards: the H-group level that a person plays, with exceptions.

At a table with a bot that plays an H-group level, all play the conventions that are on everybody's
card. Cards are texts such as `h5:no-bluffs` (`agents.kinds.conv.levels`); bots that play other
conventions have none, and the log says that they keep to their own.
"""

from collections.abc import Sequence

from agents import registry
from agents.kinds.conv import levels
from agents.kinds.conv.profiles import OTHER_SETS, title
from game.models import Note, Seating, Table

BOT = "conv:"
LENGTH = 150


def checked(text: str) -> str:
    """Return the canonical spelling of a convention card such as `h5:no-bluffs`. Raise ValueError
    if the text is no card.
    """
    if len(text) > LENGTH:
        raise ValueError(f"A convention card has at most {LENGTH} characters, not {len(text)}.")
    if text.partition(":")[0] not in levels.GROUP_LEVELS:
        known = ", ".join(levels.GROUP_LEVELS)
        raise ValueError(f"A convention card begins with one of {known}, not “{text[:40]}”.")
    return levels.named(levels.ideas_of(text))


def card_of(seat: Seating) -> str:
    """Return the convention card of a seat's occupant; empty if they have none or their identity is
    hidden.
    """
    if seat.kind == Seating.Kind.PERSON:
        return seat.card
    level = seat.address.removeprefix(BOT)
    is_level = level != seat.address and level.partition(":")[0] in levels.GROUP_LEVELS
    return level if is_level and not seat.blind else ""


def own_address(seat: Seating) -> str:
    """Return the address of the agent that was chosen for a seat, with the conventions that it had
    before `agree` reduced them to those that everybody at the table plays.
    """
    return f"{BOT}{seat.card}" if seat.card else seat.address


def bot_for(seats: Sequence[Seating]) -> str:
    """Return the address of the bot that plays the conventions on all convention cards of these
    seats; empty if nobody has a card.
    """
    cards = [card for seat in seats if (card := card_of(seat))]
    return f"{BOT}{levels.common(cards)}" if cards else ""


def agree(table: Table) -> None:
    """Reduce the conventions of a table's bots, as its game begins, to those on the convention
    cards of all players, and say so in the table's log, as part of its present version. The log
    also says which bots play conventions that are no level of the H-Group, and keep to them.

    Nothing changes in experiments, on the daily deal, and at tables without a person who has a
    card.
    """
    seats = list(table.seatings.all())
    bots = [seat for seat in seats if seat.kind == Seating.Kind.AGENT]
    people = [seat for seat in seats if seat.kind == Seating.Kind.PERSON and card_of(seat)]
    if table.fixed or not people:
        return
    lines = _said_of_others(people, bots)
    if of_level := [seat for seat in bots if card_of(seat)]:
        lines += _reduced(people, of_level)
    for line in lines:
        Note.objects.create(table=table, version=table.version, turn=1, text=line)


def _said_of_others(people: Sequence[Seating], bots: Sequence[Seating]) -> list[str]:
    """Return a list with a sentence on the people's cards and the bots that keep to other
    conventions; an empty list if there are no such bots.
    """
    others = [
        f"{seat.name} plays {other} and keeps to it"
        for seat in bots
        if not seat.blind and (other := OTHER_SETS.get(seat.address.removeprefix(BOT)))
    ]
    cards = [f"{seat.name} plays the H-Group's {_short(seat.card)}" for seat in people]
    return [f"{'; '.join(cards + others)}."] if others else []


def _reduced(people: Sequence[Seating], bots: Sequence[Seating]) -> list[str]:
    """Reduce the conventions of bots that play levels to those on the cards of all players, and
    return a list with a sentence on that, as `_said` does.
    """
    address = bot_for([*bots, *people])
    entry, shared = registry.find(address), address.removeprefix(BOT)
    lines = _said([(seat.name, card_of(seat)) for seat in [*people, *bots]], shared)
    for seat in bots:
        seat.card = "" if card_of(seat) == shared else card_of(seat)
        seat.address, seat.agent_version = entry.address, entry.version
        seat.save(update_fields=["card", "address", "agent_version"])
    return lines


def _said(cards: Sequence[tuple[str, str]], shared: str) -> list[str]:
    """Return a list with a sentence on how the cards, pairs (player's name, card), differ and what
    is played; an empty list if they do not differ.
    """
    if all(card == shared for _, card in cards):
        return []
    plays = "; ".join(f"{name} plays {_short(card)}" for name, card in cards)
    return [f"{plays}. Shared at this table: {_short(shared)}."]


def _short(card: str) -> str:
    return title(card).removeprefix("H-Group, ")
