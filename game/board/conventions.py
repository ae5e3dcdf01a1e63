"""The meaning of the cards by convention, as the board shows it.

It depends on public information alone, so all seats and spectators see the same. Only at full help
or with open hands do visible cards also rule out impossible prompts and finesses.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from agents import registry
from agents.contract import AgentError
from agents.kinds.conv import levels
from agents.reasons.conventions import foretold
from game.board import words
from game.board.viewpoint import Viewpoint
from game.models import Seating, Table
from game.tables.state import TableState
from native import Card, Game, Move, View
from native.strategies.conv import Asked, Reading, explain, reading

Hands = tuple[tuple[Card | None, ...], ...]
Whose = Literal["partners", "common"]

HELPS = (Table.Help.COMMON, Table.Help.FULL)
"""The help levels that show what clues imply."""


def level_at(state: TableState, viewpoint: Viewpoint) -> str | None:
    """Return the level of the conventions that the board shows to a viewpoint, such as “h3”; None
    if it shows none, or the level does not know the game's rules.

    It shows them if the help level is “common” or “full” and either all hands are open or the table
    shows reasons during the game; in an experiment or the daily deal a setting of the table
    replaces the latter. The level is that of the table's convention agents; “expert” if they differ
    or there are none.
    """
    table = state.table
    if state.game is None or table.help not in HELPS:
        return None
    if not viewpoint.open and not table.reads_live:
        return None
    conv = {one.address for one in state.seats if one.address.startswith("conv:") and not one.blind}
    level = conv.pop().removeprefix("conv:") if len(conv) == 1 else "expert"
    if level.partition(":")[0] not in levels.PROFILES and level != "beginner":
        level = "expert"
    return level if levels.blueprint(level).knows(state.game.rules) else None


def whose(state: TableState, viewpoint: Viewpoint) -> Whose | None:
    """Return whose conventions the board shows to a viewpoint; None where it shows none.

    The result is “partners” if all agents at the table are known to follow the conventions. If one
    is anonymous or does not follow them, it is “common”: they are shown as commonly used, not as
    the partners' own.
    """
    if level_at(state, viewpoint) is None:
        return None
    agents = [seat for seat in state.seats if seat.kind == Seating.Kind.AGENT]
    keep = all(not seat.blind and _keeps(seat.address) for seat in agents)
    return "partners" if keep else "common"


def reading_of(state: TableState, viewpoint: Viewpoint) -> Reading | None:
    """Return the meaning of each card by convention; None where conventions are not shown.

    At full help or with open hands, leave out prompts and finesses that the visible cards make
    impossible.
    """
    level = level_at(state, viewpoint)
    if level is None or state.game is None:
        return None
    read = _read(state.game, level)
    if viewpoint.open:
        return _narrowed(state.game, read, state.game.hands, None)
    if viewpoint.seat is None or state.table.help != Table.Help.FULL:
        return read
    view = state.game.view(viewpoint.seat)
    return _narrowed(state.game, read, view.hands, view)


def preview(
    view: View, move: Move, level: str, whose: Whose | None, names: Sequence[str]
) -> tuple[str, dict[int, int]]:
    """Preview the meaning of a clue by convention, for its giver.

    Return sentences and, by draw number, the identities (bit mask) that the conventions would then
    assign to each clued card of the receiver's hand.
    """
    blueprint = levels.blueprint(level)
    told, hand = explain(blueprint, view, move), {}
    assert told.target is not None
    for slot, said in enumerate(told.after[told.target]):
        order = view.order(told.target, slot)
        clued = told.touched >> slot & 1 or view.touched(told.target, slot)
        if order is not None and clued:
            hand[order] = said
    sentences = foretold(view, told)
    if whose == "common":
        sentences = f"By the common conventions: {sentences[0].lower()}{sentences[1:]}"
    return words.with_names(sentences, names), hand


@lru_cache(maxsize=1024)
def _keeps(address: str) -> bool:
    try:
        return registry.find(address).keeps_conventions
    except AgentError:
        return False


def _narrowed(game: Game, read: Reading, hands: Hands, view: View | None) -> Reading:
    """Return the reading with the requests that someone who sees these hands still takes for
    possible; `view` is their own, if they hold cards.
    """
    if not any(one for row in read.asked for one in row):
        return read
    asked = tuple(
        tuple(
            one and _if_possible(game, read, hands, view, (seat, slot))
            for slot, one in enumerate(row)
        )
        for seat, row in enumerate(read.asked)
    )
    return replace(read, asked=asked)


def _if_possible(
    game: Game, read: Reading, hands: Hands, view: View | None, place: tuple[int, int]
) -> Asked | None:
    """Return a request to a seat and slot, narrowed by the focus and by the missing cards that
    another seat holds clued or would play; None if nothing is left of it.
    """
    rules, (seat, slot) = game.rules, place
    one = read.asked[seat][slot]
    assert one is not None
    focus, missing = hands[one.target][one.focus], one.missing
    if focus:
        before = focus._replace(rank=focus.rank - 1)
        missing &= 1 << rules.identity(before) if before.rank else 0
    for other, hand in enumerate(hands):
        for where, card in enumerate(hand):
            request = read.asked[other][where]
            asked = request is not None and request.turn == one.turn
            if card and other != seat and (asked or game.touched(other, where)):
                missing &= ~(1 << rules.identity(card))
    if view and view.seat == seat:
        missing &= view.possible(slot)
    return replace(one, missing=missing) if missing else None


@lru_cache(maxsize=512)
def _read(game: Game, level: str) -> Reading:
    """Return the reading of a position, computed once for all viewpoints.

    Every seat's view has the same public record.
    """
    return reading(levels.blueprint(level), game.view(0))
