"""Play many games between any agents: in the C core if all can play there, else in Python."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from itertools import repeat

import numpy as np

from agents.challengers import challenger
from agents.contract import Agent, AgentError, GivesUp, decision_of
from agents.registry import Entry
from agents.runs.stopping import worker_processes
from native import BadMove, End, Game, IllegalMove, Rng, Rules
from native.engine.notation import read_rules, write_rules
from native.play import table
from native.play.measures import TALLIES
from native.play.results import Result, SeatResult
from native.play.rows import Rows, rows_of
from native.play.threads import MOST_THREADS
from native.rulebase import Mode, Silence

CHUNK = 16  # games per task of a worker process


def simulate(
    rules: Rules,
    entries: Sequence[Entry],
    games: int,
    seed: str,
    *,
    first: int = 0,
    mode: Mode | None = None,
    threads: int | None = None,
) -> Result:
    """Play games between agents, agent i on seat i, and return their results.

    Game k is dealt from random stream `first` + k of the seed. The result depends on these
    arguments alone, not on `threads`. `mode` says what rule lists do where a rule fails or none
    applies: give the game up (faithful), or ask the next rule and finally make a random legal move
    (clean); by default each list uses its own mode. `threads` is a number of threads of the C
    core, or of processes if an agent plays in Python; by default one per processor. Raise
    ValueError if a number is out of range, AgentError if an agent makes an illegal move.
    """
    in_core = {entry.address: entry.in_core(rules.players, mode) for entry in entries}
    seating = [one for entry in entries if (one := in_core[entry.address])]
    if len(seating) == rules.players:
        return table.simulate(rules, seating, games, seed, first=first, threads=threads)
    workers = os.cpu_count() or 1 if threads is None else threads
    if games < 1 or first < 0 or not 1 <= workers <= MOST_THREADS:
        raise ValueError(
            f"{games} games on {workers} threads cannot be played from number {first} on; "
            f"1 game or more on 1 to {MOST_THREADS} threads can, from number 0 on."
        )
    text, addresses = write_rules(rules), [entry.address for entry in entries]
    starts = range(first, first + games, CHUNK)
    sizes = [min(CHUNK, first + games - start) for start in starts]
    with worker_processes(workers) if workers > 1 else nullcontext() as executor:
        run = executor.map if executor else map
        chunks = run(_chunk, repeat(text), repeat(addresses), repeat(seed), starts, sizes)
        return _result(rules, np.concatenate(list(chunks)))


def play_out(game: Game, agents: Sequence[Agent]) -> None:
    """Play a game to its end, agent i on seat i, and show its last view to the agents that have
    `game_over`. An agent that gives up ends the game. Raise AgentError for an illegal move.
    """
    _move_to_the_end(game, agents)
    for seat, agent in enumerate(agents):
        if hasattr(agent, "game_over"):
            agent.game_over(game.view(seat))


def _move_to_the_end(game: Game, agents: Sequence[Agent]) -> None:
    while (seat := game.to_move) is not None:
        try:
            decision = decision_of(agents[seat], game)
        except GivesUp:
            game.terminate()
            return
        try:
            game.play(decision.move)
        except (IllegalMove, BadMove) as error:
            raise AgentError(f"{agents[seat].address} made an illegal move: {error}") from error


def play_game(rules: Rules, entries: Sequence[Entry], seed: str, number: int) -> Game:
    """Play the game dealt from random stream `number` of the seed, agent i on seat i, and return
    the finished game. Raise AgentError for an illegal move.
    """
    game = Game(rules, seed=Rng(seed).derive(number))
    with errors_of(game, number):
        play_out(game, [one.agent(f"{seed}/{number}/{seat}") for seat, one in enumerate(entries)])
    return game


@contextmanager
def errors_of(game: Game, number: int) -> Iterator[None]:
    """Return a context manager that adds the game's number and its turn to the message of an
    AgentError raised in its block.
    """
    try:
        yield
    except AgentError as error:
        text = str(error).removesuffix(".")
        raise AgentError(f"{text}, in game {number}, turn {game.turn + 1}.") from error


def _chunk(text: str, addresses: Sequence[str], seed: str, first: int, count: int) -> Rows:
    rules, entries = read_rules(text), [challenger(address) for address in addresses]
    return rows_of([play_game(rules, entries, seed, first + number) for number in range(count)])


def _result(rules: Rules, rows: Rows) -> Result:
    struck_out = rows["score"][rows["end"] == End.STRIKEOUT]
    stacks, struck = (
        np.bincount(scores, minlength=rules.max_score + 1) for scores in (rows["score"], struck_out)
    )
    zero = stacks - struck
    zero[0] += len(struck_out)
    return Result(
        games=len(rows),
        turns=int(rows["turns"].sum()),
        stacks=tuple(stacks.tolist()),
        zero=tuple(zero.tolist()),
        ends={end: int((rows["end"] == end).sum()) for end in End},
        seats=tuple(
            SeatResult(
                tallies={name: int(rows["seats"][name][:, seat].sum()) for name in TALLIES},
                fired=(),
                fallbacks=0,
                given_up=dict.fromkeys(Silence, 0),
            )
            for seat in range(rules.players)
        ),
    )
