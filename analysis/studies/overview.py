"""How far an experiment is, and how it was set up, in words for its owner."""

from __future__ import annotations

from analysis.models import Study
from analysis.partners.names import title
from analysis.studies.questions import Question, all_questions
from game.forms import HELP
from game.models import Table

MOST = 20
"""Agents that are named."""
ASKED = {
    "before": "before the first game",
    "game": "after each game",
    "after": "after the last game",
}


def progress(study: Study) -> list[tuple[str, int]]:
    """People and games so far."""
    people = study.participations
    over = study.assignments.filter(table__status=Table.Status.FINISHED)
    numbers = [("People", people.count()), ("Games", over.count())]
    done = people.filter(finished__isnull=False).count()
    return [*numbers, ("Done", done)] if study.games else numbers


def settings(study: Study) -> list[tuple[str, str]]:
    """What was chosen when it was set up."""
    games = f"{study.games} a person" if study.games else "as many as a person likes"
    return [
        ("Agents", ", ".join(map(title, study.pool[:MOST])) + _more(len(study.pool) - MOST)),
        ("Games", games + (", deals in common" if study.common_deals else "")),
        ("Order of partners", study.get_order_display()),
        ("People learn who their partners were", study.get_named_display()),
        ("Practice game", title(study.practice) if study.practice else "none"),
        ("Each card shows", dict(HELP)[Table.Help(study.help)]),
        ("Usual questions", "asked" if study.usual_questions else "not asked"),
        ("Completion code", study.completion or "none"),
    ]


def questions(study: Study) -> list[dict[str, object]]:
    """The owner's own, with when they are asked in words."""
    return [_shown(question) for question in all_questions(study)]


def _shown(question: Question) -> dict[str, object]:
    return {
        "id": question.id,
        "text": question.text,
        "options": question.options,
        "asked": ASKED[question.when],
    }


def _more(count: int) -> str:
    return f" and {count} more" if count > 0 else ""
