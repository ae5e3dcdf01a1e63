"""The same games, played in Python, for agents that the C core cannot play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from agents.arena import play_out
from agents.registry import Entry
from analysis.evaluate.core_games import Played, seats
from native import End, Game, Rng, Rules

Progress = Callable[[int, int], None]
"""Called with the number of parts done and the number of all parts."""


def no_progress(_done: int, _of: int) -> None:
    """Reports nothing."""


def play_in_python(
    rules: Rules,
    challengers: Sequence[Entry],
    members: Sequence[Entry],
    games: int,
    seed: str,
    session: int = 1,
    progress: Progress = no_progress,
) -> Played:
    """Deals and seats are the arena's. The challenger is made anew for every session of
    `session` games with one member, and sees the end of each. Raises AgentError for an illegal
    move."""
    shape = (len(challengers), len(members), games)
    stacks, struck = np.zeros(shape, np.uint8), np.zeros(shape, np.bool_)
    chosen = seats(rules, games, seed)
    for row, challenger in enumerate(challengers):
        for column, member in enumerate(members):
            for number, end in enumerate(_pair(rules, challenger, member, chosen, seed, session)):
                stacks[row, column, number] = end.score
                struck[row, column, number] = end.end is End.STRIKEOUT
                done = (row * len(members) + column) * games + number + 1
                progress(done, struck.size)
    return Played(stacks, struck)


def _pair(
    rules: Rules,
    challenger: Entry,
    member: Entry,
    chosen: npt.NDArray[np.int64],
    seed: str,
    session: int,
) -> Iterator[Game]:
    for number, seat in enumerate(chosen):
        if number % session == 0:
            guest = challenger.agent(f"{seed}/{member.address}/{number}")
        hosts = [member.agent(f"{seed}/{number}/{host}") for host in range(rules.players)]
        game = Game(rules, seed=Rng(seed).derive(number).derive(0))
        play_out(game, [guest if host == seat else hosts[host] for host in range(rules.players)])
        if hasattr(guest, "game_over"):
            guest.game_over(game.view(int(seat)))
        yield game
