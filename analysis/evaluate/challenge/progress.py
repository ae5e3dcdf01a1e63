"""The progress of an AH2AC2 submission (the games that an evaluation key gives access to), in an
append-only file with one line per start or end of a game.

If the process is killed, only the game in progress is lost.
"""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.conf import settings
from django.utils import timezone

from agents.contract import AgentError
from agents.runs.errors import Unwritable
from agents.runs.storage import make_folder
from analysis.evaluate.challenge.submission import Submission, schedule

FOLDER = "ah2ac2"
active: set[tuple[str, int]] = set()
"""The games in progress in this process, as pairs of a submission's `record` and the game's place
in its schedule."""


class GameProgress(NamedTuple):
    """How often one game of a submission was started, and how its first complete play ended;
    `score` is None before its end.
    """

    attempts: int = 0
    score: int | None = None
    gave_up: str | None = None
    """The message of a partner that gave the first complete play up; None if none did."""
    moves: str = ""
    """The moves of the first complete play, in the notation of `native.engine.notation`."""


def played(submission: Submission) -> dict[int, GameProgress]:
    """Return the games of a submission that were started, by their place in the schedule,
    from 0.
    """
    try:
        return _read(_path(submission).read_text("ascii"))
    except FileNotFoundError:
        return {}


def _read(text: str) -> dict[int, GameProgress]:
    found: dict[int, GameProgress] = {}
    for line in text.splitlines():
        try:
            place, score, *rest = json.loads(line)
        except ValueError:
            continue  # The machine stopped while writing this line.
        before = found.get(place, GameProgress())
        if score is None:
            found[place] = before._replace(attempts=before.attempts + 1)
        elif before.score is None:
            found[place] = GameProgress(before.attempts, score, *rest)
    return found


def begin_next(submission: Submission) -> int | None:
    """Start the next game of a submission and return its place in the schedule, from 0; return
    None if none is left.

    Raise AgentError if the submission's deadline has passed, Unwritable if the start cannot be
    stored.
    """
    if submission.until is not None and timezone.now() >= submission.until:
        raise AgentError(f"These games ended on {submission.until:%-d %B %Y at %H:%M} UTC.")
    with _opened(submission) as file:
        done = _read(file.read())
        for place in range(len(schedule(submission))):
            known = done.get(place, GameProgress())
            again = known.attempts and submission.season
            if known.score is None and not again and (submission.record, place) not in active:
                _write(file, place, None)
                active.add((submission.record, place))
                return place
    return None


def end(
    submission: Submission,
    place: int,
    score: int | None,
    gave_up: str | None = None,
    moves: str = "",
) -> None:
    """Record the end of the game at `place` in the submission's schedule. A `score` of None means
    that the game was aborted: it can be started again or, in a season, scores 0.

    `gave_up` is the message of a partner that gave the game up; `moves` are the game's moves in
    the notation of `native.engine.notation`. Raise Unwritable if the result cannot be stored.
    """
    active.discard((submission.record, place))
    if score is None and submission.season:
        score = 0
    if score is not None:
        with _opened(submission) as file:
            _write(file, place, score, gave_up, moves)


def information(submission: Submission) -> dict[str, Any]:
    """Return the status of a submission's games as a dictionary in the form that the challenge's
    client expects.

    `all_envs` lists a dictionary for each game, in the order of the schedule; `current_env` is the
    one in progress (or None); and `human_ai_eval_done` says whether all are over.

    A game's number of players and the candidate's seat are included once it has started, its
    partner and deal once it is over, and the pool and seed when all games are over. In a season
    partners, deals, pool and seed stay secret.
    """
    done, games = played(submission), []
    for place, scheduled in enumerate(schedule(submission)):
        known = done.get(place, GameProgress())
        under_way = (submission.record, place) in active
        over = known.score is not None
        public = over and not submission.season
        lost = submission.season and known.attempts and not under_way
        games.append(
            {
                "status": "DONE" if over or lost else "ACTIVE" if under_way else "TODO",
                "score": known.score,
                "gave_up": known.gave_up,
                "num_players": scheduled.players if known.attempts else None,
                "candidate_controlling": [f"agent_{scheduled.seat}"] if known.attempts else [],
                "partner": scheduled.partner.address if public else None,
                "deal": scheduled.deal if public else None,
                "attempts": known.attempts,
            }
        )
    ended = all(game["status"] == "DONE" for game in games)
    published = ended and not submission.season
    return {
        "current_env": next((game for game in games if game["status"] == "ACTIVE"), None),
        "all_envs": games,
        "human_ai_eval_done": ended,
        "practice": submission.practice,
        "pool": submission.pool if published else None,
        "seed": submission.seed if published else None,
    }


def _path(submission: Submission) -> Path:
    return Path(settings.RUNS_DIR) / FOLDER / f"{submission.record}.jsonl"


@contextmanager
def _opened(submission: Submission) -> Iterator[IO[str]]:
    """Open the file to read it from its start and append to it, with no other process doing so."""
    path = _path(submission)
    make_folder(path.parent)
    try:
        with path.open("a+", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            yield file
    except OSError as error:
        raise Unwritable(path, error) from error


def _write(file: IO[str], *line: int | str | None) -> None:
    file.write(json.dumps(line) + "\n")
    file.flush()
    os.fsync(file.fileno())
