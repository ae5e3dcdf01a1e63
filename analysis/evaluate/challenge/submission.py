"""The games that an evaluation key gives access to: an agent with every member of a pool, in
random order; and their replay, which checks every move of the partners.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from agents.contract import Agent, AgentError, decision_of
from agents.entry import Entry
from agents.matchups.core_games import seats
from analysis.evaluate.pools import PREFIX, named, pool
from native import Game, Move, Rng, Rules
from native.engine.errors import HanabiError
from native.engine.events import End
from native.environment.observation import check

MOST_GAMES = 20_000
ORDER_STREAM = 2**62
"""The random stream, derived from the submission's seed, that shuffles the games; far from the
streams of deals and seats."""


class Scheduled(NamedTuple):
    """One game of a schedule: its number of players, partner, deal, and the candidate's (evaluated
    agent's) seat.

    `deal` is a game number, from 0. The cards and the seat are those of the game with this number
    in `manage.py evaluate` with the submission's seed.
    """

    players: int
    partner: Entry
    deal: int
    seat: int


@dataclass(frozen=True)
class Submission:
    """The games behind one evaluation key (a secret that gives an external agent access to them):
    `games` games with every member of the pool, at tables of each size in `players`.
    """

    name: str
    pool: str
    players: tuple[int, ...] = (2,)
    games: int = 10
    seed: str = ""
    practice: bool = False
    """Whether the agent's owner may know the seed, so that the games count as practice only."""
    record: str = ""
    """The name, without suffix, of the file with the submission's progress and results."""
    season: str = ""
    """The sealed season to which the games belong; empty if to none. Partners and seed of a
    season's games stay secret when the games are over. Each game has its own deal, because an
    agent could recognise a repeated one, and is dealt once: an interrupted game is lost."""
    until: datetime | None = None
    """The deadline after which no game may begin; None if there is none."""

    def deal(self, scheduled: Scheduled) -> Game:
        """Return one game of the submission's schedule, dealt and before its first move."""
        rules = Rules.standard(scheduled.players)
        return Game(rules, seed=Rng(self.seed).derive(scheduled.deal).derive(0))

    def partners(self, scheduled: Scheduled) -> list[Agent]:
        """Return copies of the scheduled game's partner, one for every seat; the copy at the
        candidate's seat is unused.
        """
        seeds = (f"{self.seed}/{scheduled.deal}/{host}" for host in range(scheduled.players))
        return [scheduled.partner.agent(seed) for seed in seeds]


@lru_cache(maxsize=16)
def schedule(submission: Submission) -> tuple[Scheduled, ...]:
    """Return the games of a submission in the order of play, which is random and determined by the
    submission's seed; raise AgentError or BadRules if the submission is invalid.
    """
    if not named(submission.pool).startswith(PREFIX):
        wrong = submission.pool[:80]
        raise AgentError(f"Name a pool of this site, such as pool:literature7, not “{wrong}”.")
    if submission.games < 1 or not submission.players:
        raise AgentError("Play at least one game with each member, at tables of at least one size.")
    if len(set(submission.players)) < len(submission.players):
        raise AgentError("Name each size of a table once.")
    found: list[Scheduled] = []
    for players in submission.players:
        rules = Rules.standard(players)
        check(rules)
        members = pool(submission.pool, rules).members
        if slow := next((one for one in members if one.thinks_long), None):
            raise AgentError(f"{slow.title} thinks too long over a move to play here.")
        if len(found) + submission.games * len(members) > MOST_GAMES:
            raise AgentError(
                f"{submission.pool} has {len(members)} members: there would be more than "
                f"{MOST_GAMES} games."
            )
        own_deals = len(members) if submission.season else 1
        chosen = seats(rules, submission.games * own_deals, submission.seed).tolist()
        for number, member in enumerate(members):
            first = number % own_deals * submission.games
            deals = range(first, first + submission.games)
            found += [Scheduled(players, member, deal, chosen[deal]) for deal in deals]
    order = Rng(submission.seed).derive(ORDER_STREAM)
    for place in range(len(found) - 1, 0, -1):
        other = order.below(place + 1)
        found[place], found[other] = found[other], found[place]
    return tuple(found)


def replayed(
    submission: Submission, games: Sequence[str]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Replay all games that were played with the evaluation key of a sealed season (a contest with
    secret partners), and check every move.

    Args:
        submission: The schedule of the games and their seed.
        games: The moves of each game, in the notation of `native.engine.notation`, in the order
            of the submission's schedule.

    Returns:
        Two arrays of shape (members, submission.games), for the games with each member of the
        pool: the cards on the stacks at the end, and whether the game was lost, by the last strike
        or because the connection broke.

    Raises:
        AgentError: If the number of games is wrong, or a move is illegal, is not what the partner
            plays, or comes after the end.
    """
    places = schedule(submission)
    if len(games) != len(places):
        raise AgentError(f"There are {len(places)} games, not {len(games)}.")
    points = np.zeros(len(places), np.int64)
    lost = np.zeros(len(places), np.bool_)
    for place, moves in enumerate(games):
        game = _after(submission, place, moves)
        deal = places[place].deal
        points[deal] = sum(game.stacks)
        lost[deal] = game.end in (None, End.STRIKEOUT)
    shape = -1, submission.games
    return points.reshape(shape), lost.reshape(shape)


def _after(submission: Submission, place: int, moves: str) -> Game:
    """Return a game after these moves. Raise AgentError if they cannot be its moves."""
    scheduled = schedule(submission)[place]
    game, partners = submission.deal(scheduled), submission.partners(scheduled)
    for number, word in enumerate(moves.split(), start=1):
        where, mover = f"Game {place + 1}, move {number}", game.to_move
        if mover is None:
            raise AgentError(f"{where}: the game was over before.")
        try:
            move = Move.parse(word, game.rules)
            if mover != scheduled.seat:
                own = decision_of(partners[mover], game).move.text(game.rules)
                if own != word:
                    raise AgentError(f"{where}: the partner plays {own}, not {word}.")
            game.play(move)
        except HanabiError as error:
            raise AgentError(f"{where}: {error}") from None
    return game
