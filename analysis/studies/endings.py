"""Early ends of a participation in an experiment: too many wrong answers to attention checks, the
time limit, or nobody left to play with (`analysis.studies.teams`).
"""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from analysis.models import Participation, Study, Survey
from analysis.studies.questions import Question, all_questions

SCREENED, LATE, ALONE = "screened", "late", "alone"


def wrong_answers(study: Study, participation: Participation) -> int:
    """Return how many wrong answers a participant has given to attention checks so far; a check
    left unanswered counts as wrong.
    """
    checks = [one for one in all_questions(study) if one.right]
    if not checks:
        return 0
    surveys = Survey.objects.filter(
        trace__table__assignment__participation=participation, person=participation.person_id
    )
    given = [
        *(("game", one.answers) for one in surveys),
        *((when, getattr(participation, when)) for when in ("before", "after")),
    ]
    return sum(
        not is_right(check, answers)
        for check in checks
        for when, answers in given
        if answers is not None and when == check.when
    )


def is_right(check: Question, answers: dict[str, Any]) -> bool:
    """Return whether `answers`, by question id, have the right answer to the attention check
    `check`.
    """
    found = answers.get(check.id)
    if check.kind == "scale" and isinstance(found, int) and 1 <= found <= len(check.options):
        found = check.options[found - 1]
    return bool(found == check.right)


def ending(study: Study, participation: Participation) -> str:
    """Return why a participation has ended early: SCREENED (too many wrong answers to attention
    checks), LATE (past the time limit) or ALONE (nobody left to play with); empty if it has not.

    Too many wrong answers are counted now and, if they end it, recorded.
    """
    allowed = study.wrong_allowed
    if participation.ended or allowed is None:
        return participation.ended
    if wrong_answers(study, participation) > allowed:
        _end(participation, SCREENED)
    return participation.ended


def is_late(study: Study, participation: Participation) -> bool:
    """Return whether a participant has no time left for another game; if so, record that their
    participation ended as LATE.
    """
    minutes = study.minutes
    if minutes is None or timezone.now() - participation.consented <= timedelta(minutes=minutes):
        return False
    _end(participation, LATE)
    return True


def _end(participation: Participation, how: str) -> None:
    participation.ended = how
    participation.save(update_fields=["ended"])
