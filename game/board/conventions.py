"""Compute the meaning of each card by convention (such as “red 3, to be played”) for the board.

The meaning follows from public information, so it is the same for all seats and spectators. Only
if the help level is “full” or all hands are open do visible cards also rule out impossible prompts
and finesses.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from agents import registry
from agents.contract import AgentError
from agents.entry import Entry
from agents.kinds.conv import levels
from agents.reasons.causes import is_all
from agents.reasons.clues import foretold
from agents.reasons.names import cards, place
from game.board import words
from game.board.judging import CONVENTIONS, RULES, judge_of
from game.board.viewpoint import Viewpoint
from game.models import Seating, Table
from game.tables.state import TableState
from native import Card, Game, Move, Rules, View
from native.strategies.conv import Asked, Reading, explain, reading

Hands = tuple[tuple[Card | None, ...], ...]
Whose = Literal["partners", "common"]

HELPS = (Table.Help.COMMON, Table.Help.FULL)
"""The help levels at which the board shows what clues mean by convention."""


def level_at(state: TableState, viewpoint: Viewpoint) -> str | None:
    """Return the level of conventions, such as “h3”, by which the board explains cards to a
    viewpoint; None if it explains none.

    It is the level that the table's agents follow, or “expert” if they differ or none is known.
    The result is None before the game starts, at the help levels “none” and “clues”, and if the
    level does not support the rules of the game. It is also None while some hands are hidden from
    the viewpoint, unless the table shows the meaning of cards during the game
    (`Table.reads_live`).
    """
    table = state.table
    if state.game is None or table.help not in HELPS:
        return None
    if not viewpoint.open and not table.reads_live:
        return None
    known = {_level_of(one.address) for one in state.seats if one.address and not one.blind} - {""}
    level = _shown(known.pop()) if len(known) == 1 else "expert"
    return level if levels.blueprint(level).knows(state.game.rules) else None


def whose(state: TableState, viewpoint: Viewpoint) -> Whose | None:
    """Return how the board presents the conventions that it shows to a viewpoint: as the partners'
    own (“partners”) or as commonly used ones (“common”); None if it shows none.

    It is “partners” if every agent at the table follows conventions and no player's identity is
    hidden.
    """
    if level_at(state, viewpoint) is None:
        return None
    return "partners" if keep_conventions(state) else "common"


def keep_conventions(state: TableState) -> bool:
    """Return whether every agent at the table follows conventions and no player's identity is
    hidden.
    """
    agents = [seat for seat in state.seats if seat.kind == Seating.Kind.AGENT]
    return not state.blind and all(_level_of(seat.address) for seat in agents)


def judges_at(state: TableState) -> tuple[str, ...]:
    """Return, by seat, the address of the agent that plays the rollouts when the seat's moves are
    judged: `judges_beside` the table's agents, or `rules:focus` if a player's identity is hidden.
    """
    rules = state.played.last.rules
    if state.blind:
        return (judge_of(rules, RULES),) * rules.players
    agents = [seat.address if seat.kind == Seating.Kind.AGENT else "" for seat in state.seats]
    return judges_beside(agents, rules)


def judges_beside(agents: Sequence[str], rules: Rules) -> tuple[str, ...]:
    """Return, by seat, the address of the agent that plays the rollouts when the seat's moves are
    judged. `agents` are the addresses of the agents by seat; empty for a person.

    It is the one that all agents ask for: a convention player of their level, or a newcomer beside
    an agent that expects one, whose own moves are judged by what it plays. If they ask for several
    it is `conv:expert` if all follow conventions, as without agents. Otherwise, and by rules that
    it does not support, it is `rules:focus`.
    """
    wanted = {_judge(address) for address in agents if address}
    if len(wanted) == 1:
        judge = judge_of(rules, wanted.pop())
    else:
        keep = all(one.startswith("conv:") for one in wanted)
        judge = judge_of(rules, CONVENTIONS if keep else RULES)
    beside = registry.find(judge).beside
    own = beside[0] if beside else judge
    return tuple(own if address else judge for address in agents)


def reading_of(state: TableState, viewpoint: Viewpoint) -> Reading | None:
    """Return the meaning by convention of every card on the table, as shown to a viewpoint; None
    if the board shows no conventions.

    If the help level is “full” or all hands are open, prompts and finesses that the visible cards
    make impossible are left out.
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
    """Preview what the clue `move` would mean by convention, for its giver, who sees `view`.

    Return a pair: sentences for the giver and, by draw number, the identities (bit mask) that the
    conventions would then assign to each clued card of the receiver's hand. `level` is the level
    of conventions, such as “h3” (`level_at`). If `whose` is “common”, the sentences say that these
    are the common conventions. `names` are the players' names by seat.
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
        sentences = f"By the common conventions, {sentences[0].lower()}{sentences[1:]}"
    return words.with_names(sentences, names), hand


def meaning(view: View, move: Move, level: str, names: Sequence[str]) -> str:
    """Return what the conventions of `level` say about a move of the view's seat, in sentences for
    its player: what a clue would mean (`preview`), or what an own card was said to be. Empty if
    they say nothing. `names` are the players' names by seat.
    """
    if move.is_clue:
        return preview(view, move, level, "partners", names)[0]
    assert move.slot is not None
    seat, slot = view.seat, move.slot
    read = _narrowed(view, reading(levels.blueprint(level), view), view.hands, view)
    where = place(view, seat, slot)
    if request := read.asked[seat][slot]:
        giver, what = view.history[request.turn].seat, cards(view, request.missing)
        asks = f"{names[giver]}'s clue to {names[request.target]} asks you to play {where}"
        return f"{asks}: {what}." if what else f"{asks}."
    said = read.said[seat][slot] & view.possible(slot)
    is_told = view.touched(seat, slot) or read.said[seat][slot] != view.clued(seat, slot)
    if not said or not is_told:
        return ""
    what = cards(view, said)
    if is_all(said, view.playable):
        named = f"is {what}, which can" if what else "can"
        return f"By convention {where} {named} be played."
    return f"By convention {where} is {what}." if what else ""


def promised(view: View, read: Reading, seat: int) -> list[int]:
    """Return the slots of a seat whose cards can be played by the reading `read`."""
    return [slot for slot, said in enumerate(read.said[seat]) if is_all(said, view.playable)]


def is_to_play(view: View, level: str, seat: int) -> bool:
    """Return whether another seat has a card to play by the conventions of `level`, such as “h3”:
    one that its clues ask for, or a clue to somebody else.
    """
    read = _narrowed(view, reading(levels.blueprint(level), view), view.hands, view)
    return bool(promised(view, read, seat)) or any(read.asked[seat])


@lru_cache(maxsize=1024)
def _entry(address: str) -> Entry | None:
    """Return the registry entry of the agent at an address, None if there is no such agent."""
    try:
        return registry.find(address)
    except AgentError:
        return None


def _level_of(address: str) -> str:
    """Return the level of conventions that an agent follows; empty if it follows none."""
    entry = _entry(address)
    return entry.conventions if entry else ""


def _judge(address: str) -> str:
    """Return the address of the agent that plays the rollouts beside an agent."""
    if (entry := _entry(address)) and entry.judge:
        return entry.judge
    level = _level_of(address)
    return f"conv:{_shown(level)}" if level else RULES


def _shown(level: str) -> str:
    """Return the level by which clues of a level are explained: itself if it has a name that people
    know, else “expert”.
    """
    known = level.partition(":")[0] in levels.PROFILES or level == "beginner"
    return level if known else "expert"


def _narrowed(game: Game | View, read: Reading, hands: Hands, view: View | None) -> Reading:
    """Return the reading without the requests (prompts and finesses) that a viewer who sees
    `hands` considers impossible; `view` is the viewer's own, None for a spectator.
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
    game: Game | View, read: Reading, hands: Hands, view: View | None, at: tuple[int, int]
) -> Asked | None:
    """Return the request (prompt or finesse) to play the card `at` a seat and slot, or None if it
    is impossible.

    Its `missing` identities are narrowed by the focus of the clue, and by the cards that another
    seat holds clued or would play.
    """
    rules, (seat, slot) = game.rules, at
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
    """Return the meaning of all cards in a position by a level of conventions, cached for all
    viewpoints.

    Every seat's view has the same public record, so seat 0's is used.
    """
    return reading(levels.blueprint(level), game.view(0))
