"""The games of an evaluation side by side: the challenger is asked in many of them at once, the
core moves its partners. They are the games that are played one after another elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from agents.contract import AgentError
from agents.entry import Entry
from analysis.evaluate.core_games import Played, seats
from analysis.evaluate.python_games import Progress, no_progress
from analysis.evaluate.records import RECORD, records
from native import BadMove, IllegalMove, Rng, Rules
from native.play.hosts import HostedGame
from native.play.rows import rows_of

AT_ONCE = 1_000


def play_side_by_side(
    rules: Rules,
    challenger: Entry,
    members: Sequence[Entry],
    games: int,
    seed: str,
    progress: Progress = no_progress,
) -> Played:
    """Of a challenger with `decide_many`. Raises AgentError for a member that the core cannot play,
    and for an illegal move."""
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
        raise AgentError(f"{len(views)} games need as many moves, not {len(moves)}.")
    for one, move in zip(hosted, moves, strict=True):
        try:
            one.game.play(move)
        except (IllegalMove, BadMove) as error:
            raise AgentError(f"{challenger.title} made an illegal move: {error}") from error


def _games(
    rules: Rules, challenger: Entry, members: Sequence[Entry], chosen: Sequence[int], seed: str
) -> Iterator[tuple[int, int, HostedGame]]:
    """Number of the member, number of the game, and the game."""
    for number, member in enumerate(members):
        itself = member.address == challenger.address
        host = None if itself else member.in_core(rules.players)
        if not itself and (host is None or host.thinks):
            raise AgentError(f"{member.title} cannot play many games at once: ask for one.")
        for game, seat in enumerate(chosen):
            stream = Rng(seed).derive(game).derive(0)
            guests = range(rules.players) if itself else [seat]
            yield number, game, HostedGame(rules, host, guests, stream)
