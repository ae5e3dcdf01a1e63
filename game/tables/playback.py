"""A game replayed once: every position and every event of it. All that is shown of a game, now or
at an earlier turn, is read from here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from native import Event, Game, Move


@dataclass(frozen=True)
class Playback:
    """The game after 0, 1, 2 … moves, and what each move did. The positions are shared: look at
    them, and play on copies."""

    positions: tuple[Game, ...]
    events: tuple[Event, ...] = ()

    @classmethod
    def of(cls, dealt: Game, moves: Iterable[str]) -> Playback:
        """Replay these moves (engine notation) from the deal."""
        playback = cls((dealt,))
        return playback.extended(*(Move.parse(text, dealt.rules) for text in moves))

    def extended(self, *moves: Move) -> Playback:
        """With these moves more; those so far are not replayed. Raises IllegalMove."""
        positions, events = list(self.positions), list(self.events)
        for move in moves:
            positions.append(positions[-1].copy())
            events.append(positions[-1].play(move))
        return Playback(tuple(positions), tuple(events))

    def until(self, turn: int) -> Playback:
        """The first ``turn`` moves."""
        return Playback(self.positions[: turn + 1], self.events[:turn])

    @property
    def last(self) -> Game:
        """The position after all moves."""
        return self.positions[-1]
