"""Play an evaluation's games in Python, for agents that the C core cannot simulate.

An agent with `decide_many`, which decides in many games at once, plays its games in parallel with
partners that the C core simulates. The results equal those of games played one after another.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from agents import registry
from agents.arena import errors_of, play_out
from agents.contract import Agent, AgentError, Learner
from agents.entry import Entry
from agents.matchups.core_games import RECORD, PlayedGames, Records, records, seats
from agents.runs.stopping import worker_processes
from native import BadMove, Game, IllegalMove, Rng, Rules, View
from native.engine.notation import read_rules, write_rules
from native.play.rows import rows_of
from native.play.table import HostedGame

Progress = Callable[[int, int], None]
"""A callback that receives the number of games done and the total."""


class GamesSetting(NamedTuple):
    """The number and the seed of the games that each challenger plays with each member of a pool.

    One instance of the challenger plays `session` consecutive games with a member, and both can
    learn from each. Before a session, the challenger watches `shown` games of the member with
    copies of itself.
    """

    games: int
    seed: str
    session: int = 1
    shown: int = 0


def no_progress(_done: int, _of: int) -> None:
    """Do nothing: a progress callback for callers that do not report progress."""


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
) -> PlayedGames:
    """Play every challenger with every member, in Python; return arrays of shape (challengers,
    members, games).

    Deals and seats are those of `core_games`. A new instance of the challenger plays each session
    of `session` games with one member. Instances of the member that learn or have `game_over` play
    the whole session too, each at the same distance from the challenger around the table; others
    are new in each game. All of them see the end of each game. Before the session the challenger
    also watches `shown` games of the member with copies of itself (Bard et al. 2020, II-B), from
    the seat that it has in the first game of the session. `progress` is called after each pair
    with the numbers of games done and in all. `threads` is a number of processes; results do not
    depend on it. Agents that are not in the registry play in this process. Raise AgentError for an
    illegal move.
    """
    pairs = [(challenger, member) for challenger in challengers for member in members]
    played = play_python_pairs(
        rules, pairs, GamesSetting(games, seed, session, shown), threads, progress
    )
    return played.reshape(len(challengers), len(members), games)


def play_python_pairs(
    rules: Rules,
    pairs: Sequence[tuple[Entry, Entry]],
    setting: GamesSetting,
    threads: int = 1,
    progress: Progress = no_progress,
) -> PlayedGames:
    """Play pairs of a challenger and a member in Python; return arrays of shape (pairs, games).

    `progress` is called after each pair with the numbers of games done and in all. `threads` is a
    number of processes; results do not depend on it. Raise AgentError for an illegal move.
    """
    kept = np.zeros((len(pairs), setting.games), RECORD)
    for number, row in enumerate(_played(rules, pairs, setting, threads)):
        kept[number] = row
        progress((number + 1) * setting.games, kept.size)
    return PlayedGames.of(kept)


def _played(
    rules: Rules, pairs: Sequence[tuple[Entry, Entry]], setting: GamesSetting, threads: int
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


def _elsewhere(text: str, pair: tuple[str, str], setting: GamesSetting) -> Records:
    """Play a pair in a worker process, where agents are looked up by address."""
    challenger, member = map(registry.find, pair)
    return _records(read_rules(text), (challenger, member), setting)


def _records(rules: Rules, pair: tuple[Entry, Entry], setting: GamesSetting) -> Records:
    chosen = seats(rules, setting.games, setting.seed)
    return records(rows_of(list(_pair(rules, *pair, chosen, setting))), chosen)


def _pair(
    rules: Rules,
    challenger: Entry,
    member: Entry,
    chosen: npt.NDArray[np.int64],
    setting: GamesSetting,
) -> Iterator[Game]:
    seed, players = setting.seed, range(rules.players)
    kept: dict[int, Agent] = {}  # agents that play the next game too, by their steps from the guest
    for number, seat in enumerate(chosen.tolist()):
        if number % setting.session == 0:
            guest = challenger.agent(f"{seed}/{member.address}/{number}")
            for game in _among_themselves(rules, member, f"{seed}/{number}", setting.shown):
                guest = _having_seen(guest, game.view(seat))
            kept = {0: guest}
        steps = [(place - seat) % rules.players for place in players]
        agents = [
            kept.get(steps[place]) or member.agent(f"{seed}/{number}/{place}") for place in players
        ]
        game = Game(rules, seed=Rng(seed).derive(number).derive(0))
        with errors_of(game, number):
            play_out(game, agents)
        for place, step, agent in zip(players, steps, agents, strict=True):
            if hasattr(agent, "game_over"):  # `play_out` has shown it the end
                kept[step] = agent
            elif isinstance(agent, Learner) and (number + 1) % setting.session:
                kept[step] = agent.after(game.view(place))
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
    unchanged.
    """
    if hasattr(agent, "game_over"):
        agent.game_over(ended)
    elif isinstance(agent, Learner):
        return agent.after(ended)
    return agent


AT_ONCE = 1_000


def play_side_by_side(
    rules: Rules,
    challenger: Entry,
    members: Sequence[Entry],
    games: int,
    seed: str,
    progress: Progress = no_progress,
) -> PlayedGames:
    """Play a challenger's games with all members in parallel, asking it for many moves at once
    with `decide_many`; return arrays of shape (1, members, games).

    `progress` is called with the numbers of games done and in all. Raise AgentError for an illegal
    move, or for a member, other than the challenger itself, that searches or that the C core
    cannot simulate.
    """
    assert challenger.decide_many is not None
    chosen = seats(rules, games, seed)
    kept = np.zeros((1, len(members), games), RECORD)
    waiting = _games(rules, challenger, members, chosen.tolist(), seed)
    open_games: list[tuple[int, int, HostedGame]] = []
    done = 0
    while True:
        while len(open_games) < AT_ONCE and (begun := next(waiting, None)):
            open_games.append(begun)
        running = []
        for member, number, hosted in open_games:
            if hosted.go_on():
                running.append((member, number, hosted))
                continue
            ended = rows_of([hosted.game])
            kept[0, member, number] = records(ended, chosen[number : number + 1])[0]
            done += 1
        progress(done, kept.size)
        if not running and done == kept.size:
            return PlayedGames.of(kept)
        open_games = running
        if running:
            _ask(challenger, [hosted for *_, hosted in running])


def _ask(challenger: Entry, hosted: Sequence[HostedGame]) -> None:
    assert challenger.decide_many is not None
    views = [one.game.view(one.game.to_move or 0) for one in hosted]
    moves = challenger.decide_many(views)
    if len(moves) != len(views):
        raise AgentError(f"{len(views)} games need one move each, not {len(moves)}.")
    for one, move in zip(hosted, moves, strict=True):
        try:
            one.game.play(move)
        except (IllegalMove, BadMove) as error:
            raise AgentError(f"{challenger.title} made an illegal move: {error}") from error


def _games(
    rules: Rules, challenger: Entry, members: Sequence[Entry], chosen: Sequence[int], seed: str
) -> Iterator[tuple[int, int, HostedGame]]:
    """Yield the member's number, the game's number, and the game."""
    for number, member in enumerate(members):
        itself = member.address == challenger.address
        host = None if itself else member.in_core(rules.players)
        if not itself and (host is None or host.thinks):
            raise AgentError(f"{member.title} cannot play many games at once: ask for one.")
        for game, seat in enumerate(chosen):
            stream = Rng(seed).derive(game).derive(0)
            guests = range(rules.players) if itself else [seat]
            yield number, game, HostedGame(rules, host, guests, stream)
