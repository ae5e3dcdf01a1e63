"""What each card can be, as a group of seats knows it: exactly, step by step, and how likely."""

from collections.abc import Collection
from struct import iter_unpack
from typing import Any, NamedTuple

from native._core import ffi, lib
from native.empathy.position import Identities, Position, check
from native.engine.game import Game
from native.engine.view import View


def empathy(source: View | Game | Position, observers: Collection[int]) -> Identities:
    """Return the identities that each card can have, given all that the observing seats know
    together.

    The result is an identity set (bit suit * ranks + rank, ranks from 0) by seat and slot, 0 for an
    empty slot. A card of a seat that does not observe has its true identity. The answer from a
    view, whose own cards are hidden, equals that from the game, since it depends only on what the
    seat sees. Raises ValueError if an observer is not a seat of the table, or if the view's own
    seat is not an observer. `empathy/exact.h` describes the method.
    """
    position = Position.of(source)
    known = _knowledge(position, observers)
    return position.by_slot(known.possible)


def common(source: View | Game | Position) -> Identities:
    """Return what all seats know in common: the identities that each card can have, by seat and
    slot.

    The result can depend on the cards of every hand, so it is not for a spectator who sees none.
    """
    position = Position.of(source)
    return empathy(position, range(position.struct.players))


def tight(source: View | Game | Position, observers: Collection[int]) -> tuple[int, ...]:
    """Return for each seat a bit set of the slots whose cards are tight.

    Tight cards form a closed group that holds every remaining copy of all the identities they can
    have.
    """
    position = Position.of(source)
    known = _knowledge(position, observers)
    return tuple(known.tight[0 : position.struct.players])


def _knowledge(position: Position, observers: Collection[int]) -> Any:
    """Return the C struct `hl_knowledge` of a position. Its members live only as long as the
    struct.
    """
    known = ffi.new("hl_knowledge *")
    check(lib.hl_empathy(position.struct, position.group(observers), known))
    return known


class EliminationSteps(NamedTuple):
    """The identities that each card can have after each step of elimination, from weak to exact.

    Each step leaves a subset of the identities that the step before it left. `clues`: those
    consistent with the clues. `basic`: also without identities whose copies are all visible.
    `cross`: also without identities that another group of cards needs for itself. `symmetric`: also
    without identities of which the holder would see all copies. `exact`: the answer of `empathy`.
    """

    clues: Identities
    basic: Identities
    cross: Identities
    symmetric: Identities
    exact: Identities


def elimination_steps(
    source: View | Game | Position, observers: Collection[int]
) -> EliminationSteps:
    """Return the identities that each card can have for the observing seats, after each elimination
    step.

    The middle steps are the two algorithms of WillFlame's bot, as its author explains them: cross
    elimination looks only at cards that are clued or have at most five possibilities, and the
    symmetric step counts only cards that the view's seat sees. Raises ValueError as `empathy` does.
    """
    position = Position.of(source)
    group = position.group(observers)
    exact = empathy(position, observers)
    clues = position.by_slot(position.struct.clued)
    outsiders = tuple(
        clues[seat] if group >> seat & 1 else exact[seat] for seat in range(len(clues))
    )
    basic, cross, symmetric = (
        _eliminate(position, group, step) for step in (lib.HL_BASIC, lib.HL_CROSS, lib.HL_SYMMETRIC)
    )
    return EliminationSteps(outsiders, basic, cross, symmetric, exact)


def _eliminate(position: Position, group: int, step: int) -> Identities:
    """Return the identities that each card can have after one elimination step, computed in C."""
    left = ffi.new("uint32_t[6][8]")
    check(lib.hl_eliminate(position.struct, group, step, left))
    return position.by_slot(left)


class CardOdds(NamedTuple):
    """The probabilities of one of a seat's own cards: its identity, and whether it is playable.

    `ways[identity]` of the `deals` ways to deal the whole hand put that identity here. `playable`,
    `trash` and `critical` are the probabilities that the card can be played now, that it can never
    score, and that it is the last copy of an identity still needed.
    """

    deals: int
    ways: tuple[int, ...]
    playable: float
    trash: float
    critical: float

    def chance(self, identity: int) -> float:
        """Return the probability that the card has this identity (suit * ranks + rank, ranks from
        0).
        """
        return self.ways[identity] / self.deals


def odds(view: View) -> tuple[CardOdds | None, ...]:
    """Return the probabilities of each of the seat's own cards, by slot; None for an empty slot.

    Every deal that agrees with all clues and with what the seat sees is equally likely: moves are
    not interpreted by any convention.
    """
    counted = ffi.new("hl_odds *")
    check(lib.hl_odds_of_view(view.struct, counted))
    deals = counted.deals
    ways = _ways(counted, view.rules.hand_size, view.rules.max_score)
    chances = zip(counted.playable, counted.trash, counted.critical, strict=True)
    return tuple(
        CardOdds(deals, row, playable / deals, trash / deals, critical / deals)
        if any(row)
        else None
        for row, (playable, trash, critical) in zip(ways, chances, strict=False)
    )


def _ways(counted: Any, slots: int, identities: int) -> tuple[tuple[int, ...], ...]:
    """Return the used part of a C array `uint64_t[8][30]` as tuples, by slot and identity."""
    rows = ffi.buffer(counted.ways, slots * ffi.sizeof("uint64_t[30]"))
    return tuple(iter_unpack(f"{identities}Q{8 * (lib.HL_MAX_IDS - identities)}x", rows))
