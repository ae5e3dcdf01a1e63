"""Beginners: they clue what is playable, and play what is certain or what a fresh clue meant."""

from dataclasses import dataclass

from agents.contract import Decision
from native import Move, MoveKind, Rng, View


@dataclass(frozen=True)
class Beginner:
    """A scripted beginner; the fields say how it differs from the others."""

    address: str
    seed: str = ""
    colours: bool = False
    """Clues by colour first, and plays the likeliest card of a clue instead of the newest."""
    repeats: bool = False
    """Clues a card again and again until it is played."""
    trusts: float = 0.01
    """The least chance of being playable at which it plays the card that a fresh clue meant."""
    last: float = 0.5
    """The same after two strikes."""
    dares: float = 1.0
    """The least chance at which it plays any clued card before the second strike."""
    spares: int = 0
    """Clue tokens that it keeps for 5s."""
    slips: float = 0.03
    """How often it does something else than it meant to."""

    def decide(self, view: View) -> Decision:
        """Return the move of a newcomer, by chance sometimes another one."""
        rng = Rng(self.seed or self.address).derive(view.turn)
        if rng.below(1000) < 1000 * self.slips:
            moves = [move for move in view.legal_moves() if move.kind is not MoveKind.PLAY]
            return Decision(moves[rng.below(len(moves))], "")
        return Decision(self._play(view) or self._clue(view) or self._discard(view), "")

    def _play(self, view: View) -> Move | None:
        odds = {slot: chance(view, slot) for slot in reversed(view.own_slots)}
        if sure := [slot for slot in odds if odds[slot] == 1]:
            return Move.play(sure[0])
        meant = [slot for slot in odds if slot in fresh(view) and odds[slot]]
        if meant and self.colours:
            meant.sort(key=lambda slot: -odds[slot])
        if meant and odds[meant[0]] >= (self.last if view.strikes == 2 else self.trusts):
            return Move.play(meant[0])
        clued = [slot for slot in odds if view.touched(view.seat, slot)]
        best = max(clued, key=lambda slot: odds[slot], default=None)
        if best is not None and view.strikes < 2 and odds[best] >= self.dares:
            return Move.play(best)
        return None

    def _clue(self, view: View) -> Move | None:
        if view.clue_tokens == 0:
            return None
        for target in range(1, view.rules.players):
            seat = (view.seat + target) % view.rules.players
            hand = [(s, c) for s, c in enumerate(view.hands[seat]) if c is not None]
            hand.sort(key=lambda one: -(view.order(seat, one[0]) or 0))
            oldest = [one for one in hand if not view.touched(seat, one[0])][-1:]
            wanted = [one for one in hand if view.playable >> view.rules.identity(one[1]) & 1]
            keep = [one for one in oldest if one[1].rank == 5]
            for slot, card in wanted if view.clue_tokens > self.spares else []:
                known = view.clued(seat, slot)
                ways = [Move.rank(target, card.rank), Move.colour(target, card.suit)]
                if self.colours:
                    ways.reverse()
                news = [w for w in ways if known & ~w.touches(view.rules)]
                if known & ~view.playable == 0:
                    continue
                if not view.touched(seat, slot) or news:
                    return (news or ways)[0]
                if self.repeats:
                    return ways[0]
            for _, card in keep:
                return Move.rank(target, card.rank)
        return None

    def _discard(self, view: View) -> Move:
        discards = [move for move in view.legal_moves() if move.kind is MoveKind.DISCARD]
        if not discards:
            return next(move for move in view.legal_moves() if move.is_clue)
        for slot in view.own_slots:
            if view.possible(slot) & ~view.useless == 0:
                return Move.discard(slot)
        unclued = [slot for slot in view.own_slots if not view.touched(view.seat, slot)]
        fives = [s for s in view.own_slots if view.possible(s) & ~view.critical == 0]
        rest = [slot for slot in view.own_slots if slot not in fives]
        return Move.discard((unclued or rest or view.own_slots)[0])


def chance(view: View, slot: int) -> float:
    """Return the chance that one of the view's own cards is playable, from unseen copies."""
    may = view.possible(slot)
    unseen = [(i, n) for i, n in enumerate(view.unseen) if may >> i & 1]
    return sum(n for i, n in unseen if view.playable >> i & 1) / sum(n for _, n in unseen)


def fresh(view: View) -> set[int]:
    """Return the view's own slots that were clued since its last move."""
    slots: set[int] = set()
    for event in reversed(view.history):
        if event.seat == view.seat:
            break
        if event.target == view.seat:
            slots.update(event.touched)
    return slots


BEGINNERS = (
    Beginner("persona:recluer", repeats=True),
    Beginner("persona:careful", trusts=0.2, last=1.0, slips=0.02),
    Beginner("persona:colours", colours=True),
    Beginner("persona:shy", trusts=0.3, last=1.0, spares=3),
    Beginner("persona:bold", last=0.01, dares=0.6, slips=0.05),
)
