"""An experiment's progress and settings as text for its owner's page."""

from functools import partial

from django.template.defaultfilters import pluralize
from msgspec.structs import asdict

from analysis.collections import title
from analysis.models import Study
from analysis.studies.consent import consent_of
from analysis.studies.endings import ALONE, LATE, SCREENED
from analysis.studies.forms import StudyForm
from analysis.studies.groups import described, groups_of, in_teams
from analysis.studies.questions import ASKED, all_questions
from game.models import Table

MOST = 20
"""Maximum number of agents that the settings list by name."""
FURTHER = ("minutes", "wrong_allowed", "withdrawal", "screened", "late", "alone", "plan")
"""Settings that are listed, if set, under their labels in the form."""


def progress(study: Study) -> list[tuple[str, int]]:
    """Return the numbers of participants and of finished games so far, and how many participations
    ended in each way (such as "Withdrawn"), as pairs (label, number). People who withdrew count
    only as such, however their part had ended.
    """
    people = study.participations
    here = people.filter(withdrawn=None)
    over = Table.objects.filter(assignment__study=study, status=Table.Status.FINISHED)
    numbers = [("People", people.count()), ("Games", over.distinct().count())]
    if study.games:
        numbers.append(("Done", here.filter(finished__isnull=False).count()))
    ends = {
        "Screened out": here.filter(ended=SCREENED),
        "Out of time": here.filter(ended=LATE),
        "Without partners": here.filter(ended=ALONE),
        "Withdrawn": people.exclude(withdrawn=None),
    }
    ended = [(label, found.count()) for label, found in ends.items()]
    return [*numbers, *((label, number) for label, number in ended if number)]


def settings(study: Study) -> list[tuple[str, str]]:
    """Return the settings of an experiment for its page, as pairs (label, value)."""
    patience = f"{study.patience} minute{pluralize(study.patience)}"
    games = f"{study.games} a person" if study.games else "as many as a person likes"
    return [
        ("Agents", _agents(study.pool)),
        ("Games", games + (", deals in common" if study.common_deals else "")),
        ("Order of partners", study.get_order_display()),
        ("People learn who their partners were", study.get_named_display()),
        ("Practice game", title(study.practice) if study.practice else "none"),
        ("Each card shows", study.get_help_display()),
        ("Usual questions", "asked" if study.usual_questions else "not asked"),
        ("Completion code", study.completion or "none"),
        *_if_set(
            ("People at one table", f"{study.team}" if in_teams(study) else ""),
            ("They wait at most", patience if in_teams(study) else ""),
            ("Groups", "\n".join(map(described, groups_of(study)))),
            *map(partial(_as_in_the_form, study), FURTHER),
            ("Stops after", f"{study.people} people" if study.people else ""),
            ("Who takes part", "only people with an id in their link" if study.needs_id else ""),
            ("Preregistration", study.preregistration),
            ("SHA-256 of the design", study.frozen),
        ),
        *consent_of(study).facts,
        *_if_set(("Asks whether games may be published", study.get_licence_display())),
    ]


def _as_in_the_form(study: Study, name: str) -> tuple[str, str]:
    value = getattr(study, name)
    return str(StudyForm.base_fields[name].label), "" if value is None else str(value)


def _if_set(*facts: tuple[str, str]) -> list[tuple[str, str]]:
    return [(label, value) for label, value in facts if value]


def questions(study: Study) -> list[dict[str, object]]:
    """Return the owner's questions as dicts of the fields of `Question`, and in `asked` a phrase
    that says when the question is asked, such as "after each game".
    """
    return [{**asdict(one), "asked": ASKED[one.when]} for one in all_questions(study)]


def _agents(pool: list[str]) -> str:
    more = f" and {len(pool) - MOST} more" if len(pool) > MOST else ""
    return ", ".join(map(title, pool[:MOST])) + more or "none"
