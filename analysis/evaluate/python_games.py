"""The same games, played in Python, for agents that the C core cannot play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context

import numpy as np
import numpy.typing as npt

from agents import registry
from agents.arena import play_out
from agents.contract import Learner
from agents.registry import Entry
from analysis.evaluate.core_games import Played, seats
from native import End, Game, Rng, Rules
from native.engine.notation import read_rules, write_rules

Progress = Callable[[int, int], None]
"""Called with the number of parts done and the number of all parts."""
Ends = list[tuple[int, bool]]
"""Of some games in a row: cards played, and whether the last strike ended it."""


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
    threads: int = 1,
) -> Played:
    """Deals and seats are the arena's. The challenger is made anew for every session of
    `session` games with one member, and sees the end of each. Raises AgentError for an illegal
    move.

    `threads` are processes, on whose number nothing depends; agents from outside stay in one.
    """
    pairs = [(challenger, member) for challenger in challengers for member in members]
    played = _played(rules, pairs, games, seed, session, threads)
    stacks, struck = np.zeros((2, len(pairs), games), np.uint8)
    for number, ends in enumerate(played):
        stacks[number], struck[number] = np.array(ends, np.uint8).T
        progress((number + 1) * games, struck.size)
    shape = (len(challengers), len(members), games)
    return Played(stacks.reshape(shape), struck.reshape(shape).astype(np.bool_))


def _played(
    rules: Rules,
    pairs: Sequence[tuple[Entry, Entry]],
    games: int,
    seed: str,
    session: int,
    threads: int,
) -> Iterator[Ends]:
    ours = all(registry.kind(one.address.partition(":")[0]) for pair in pairs for one in pair)
    if threads <= 1 or len(pairs) == 1 or not ours:
        for pair in pairs:
            yield _ends(rules, *pair, games, seed, session)
        return
    addresses = [(one.address, other.address) for one, other in pairs]
    with ProcessPoolExecutor(threads, get_context("fork")) as pool:
        text = repeat(write_rules(rules))
        settings = repeat((games, seed, session))
        yield from pool.map(_elsewhere, text, addresses, settings, chunksize=4)


def _elsewhere(text: str, pair: tuple[str, str], setting: tuple[int, str, int]) -> Ends:
    """In another process, which agents reach by their address."""
    challenger, member = map(registry.find, pair)
    return _ends(read_rules(text), challenger, member, *setting)


def _ends(
    rules: Rules, challenger: Entry, member: Entry, games: int, seed: str, session: int
) -> Ends:
    chosen = seats(rules, games, seed)
    ended = _pair(rules, challenger, member, chosen, seed, session)
    return [(game.score, game.end is End.STRIKEOUT) for game in ended]


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
        elif isinstance(guest, Learner) and (number + 1) % session:
            guest = guest.after(game.view(int(seat)))
        yield game
