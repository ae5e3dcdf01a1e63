"""Players who keep the conventions of level 1: chop and focus, play and save clues, good touch."""

from dataclasses import dataclass

from agents.contract import Decision
from native import Move, MoveKind, View
from native.engine.view import Public, earlier
from tests.personas.beginners import chance

Said = dict[int, int]
"""By draw number, the identities that the conventions leave to a clued card (identity set)."""
Valued = tuple[Move, float, float]
"""A clue, its worth, and 1 if it saves a card that would be discarded next."""
TWOS, FIVES = 0b00010_00010_00010_00010_00010, 0b10000_10000_10000_10000_10000
FINESSE = 0.6
"""Chance from which a keeper plays a clued card in the last round."""


@dataclass(frozen=True)
class Keeper:
    """A convention player; the fields say how it differs from the others."""

    address: str
    seed: str = ""
    colour: float = 0.1
    """How much more a colour clue is worth to it than a rank clue."""
    saves_first: bool = True
    """Saves a card on the next chop before it plays one of its own."""
    bad_touch: float = 1.0
    """What a useless card or a copy costs that a clue touches."""

    def decide(self, view: View) -> Decision:
        """Return the move of a convention player."""
        said = read(view)
        clues = self._clues(view, said)
        saves = [one for one in clues if one[2]]
        if saves and self.saves_first:
            return Decision(_best(saves), "")
        if (play := _play(view, said)) is not None:
            return Decision(Move.play(play), "")
        full = view.clue_tokens == view.rules.clue_tokens
        if good := [one for one in clues if one[1] > 0.5 or full]:
            return Decision(_best(good), "")
        if (slot := _discard(view, said)) is not None:
            return Decision(Move.discard(slot), "")
        moves = view.legal_moves()
        spare = [move for move in moves if move.is_clue or move.kind is MoveKind.DISCARD]
        return Decision(_best(clues) if clues else spare[-1], "")

    def _clues(self, view: View, said: Said) -> list[Valued]:
        """Return the clues that mislead nobody: their worth, and whether each saves a chop now."""
        worths: list[Valued] = []
        for move in view.legal_moves():
            if not move.is_clue:
                continue
            seat = (view.seat + move.target) % view.rules.players
            valued = self._worth(view, said, seat, move)
            if valued is not None:
                worths.append((move, *valued))
        return worths

    def _worth(self, view: View, said: Said, seat: int, move: Move) -> tuple[float, float] | None:
        hand = {
            slot: 1 << view.rules.identity(card)
            for slot, card in enumerate(view.hands[seat])
            if card is not None
        }
        ids = move.touches(view.rules)
        touched = tuple(slot for slot in hand if hand[slot] & ids)
        after = said | reading(view, said, seat, touched, ids)
        reach = within_reach(view, said)
        held = _marked(view, said, seat)
        worth = self.colour if move.kind is MoveKind.COLOUR else 0.0
        chop = chop_of(view, seat)
        ready = [
            slot
            for slot in hand
            if view.touched(seat, slot) and not _left(view, said, seat, slot) & ~view.playable
        ]
        new = 0
        for slot in touched:
            order = view.order(seat, slot)
            assert order is not None
            left = after[order] & ~view.useless or after[order]
            if not left & ~view.playable and not hand[slot] & view.playable:
                return None
            fresh = not view.touched(seat, slot)
            if fresh and (
                hand[slot] & (view.useless | held)
                or any(hand[slot] == hand[s] for s in touched if s < slot)
            ):
                worth -= self.bad_touch
                continue
            if not hand[slot] & after[order]:
                return None
            before = _left(view, said, seat, slot) if not fresh else -1
            if hand[slot] & reach and not left & ~reach and before & ~reach:
                worth += 2
            new += fresh
        save = 0.0
        if chop in touched and _to_save(view, seat, hand[chop]) and not ready:
            save = 1.0
            worth += 1
        return worth + 0.3 * new if worth >= 1 or save else worth - 1, save


def _best(clues: list[Valued]) -> Move:
    return max(clues, key=lambda one: one[1])[0]


def read(view: View) -> Said:
    """Return what all clues so far said, by draw number, from public information."""
    said: Said = {}
    for event in view.history:
        if event.target is not None:
            before = earlier(view, event.turn)
            ids = event.move.touches(view.rules)
            said |= reading(before, said, event.target, event.touched, ids)
    return said


def reading(before: Public, said: Said, seat: int, touched: tuple[int, ...], ids: int) -> Said:
    """Return what a clue says about the cards that it touches."""
    slots = newest_first(before, seat)
    chop = chop_of(before, seat)
    new = [s for s in slots if s in touched and not before.touched(seat, s)]
    focus = chop if chop in new else (new or [s for s in slots if s in touched])[0]
    by_rank = not ids & ids << 1
    meant = within_reach(before, said)
    if focus == chop:
        meant |= before.critical if by_rank else before.critical & ~FIVES
        meant |= TWOS & ~before.useless if by_rank else 0
    elif ids == FIVES:
        meant = FIVES
    readings: Said = {}
    for slot in touched:
        order = before.order(seat, slot)
        assert order is not None
        know = before.clued(seat, slot) & ids
        left = know & said.get(order, know) & ~before.useless or know & ~before.useless or know
        readings[order] = left & meant or left if slot == focus else left
    return readings


def within_reach(public: Public, said: Said) -> int:
    """Return the identities that are playable now or after cards known to everybody."""
    known = {1 << n for n in range(25)} & {
        _left(public, said, seat, slot)
        for seat in range(public.rules.players)
        for slot in newest_first(public, seat)
        if public.touched(seat, slot)
    }
    reach = public.playable
    for one in sorted(known):
        if one & reach and not one & FIVES:
            reach |= one << 1
    return reach


def newest_first(public: Public, seat: int) -> list[int]:
    """Return a seat's filled slots, newest card first."""
    orders = {s: public.order(seat, s) for s in range(public.rules.hand_size)}
    return sorted((s for s, o in orders.items() if o is not None), key=lambda s: -(orders[s] or 0))


def chop_of(public: Public, seat: int) -> int | None:
    """Return the slot of a seat's oldest card without a clue; None if all have one."""
    unclued = [slot for slot in newest_first(public, seat) if not public.touched(seat, slot)]
    return unclued[-1] if unclued else None


def _left(public: Public, said: Said, seat: int, slot: int) -> int:
    """Return what everybody takes a clued card for (identity set)."""
    know = public.clued(seat, slot)
    told = know & said.get(public.order(seat, slot) or 0, know)
    return told & ~public.useless or told or know


def _marked(view: View, said: Said, seat: int) -> int:
    """Return the identities of clued cards that the seat `seat` would share a copy with."""
    marked = 0
    for other in range(view.rules.players):
        for slot in newest_first(view, other):
            if not view.touched(other, slot):
                continue
            card = view.hands[other][slot]
            one = _mine(view, said, slot) if card is None else 1 << view.rules.identity(card)
            marked |= one if one.bit_count() == 1 else 0
    return marked


def _to_save(view: View, seat: int, card: int) -> bool:
    seen = [
        1 << view.rules.identity(c)
        for s, hand in enumerate(view.hands)
        for c in hand
        if c is not None and s != view.seat
    ]
    return bool(card & view.critical or (card & TWOS & ~view.useless and seen.count(card) == 1))


def _mine(view: View, said: Said, slot: int) -> int:
    """Return what a keeper takes one of its own cards for (identity set)."""
    may = view.possible(slot)
    if not view.touched(view.seat, slot):
        return may
    told = may & said.get(view.order(view.seat, slot) or 0, may)
    return told & ~view.useless or told or may


def _play(view: View, said: Said) -> int | None:
    sets = {slot: _mine(view, said, slot) for slot in newest_first(view, view.seat)}
    ready = [slot for slot in sets if not sets[slot] & ~view.playable]
    if ready:
        return min(ready, key=lambda slot: sets[slot].bit_length() % 5 or 5)
    if view.turns_left is not None and view.strikes < 2:
        likely = [slot for slot in sets if chance(view, slot) >= FINESSE]
        return max(likely, key=lambda slot: chance(view, slot), default=None)
    return None


def _discard(view: View, said: Said) -> int | None:
    if view.clue_tokens == view.rules.clue_tokens:
        return None
    for slot in newest_first(view, view.seat):
        if not view.possible(slot) & ~view.useless:
            return slot
    return chop_of(view, view.seat)


KEEPERS = (
    Keeper("persona:level1"),
    Keeper("persona:plays-first", saves_first=False, colour=-0.1),
    Keeper("persona:clean", bad_touch=2.0, colour=0.3),
)
