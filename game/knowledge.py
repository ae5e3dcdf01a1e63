"""What is shown of each card's possibilities, by the table's help level and the receiver's eyes."""

from __future__ import annotations

from dataclasses import dataclass

from game.protocol import Help
from native import Game, View


@dataclass(frozen=True)
class Knowledge:
    """Identity sets per seat and slot, and odds for the receiver's own slots."""

    sets: tuple[tuple[int | None, ...], ...]

    def possible(self, seat: int, slot: int) -> int | None:
        return self.sets[seat][slot]

    def odds(self, seat: int, slot: int) -> tuple[float, float, float] | None:
        return None


def knowledge_of(game: Game, view: View | None, help_level: Help, open_hands: bool) -> Knowledge:
    rules = game.rules

    def possible(seat: int, slot: int) -> int | None:
        if help_level == "none":
            return None
        if help_level == "clues":
            return game.clued(seat, slot)
        if open_hands:
            return game.view(seat).possible(slot)
        if view is not None:
            return view.mate_possible(seat, slot)
        return game.clued(seat, slot)

    return Knowledge(
        tuple(
            tuple(possible(seat, slot) for slot in range(rules.hand_size))
            for seat in range(rules.players)
        )
    )
