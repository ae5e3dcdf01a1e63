"""Progress of a submission, in an append-only file with one line per start or end of a game.

A killed process loses only the game in progress.
"""

import fcntl
import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

from agents.runs.errors import Unwritable
from agents.runs.storage import make_folder
from analysis.evaluate.challenge.submission import Submission, schedule

FOLDER = "ah2ac2"
active: set[tuple[str, int]] = set()
"""Games in progress in this process: submission and place of the game."""


class Played(NamedTuple):
    """How often a game was started, and how its first complete play ended."""

    attempts: int = 0
    score: int | None = None
    gave_up: str | None = None
    """The message of an agent that gave that game up."""


def played(submission: Submission) -> dict[int, Played]:
    """Return the games that were started, by place."""
    try:
        lines = _path(submission).read_text("ascii").splitlines()
    except FileNotFoundError:
        return {}
    found: dict[int, Played] = {}
    for line in lines:
        try:
            place, score, *gave_up = json.loads(line)
        except ValueError:
            continue  # The machine stopped while writing this line.
        before = found.get(place, Played())
        if score is None:
            found[place] = before._replace(attempts=before.attempts + 1)
        elif before.score is None:
            found[place] = Played(before.attempts, score, *gave_up)
    return found


def begin_next(submission: Submission) -> int | None:
    """Start the next game and return its place; return None if none is left."""
    done = played(submission)
    for place in range(len(schedule(submission))):
        known = done.get(place, Played())
        if known.score is None and (submission.record, place) not in active:
            _write(submission, place, None)
            active.add((submission.record, place))
            return place
    return None


def end(submission: Submission, place: int, score: int | None, gave_up: str | None = None) -> None:
    """Record that a game ended; without a score it was aborted and will be dealt again.

    Raise Unwritable if the result cannot be stored.
    """
    active.discard((submission.record, place))
    if score is not None:
        _write(submission, place, score, *([gave_up] if gave_up else []))


def information(submission: Submission) -> dict[str, Any]:
    """Return the status of all games in the form that the challenge's client expects.

    A game's table is included once it has started, its partner once it is over, and pool and seed
    when all games are over.
    """
    done, games = played(submission), []
    for place, scheduled in enumerate(schedule(submission)):
        known = done.get(place, Played())
        under_way = (submission.record, place) in active
        over = known.score is not None
        games.append(
            {
                "status": "DONE" if over else "ACTIVE" if under_way else "TODO",
                "score": known.score,
                "gave_up": known.gave_up,
                "num_players": scheduled.players if known.attempts else None,
                "candidate_controlling": [f"agent_{scheduled.seat}"] if known.attempts else [],
                "partner": scheduled.partner.address if over else None,
                "deal": scheduled.deal if over else None,
                "attempts": known.attempts,
            }
        )
    ended = all(game["status"] == "DONE" for game in games)
    return {
        "current_env": next((game for game in games if game["status"] == "ACTIVE"), None),
        "all_envs": games,
        "human_ai_eval_done": ended,
        "practice": submission.practice,
        "pool": submission.pool if ended else None,
        "seed": submission.seed if ended else None,
    }


def _path(submission: Submission) -> Path:
    return Path(settings.RUNS_DIR) / FOLDER / f"{submission.record}.jsonl"


def _write(submission: Submission, *line: int | str | None) -> None:
    path = _path(submission)
    make_folder(path.parent)
    try:
        with path.open("a", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise Unwritable(path, error) from error
