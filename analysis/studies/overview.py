"""An experiment's progress and settings as text for its owner."""

from analysis.collections import title
from analysis.models import Study
from analysis.studies.consent import consent_of
from analysis.studies.endings import ALONE, LATE, SCREENED
from analysis.studies.groups import groups_of, in_teams
from analysis.studies.questions import Question, all_questions
from game.forms import HELP
from game.models import Table

MOST = 20
"""Agents listed by name."""
ASKED = {
    "before": "before the first game",
    "game": "after each game",
    "after": "after the last game",
}


def progress(study: Study) -> list[tuple[str, int]]:
    """Return the numbers of participants and games so far, each with its label."""
    people = study.participations
    over = Table.objects.filter(assignment__study=study, status=Table.Status.FINISHED)
    numbers = [("People", people.count()), ("Games", over.distinct().count())]
    done = people.filter(finished__isnull=False).count()
    gone = people.filter(withdrawn__isnull=False).count()
    shown = [("Done", done)] if study.games else []
    kinds = (("Screened out", SCREENED), ("Out of time", LATE), ("Without partners", ALONE))
    for label, ended in kinds:
        if number := people.filter(ended=ended).count():
            shown.append((label, number))
    return [*numbers, *shown, *([("Withdrawn", gone)] if gone else [])]


def settings(study: Study) -> list[tuple[str, str]]:
    """Return the settings of an experiment as labels and values for its page."""
    games = f"{study.games} a person" if study.games else "as many as a person likes"
    return [
        ("Agents", _agents(study.pool)),
        ("Games", games + (", deals in common" if study.common_deals else "")),
        ("Order of partners", study.get_order_display()),
        ("People learn who their partners were", study.get_named_display()),
        ("Practice game", title(study.practice) if study.practice else "none"),
        ("Each card shows", dict(HELP)[Table.Help(study.help)]),
        ("Usual questions", "asked" if study.usual_questions else "not asked"),
        ("Completion code", study.completion or "none"),
        *_if_set(
            ("People at one table", f"{study.team}" if in_teams(study) else ""),
            ("They wait at most", f"{study.patience} minutes" if in_teams(study) else ""),
            ("Groups", ", ".join(group.name for group in groups_of(study))),
            ("Stops after", f"{study.people} people" if study.people else ""),
            ("Preregistration", study.preregistration),
            ("SHA-256 of the design", study.frozen),
        ),
        *consent_of(study).facts,
        *_if_set(("Asks whether games may be published", study.get_licence_display())),
    ]


def _if_set(*facts: tuple[str, str]) -> list[tuple[str, str]]:
    return [(label, value) for label, value in facts if value]


def questions(study: Study) -> list[dict[str, object]]:
    """Return the owner's questions, each with a phrase that says when it is asked."""
    return [_shown(question) for question in all_questions(study)]


def _shown(question: Question) -> dict[str, object]:
    return {
        "id": question.id,
        "text": question.text,
        "options": question.options,
        "asked": ASKED[question.when],
    }


def _agents(pool: list[str]) -> str:
    return ", ".join(map(title, pool[:MOST])) + _more(len(pool) - MOST) or "none"


def _more(count: int) -> str:
    return f" and {count} more" if count > 0 else ""
