"""Play an evaluation's games in parallel with an agent that answers many games in one message.

The core moves the partners. The games are identical to those played one after another.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from agents.contract import AgentError
from agents.entry import Entry
from agents.matchups.core_games import Played, seats
from agents.matchups.python_games import Progress, no_progress
from agents.matchups.records import RECORD, records
from native import BadMove, IllegalMove, Rng, Rules
from native.play.rows import rows_of
from native.play.table import HostedGame

AT_ONCE = 1_000


def play_side_by_side(
    rules: Rules,
    challenger: Entry,
    members: Sequence[Entry],
    games: int,
    seed: str,
    progress: Progress = no_progress,
) -> Played:
    """Play a challenger's games in parallel, asking it for many moves at once with `decide_many`.

    Raise AgentError for a member that the core cannot play, and for an illegal move.
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
            return Played.of(kept)
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
