"""Replay the games that were played with an evaluation key, to check every move of the partners."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from agents.contract import AgentError, decision_of
from analysis.evaluate.challenge.submission import Submission, schedule
from native import Game, Move
from native.engine.errors import HanabiError
from native.engine.events import End


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
