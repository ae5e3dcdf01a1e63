"""The convention agent of the core, to which clues mean what experienced people mean by them: its
weights, its reasons for moves, and how it interprets clues.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Any

from native._core import ffi, lib
from native.engine.rules import Move, or_none
from native.engine.view import Public, View
from native.play.blueprint import Blueprint, refuse

VERSION, GROUP_VERSION = int(lib.HL_CONV_VERSION), int(lib.HL_CONV_GROUP_VERSION)
PLAYERS = (2, 3, 4, 5, 6)


class ConvReason(IntEnum):
    """Why the convention agent made a move: what it knows of the card that it plays or discards, or
    what its clue achieves.

    For example, PLAY_TOLD: clues said that the card is playable; CLUE_FIX: the clue stops a
    mistake. `hl_conv_reason` in conv.h describes each reason.
    """

    PLAY_TOLD = lib.HL_CONV_PLAY_TOLD
    PLAY_PROMPT = lib.HL_CONV_PLAY_PROMPT
    PLAY_BLIND = lib.HL_CONV_PLAY_BLIND
    PLAY_RISK = lib.HL_CONV_PLAY_RISK
    PLAY_LIKELY = lib.HL_CONV_PLAY_LIKELY
    DISCARD_KNOWN = lib.HL_CONV_DISCARD_KNOWN
    DISCARD_CHOP = lib.HL_CONV_DISCARD_CHOP
    DISCARD_LOCKED = lib.HL_CONV_DISCARD_LOCKED
    CLUE_PLAY = lib.HL_CONV_CLUE_PLAY
    CLUE_FINESSE = lib.HL_CONV_CLUE_FINESSE
    CLUE_SAVE = lib.HL_CONV_CLUE_SAVE
    CLUE_FIX = lib.HL_CONV_CLUE_FIX
    CLUE_FILL = lib.HL_CONV_CLUE_FILL
    CLUE_STALL = lib.HL_CONV_CLUE_STALL


class Ideas(IntFlag):
    """Flags for the conventions by which an agent chooses its moves and reads those of others.

    For example, FINESSES: a clue may ask another seat to play a card that no clue has touched;
    ORDER: several 1s are played in a fixed order. `hl_conv_idea` in conv.h describes each.
    """

    FINESSES = lib.HL_CONV_FINESSES
    GROUP = lib.HL_CONV_GROUP
    DEEP = lib.HL_CONV_DEEP
    SELF = lib.HL_CONV_SELF
    LAYERED = lib.HL_CONV_LAYERED
    ORDER = lib.HL_CONV_ORDER
    MOVES = lib.HL_CONV_MOVES
    DISCARDS = lib.HL_CONV_DISCARDS
    BLUFFS = lib.HL_CONV_BLUFFS
    TEMPO = lib.HL_CONV_TEMPO
    SCREAMS = lib.HL_CONV_SCREAMS
    STALLS = lib.HL_CONV_STALLS
    PAIR = lib.HL_CONV_PAIR
    SIEVE = lib.HL_CONV_SIEVE
    TOUCH = lib.HL_CONV_TOUCH


NO_IDEAS = Ideas(0)

_PREFIX = "HL_CONV_"
WEIGHTS: tuple[str, ...] = tuple(
    ffi.typeof("enum hl_conv_weight").elements[number].removeprefix(_PREFIX).lower()
    for number in range(lib.HL_CONV_WEIGHTS)
)
"""The names of the weights by which the agent values positions, in the order of `hl_conv_weight` in
conv.h, which describes each."""

Weights = tuple[int, ...]
"""The agent's weights: a number for each name in `WEIGHTS`, in hundredths of a point."""


@dataclass(frozen=True)
class Level:
    """The settings of a convention agent.

    finesses: whether it uses finesses.
    weights: by number of players, the weights by which it values positions. A number of players
        that is missing has the weights of the largest number given.
    ideas: the other conventions that it uses.
    """

    finesses: bool
    weights: Mapping[int, Weights]
    ideas: Ideas = NO_IDEAS

    def blueprint(self) -> Blueprint:
        """Return the agent as a blueprint, a strategy that the C code can play and simulate.

        Raises ValueError if the number of weights is wrong.
        """
        ideas = self.ideas | (Ideas.FINESSES if self.finesses else NO_IDEAS)
        config = ffi.new("hl_conv_config *", {"ideas": ideas})
        for players in PLAYERS:
            row = self.weights.get(players, self.weights[max(self.weights)])
            if len(row) != len(WEIGHTS):
                raise ValueError(f"There are {len(WEIGHTS)} weights, not {len(row)}.")
            config.weights[players - 2][0 : len(row)] = row
        return Blueprint(lib.hl_conv_blueprint(config), config, lib.HL_CONV_REASONS)


Readings = tuple[tuple[int, ...], ...]
"""By seat and slot, the identities (bit set) that a card may have according to the conventions; 0
if it is said to be useless, or the slot is empty."""


@dataclass(frozen=True)
class Asked:
    """A clue that asks another seat than the clued one to play one of its own cards first: a prompt
    or finesse. `target` is the clued seat.
    """

    target: int
    focus: int
    """The slot of the card of `target` that the clue was about."""
    turn: int
    """The turn of the clue: its index in the game's history."""
    missing: int
    """The identities (bit set) that the card which the seat is asked to play may have."""


@dataclass(frozen=True)
class Reading:
    """What the conventions say about every card on the table, given only what everybody knows."""

    said: Readings
    """By seat and slot, the identities (bit set) that the card may have according to the
    conventions; 0 if it is said to be useless, or the slot is empty."""
    asked: tuple[tuple[Asked | None, ...], ...]
    """By seat and slot, the clue to another seat that asks for the card to be played (a prompt or
    finesse), if any."""
    waiting: tuple[tuple[int, ...], ...]
    """By seat and slot, the seats (bit set) that have yet to move before the meaning of a clue to
    the card is settled, 0 if it is. Until then the card may be playable now or, as in a finesse,
    only after a card that one of these seats holds."""
    gifts: Readings
    """By seat and slot, the identity (a single bit) of which another seat discarded a copy to show
    that the slot holds the other copy; 0 if there was no such discard."""
    chops: tuple[int | None, ...]
    """By seat, the slot of the card to be discarded next (the chop); None if every card is clued or
    protected."""
    focus: int | None
    """The slot of the card that the last turn's clue was about; None after other moves, and after a
    clue that only corrects a misunderstanding."""


def reading(blueprint: Blueprint, public: Public) -> Reading:
    """Return what the conventions of `blueprint`, a convention agent (`Level.blueprint`), say about
    each card after the moves so far.

    Raises BadRules if the conventions do not support the rules of the game.
    """
    read, rules = ffi.new("hl_conv_reading *"), public.rules
    refuse(lib.hl_conv_read_table(blueprint.config, public._public, read))
    seats, slots = range(rules.players), range(rules.hand_size)
    return Reading(
        said=_readings(public, read.said),
        asked=tuple(tuple(_asked(read.asked[seat][slot]) for slot in slots) for seat in seats),
        waiting=_readings(public, read.waiting),
        gifts=tuple(
            tuple(1 << read.given if read.gift[seat] == slot else 0 for slot in slots)
            for seat in seats
        ),
        chops=tuple(or_none(read.chop[seat]) for seat in seats),
        focus=or_none(read.focus),
    )


def _asked(one: Any) -> Asked | None:
    if not one.missing:
        return None
    return Asked(int(one.target), int(one.focus), int(one.turn), int(one.missing))


@dataclass(frozen=True)
class ClueMeaning:
    """What a clue tells the table by the conventions. For a play or discard `target` is None and
    all other fields are empty.
    """

    target: int | None
    """The clued seat; None for a play or discard."""
    touched: int = 0
    """The slots (bit set) of the clued seat that the clue touches."""
    focus: int | None = None
    """The slot of the card that the clue is about."""
    chop: bool = False
    """Whether the focus was the clued seat's chop, the card that it would have discarded next."""
    said: int = 0
    """The identities (bit set) that the focus may have after the clue; 0 if it is said to be
    useless."""
    later: int = 0
    """Those of the identities `said` that can be played only after a card from another hand."""
    waiting: int = 0
    """The seats (bit set) that may hold such a card unclued."""
    reach: int = 0
    """The identities (bit set) that can be played after the clue, or once cards that everybody then
    knows to be in some hand have been played."""
    before: Readings = ()
    after: Readings = ()
    """The identities that each card may have according to the conventions: `before` without the
    clue, `after` with it."""
    plays: tuple[tuple[int, int] | None, ...] = ()
    """By seat, the slot that it is expected to play next and the identities (bit set) that it takes
    that card for; None if it is not expected to play, and for the giver of the clue."""


def explain(blueprint: Blueprint, view: View, move: Move) -> ClueMeaning:
    """Return what a move of the view's seat would tell the table, if everybody plays by the
    conventions of `blueprint`, a convention agent (`Level.blueprint`).

    Raises ValueError if the move is not legal, or the agent cannot play by these rules.
    """
    meaning = ffi.new("hl_conv_meaning *")
    error = lib.hl_conv_explain(blueprint.config, view.struct, move.id(view.rules), meaning)
    if error:
        raise ValueError("The move is not legal here.")
    if meaning.target == lib.HL_NONE:
        return ClueMeaning(target=None)
    _keep_what_is_certain(view, meaning)
    return ClueMeaning(
        target=int(meaning.target),
        touched=int(meaning.touched),
        focus=int(meaning.focus),
        chop=bool(meaning.chop),
        said=int(meaning.said),
        later=int(meaning.later),
        waiting=int(meaning.waiting),
        reach=int(meaning.reach),
        before=_readings(view, meaning.before),
        after=_readings(view, meaning.after),
        plays=tuple(
            None
            if meaning.plays[seat] == lib.HL_NONE
            else (meaning.plays[seat], meaning.plays_as[seat])
            for seat in range(view.rules.players)
        ),
    )


def _keep_what_is_certain(view: View, meaning: Any) -> None:
    """Correct the readings after a clue in the C struct `meaning`. A clued card that the clue seems
    to call useless stays playable if its clues and the cards played or discarded prove that it is:
    its holder plays it.
    """
    before, after = meaning.before[meaning.target], meaning.after[meaning.target]
    for slot in range(view.rules.hand_size):
        if before[slot] and not after[slot] and meaning.touched >> slot & 1:
            left = view.provable(meaning.target, slot)
            if left and not left & ~view.playable:
                after[slot] = before[slot] & left or left


def _readings(public: Public, said: Any) -> Readings:
    rules = public.rules
    return tuple(tuple(said[seat][0 : rules.hand_size]) for seat in range(rules.players))


def expected(blueprint: Blueprint, view: View, slot: int) -> int:
    """Return the identities (bit set) that the view's seat thinks its own card in a slot may have,
    by the conventions of `blueprint`, a convention agent, and by what the seat sees.

    Raises BadRules if the agent cannot play by these rules.
    """
    return _expected(blueprint, view, slot)[0]


def expected_blind(blueprint: Blueprint, view: View, slot: int) -> int | None:
    """Return the identities (bit set) that an own, unclued card of the view's seat must have if the
    others follow the conventions of `blueprint`, a convention agent; None if they say nothing of
    the card.

    They say something if a clue to another card asks the seat to play this one first, as in a
    finesse, or if another seat discarded a copy of this card on purpose. Raises BadRules if the
    agent cannot play by these rules.
    """
    may_be, asked = _expected(blueprint, view, slot)
    return may_be if asked else None


def _expected(blueprint: Blueprint, view: View, slot: int) -> tuple[int, bool]:
    may_be, asked = ffi.new("uint32_t[8]"), ffi.new("uint32_t *")
    refuse(lib.hl_conv_expect(blueprint.config, view.struct, may_be, asked))
    return int(may_be[slot]), bool(asked[0] >> slot & 1)
