"""Which games of a submission are played, in a file that only grows: a line a beginning or an end.
A process that is killed loses the game that was under way, and no other."""

from __future__ import annotations

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
"""Games of this process that are under way: of which submission, and their place in it."""


class Played(NamedTuple):
    """How often a game was begun, and what its first whole game scored."""

    attempts: int = 0
    score: int | None = None


def played(submission: Submission) -> dict[int, Played]:
    """By place, the games that were begun."""
    try:
        lines = _path(submission).read_text("ascii").splitlines()
    except FileNotFoundError:
        return {}
    found: dict[int, Played] = {}
    for line in lines:
        try:
            place, score = json.loads(line)
        except ValueError:
            continue  # The machine stopped in the middle of it.
        before = found.get(place, Played())
        if score is None:
            found[place] = before._replace(attempts=before.attempts + 1)
        elif before.score is None:
            found[place] = before._replace(score=score)
    return found


def begin_next(submission: Submission) -> int | None:
    """The place of the next game, which is then under way; None if there is none."""
    done = played(submission)
    for place in range(len(schedule(submission))):
        known = done.get(place, Played())
        if known.score is None and (submission.digest, place) not in active:
            _write(submission, place, None)
            active.add((submission.digest, place))
            return place
    return None


def end(submission: Submission, place: int, score: int | None) -> None:
    """The game is no longer under way; without a score it was broken off, and will be dealt again.
    Raises Unwritable."""
    active.discard((submission.digest, place))
    if score is not None:
        _write(submission, place, score)


def information(submission: Submission) -> dict[str, Any]:
    """What the challenge's program asks for, with each game's partner once it is over."""
    done, games = played(submission), []
    for place, scheduled in enumerate(schedule(submission)):
        known = done.get(place, Played())
        under_way = (submission.digest, place) in active
        over = known.score is not None
        games.append(
            {
                "status": "DONE" if over else "ACTIVE" if under_way else "TODO",
                "score": known.score,
                "num_players": scheduled.players,
                "candidate_controlling": [f"agent_{scheduled.seat}"],
                "partner": scheduled.partner.address if over else None,
                "deal": scheduled.deal if over else None,
                "attempts": known.attempts,
            }
        )
    return {
        "current_env": next((game for game in games if game["status"] == "ACTIVE"), None),
        "all_envs": games,
        "human_ai_eval_done": all(game["status"] == "DONE" for game in games),
    }


def _path(submission: Submission) -> Path:
    return Path(settings.RUNS_DIR) / FOLDER / f"{submission.digest}.jsonl"


def _write(submission: Submission, place: int, score: int | None) -> None:
    path = _path(submission)
    make_folder(path.parent)
    try:
        with path.open("a", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.write(json.dumps([place, score]) + "\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise Unwritable(path, error) from error
