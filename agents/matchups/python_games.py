"""Play an evaluation's games in Python, for agents that the C core cannot simulate."""

from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from agents import registry
from agents.arena import play_out
from agents.contract import Agent, Learner
from agents.matchups.core_games import Played, seats
from agents.matchups.records import RECORD, Records, records
from agents.registry import Entry
from agents.runs.stopping import worker_processes
from native import Game, Rng, Rules, View
from native.engine.notation import read_rules, write_rules
from native.play.rows import rows_of

Progress = Callable[[int, int], None]
"""Called with the number of games done and the total."""


class Setting(NamedTuple):
    """The rules, seed and number of the games that each pair plays."""

    games: int
    seed: str
    session: int = 1
    shown: int = 0


def no_progress(_done: int, _of: int) -> None:
    """Ignore progress."""


def play_in_python(
    rules: Rules,
    challengers: Sequence[Entry],
    members: Sequence[Entry],
    games: int,
    seed: str,
    session: int = 1,
    progress: Progress = no_progress,
    threads: int = 1,
    shown: int = 0,
) -> Played:
    """Play every challenger with every member, in Python, and return the scores.

    Deals and seats are those of `core_games`. A new instance of the challenger plays each session
    of `session` games with one member and sees the end of each game. Before a session it also sees
    `shown` games of the member with copies of itself (Bard et al. 2020, II-B), from the seat that
    it takes first. `threads` is a number of processes; results do not depend on it. Agents from
    outside the registry play in this process. Raise AgentError for an illegal move.
    """
    pairs = [(challenger, member) for challenger in challengers for member in members]
    played = play_python_pairs(
        rules, pairs, Setting(games, seed, session, shown), threads, progress
    )
    return played.reshape(len(challengers), len(members), games)


def play_python_pairs(
    rules: Rules,
    pairs: Sequence[tuple[Entry, Entry]],
    setting: Setting,
    threads: int = 1,
    progress: Progress = no_progress,
) -> Played:
    """Play pairs of a challenger and a member, as `play_in_python` does; return arrays of shape
    (pairs, games)."""
    kept = np.zeros((len(pairs), setting.games), RECORD)
    for number, row in enumerate(_played(rules, pairs, setting, threads)):
        kept[number] = row
        progress((number + 1) * setting.games, kept.size)
    return Played.of(kept)


def _played(
    rules: Rules, pairs: Sequence[tuple[Entry, Entry]], setting: Setting, threads: int
) -> Iterator[Records]:
    ours = all(registry.kind(one.address.partition(":")[0]) for pair in pairs for one in pair)
    if threads <= 1 or len(pairs) == 1 or not ours:
        for pair in pairs:
            yield _records(rules, pair, setting)
        return
    addresses = [(one.address, other.address) for one, other in pairs]
    with worker_processes(threads) as pool:
        text = repeat(write_rules(rules))
        yield from pool.map(_elsewhere, text, addresses, repeat(setting), chunksize=4)


def _elsewhere(text: str, pair: tuple[str, str], setting: Setting) -> Records:
    """Play a pair in a worker process, where agents are looked up by address."""
    challenger, member = map(registry.find, pair)
    return _records(read_rules(text), (challenger, member), setting)


def _records(rules: Rules, pair: tuple[Entry, Entry], setting: Setting) -> Records:
    chosen = seats(rules, setting.games, setting.seed)
    return records(rows_of(list(_pair(rules, *pair, chosen, setting))), chosen)


def _pair(
    rules: Rules,
    challenger: Entry,
    member: Entry,
    chosen: npt.NDArray[np.int64],
    setting: Setting,
) -> Iterator[Game]:
    seed = setting.seed
    for number, seat in enumerate(chosen.tolist()):
        if number % setting.session == 0:
            guest = challenger.agent(f"{seed}/{member.address}/{number}")
            for game in _among_themselves(rules, member, f"{seed}/{number}", setting.shown):
                guest = _having_seen(guest, game.view(seat))
        hosts = [member.agent(f"{seed}/{number}/{host}") for host in range(rules.players)]
        game = Game(rules, seed=Rng(seed).derive(number).derive(0))
        play_out(game, [guest if host == seat else hosts[host] for host in range(rules.players)])
        if (number + 1) % setting.session or hasattr(guest, "game_over"):
            guest = _having_seen(guest, game.view(seat))
        yield game


def _among_themselves(rules: Rules, member: Entry, seed: str, count: int) -> Iterator[Game]:
    """Yield games of a member with copies of itself, on deals that no evaluation uses."""
    for number in range(count):
        game = Game(rules, seed=f"{seed}/shown/{number}")
        seated = range(rules.players)
        play_out(game, [member.agent(f"{seed}/shown/{number}/{host}") for host in seated])
        yield game


def _having_seen(agent: Agent, ended: View) -> Agent:
    """Return the agent after it has seen how a game ended; an agent that does not learn is
    unchanged."""
    if hasattr(agent, "game_over"):
        agent.game_over(ended)
    elif isinstance(agent, Learner):
        return agent.after(ended)
    return agent
