"""Sealed seasons without an operator: the worker plays submissions from pages, and `manage.py
season keep` closes a season at its end and opens the next.
"""

import re
import shutil
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
from django_tasks import task

from agents.contract import AgentError
from analysis.protocols import season_record, seasons
from analysis.protocols.season_record import Terms
from analysis.protocols.seasons import Say

RELEASED = "released"
NUMBERED = re.compile(r"-(\d+)$")


@task
def play_season(name: str) -> None:
    """Play the submissions to the season called `name` that have no result yet; a background
    task.
    """
    seasons.play(name)


def released(name: str) -> Path:
    """Return the path of the folder into which the season called `name` is released, which may not
    exist yet. Raise BadRun if the name is invalid.
    """
    return season_record.folder(name) / RELEASED


def keep(now: datetime, threads: int = 1, say: Say = lambda _: None) -> list[str]:
    """Play submissions without a result, release the seasons that have ended by the time `now`,
    and open the next ones.

    Return a sentence for each season that was released or opened, and for each that has to wait
    because one of its agents cannot play; the sentence then says why. `say` is called with lines
    of progress. If interrupted, the next call resumes.
    """
    done: list[str] = []
    for name in season_record.names():
        known = season_record.terms(name)
        try:
            if now < known.closes:
                seasons.play(name, threads, say)
            elif not released(name).exists():
                _release(name, now, threads, say)
                done.append(f"{name} is released in {released(name)}.")
        except AgentError as error:
            done.append(f"{name} waits: {error}")
        if known.every and now >= known.closes:
            following = _following(known, now)
            if following.name not in season_record.names():
                opened = seasons.open_season(following, say)
                done.append(f"{opened.name} is open. Commitment: {opened.commitment}")
    return done


def _release(name: str, now: datetime, threads: int, say: Say) -> None:
    """Release a season; a folder that a killed process left half-written is written again."""
    half = released(name).with_suffix(".part")
    shutil.rmtree(half, ignore_errors=True)
    seasons.close(name, half, now, threads, say)
    half.rename(released(name))


def _following(known: Terms, now: datetime) -> Terms:
    """Return the terms of the season after the one with the terms `known`; it is called, for
    example, `spring-2` after `spring`.
    """
    number = NUMBERED.search(known.name)
    stem = known.name[: number.start()] if number else known.name
    return msgspec.structs.replace(
        known,
        name=f"{stem}-{int(number[1]) + 1 if number else 2}",
        opens=now,
        closes=max(known.closes, now) + timedelta(days=known.every),
        commitment="",
    )
