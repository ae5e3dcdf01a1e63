"""Export an experiment as a table with one row for each game of each participant, with a codebook
of its columns.

People are identified by their numbers in the experiment.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from django.db.models import Count, F, QuerySet

from analysis.figures import Figure
from analysis.models import Assignment, Participation, Study, Survey, Trace
from analysis.studies.consent import agreed_to, as_data
from analysis.studies.endings import ALONE, LATE, SCREENED, wrong_answers
from analysis.studies.groups import group_of, groups_of, in_teams
from analysis.studies.plan import digest, is_unchanged
from analysis.studies.questions import ASKED, Question, all_questions
from analysis.studies.steps import EARLY
from analysis.studies.surveys import AGAIN, SCALES, worded
from analysis.tables import Rows, Table
from analysis.traces.exporting import Names, documents, lines
from game.models import Seating
from game.models import Table as GameTable
from game.tables.state import TERMINATED

BREAK = timedelta(hours=1)
"""The longest pause between two games of a person in one session; after a longer one a new session
starts."""

MEANINGS = Path(__file__).with_name("columns.toml")
COLUMNS = {
    name: text.format(
        **{scale: asked for scale, (asked, *_) in SCALES.items()},
        again=AGAIN,
        early=EARLY,
        hours=BREAK.seconds // 3600,
    )
    for name, text in msgspec.toml.decode(MEANINGS.read_bytes(), type=dict[str, str]).items()
}
"""The meaning of each column that the export of every experiment has. Columns for the experiment's
own questions and the column `trace` follow them."""

TRACE = "the whole game with every move, its time and its reason, as JSON (a hanab.live export)"
CONCEALED = (
    *("group", "team", "waited", "debriefed", "block", "agent", "people", "table", "seat"),
    *("agent_version", "deal", "started", "finished", "trace"),
)
"""Columns that say who is in which group or plays with whom. The times and the deal of a team's
game are the same in the rows of all its people."""
OF_TEAMS = ("assignment", "end", "zero", "stacks", "strikes", "moves")
"""Columns that say who plays with whom where people play together: the rows of a team's game have
consecutive numbers and the same result."""


def games_table(study: Study) -> Table:
    """Return an experiment's games as a table with one row for each game of each participant,
    practice games included, sorted by participant and then as they were assigned. A participant
    without games has one row, in which the columns of a game are empty.

    `codebook` explains the columns. Those that `concealed` names are empty.
    """
    own = all_questions(study)
    rows = list(_rows(study, own))
    names = [*COLUMNS, *(question.id for question in own), "trace"]
    return Table({name: [row.get(name) for row in rows] for name in names})


def trace_lines(study: Study) -> Iterator[bytes]:
    """Yield an experiment's games as traces (moves with times, reasons and answers), one line of
    JSON each.

    Nothing is yielded while the allocation is concealed from the experiment's owner (`conceals`).
    """
    return iter(()) if conceals(study) else lines(_traces(study), private=True, names=_names(study))


def design(study: Study) -> dict[str, Any]:
    """Return the whole design of an experiment as JSON data: questions, settings, the consents that
    people gave, and how many people took part. Most keys are the names of Study's fields.

    The seed, each participant's order of agents and the numbers of people in each group are
    included once the experiment is closed: before, they would reveal who plays with whom.
    """
    people = list(study.participations.order_by("number"))
    versions = {str(agreed_to(one).version): agreed_to(one) for one in people}
    counts = Counter(agreed_to(one).version for one in people)
    shown = ("slug", "title", "pool", "order", "imbalance", "named", "games", "practice")
    rest = ("common_deals", "usual_questions", "questions", "help", "conventions", "open", "groups")
    more = ("needs_id", "plan", "preregistration")
    groups = {
        group.name: ends([one for one in people if one.group == place])
        for place, group in enumerate(groups_of(study))
    }
    secret = {"seed": study.seed, "orders": _orders(study), "by_group": groups}
    return {
        **{name: getattr(study, name) for name in (*shown, *rest, *more)},
        "stop_at": study.people,
        "wrong_allowed": study.wrong_allowed,
        "minutes": study.minutes,
        "sha256": study.frozen or digest(study),
        "unchanged": is_unchanged(study),
        "created": _iso(study.created),
        "consents": [as_data(one) | {"people": counts[v]} for v, one in versions.items()],
        **ends(people),
        "team": study.team,
        "patience": study.patience,
        "teams": study.teams.count(),
        "columns": _columns(study),
        **({} if study.open else secret),
    }


def ends(people: Sequence[Participation]) -> dict[str, int]:
    """Return the number of these participants, of those who let their games be published, and of
    those whose part ended in each way. People who withdrew count in `people` and `withdrawn` only.
    """
    here = [one for one in people if one.withdrawn is None]
    return {
        "people": len(people),
        "may_publish": sum(one.publishes for one in here),
        "finished": sum(one.finished is not None for one in here),
        **{end: sum(one.ended == end for one in here) for end in (SCREENED, LATE, ALONE)},
        "withdrawn": len(people) - len(here),
    }


def _orders(study: Study) -> dict[str, list[str]]:
    """Return the addresses of each participant's agents in the order of their games, without the
    practice game, by the participant's number from 1; people who play without an agent are left
    out.
    """
    games = study.assignments.filter(order__gt=0, attempt=1).exclude(address="").order_by("order")
    orders: dict[str, list[str]] = {}
    for number, address in games.values_list("participation__number", "address"):
        orders.setdefault(str(number + 1), []).append(address)
    return orders


def _columns(study: Study) -> dict[str, str]:
    """Return `COLUMNS` with the usual questions as the experiment's participants read them."""
    return COLUMNS | {name: worded(COLUMNS[name], study) for name in (*SCALES, "again")}


class CodebookRow(NamedTuple):
    """A row of the codebook: a column of the export and its meaning."""

    column: str
    meaning: str


def codebook(study: Study) -> Figure:
    """Return the codebook of an experiment's export: a figure with the meaning of each column."""
    own = [(question.id, _meaning(question)) for question in all_questions(study)]
    rows = [*_columns(study).items(), *own, ("trace", TRACE)]
    return Figure(
        name="codebook",
        title="Codebook",
        table=Rows(CodebookRow, [CodebookRow(*row) for row in rows]),
        games=study.assignments.count(),
        note="The columns of CSV, JSON lines and Parquet. Empty cells: not asked, or not answered. "
        "Who began no game has one row without a game. In CSV an apostrophe stands before texts "
        "that a spreadsheet would take for formulas.",
    )


def sessions(began: list[datetime], ended: list[datetime]) -> list[int]:
    """Return the session number, from 1, of each of a person's games: a pause longer than BREAK
    (an hour) starts a new session.

    `began` and `ended` are the times at which each game began and ended, in the order of the
    games.
    """
    session = 1
    numbers = []
    for game, start in enumerate(began):
        if game and start - ended[game - 1] > BREAK:
            session += 1
        numbers.append(session)
    return numbers


def _rows(study: Study, own: list[Question]) -> Iterator[dict[str, Any]]:
    games: dict[int, list[Assignment]] = defaultdict(list)
    found = study.assignments.select_related("table").annotate(moves=Count("table__moves"))
    for each in found.order_by("number"):
        games[each.participation_id].append(each)
    people = study.participations.select_related("team", "person", "study").order_by("number")
    traces = _traces_by_assignment(study)
    answers = _answers(study)
    empty = dict.fromkeys(concealed(study))
    for participation in people:
        person = _person(study, participation)
        mine = games[participation.pk]
        if not mine:
            yield person | _own(own, participation, None) | empty
        ended = [(g.table and g.table.finished) or g.assigned for g in mine]
        sittings = sessions([game.assigned for game in mine], ended)
        for game, session in zip(mine, sittings, strict=True):
            survey = answers.get((game.pk, participation.person_id))
            yield (
                person
                | _game(game, participation, session)
                | _survey(survey)
                | _own(own, participation, survey)
                | {"trace": traces.get(game.pk)}
                | empty
            )


def _person(study: Study, participation: Participation) -> dict[str, Any]:
    group, team = group_of(participation), participation.team
    # Only groups that play with other people can end alone: that end would reveal the group.
    hides_end = conceals(study) and participation.ended == ALONE
    deleted = participation.withdrawn or participation.expired
    return {
        "study": study.slug,
        "participant": participation.number + 1,
        "reference": None if participation.withdrawn else participation.reference or None,
        "recruited": json.dumps(participation.recruited) if participation.recruited else None,
        "consented": _iso(participation.consented),
        "consent_version": participation.agreed.get("version"),
        "may_publish": int(participation.publishes and not participation.withdrawn)
        if study.licence
        else None,
        "group": group.name if group else None,
        "team": team.number + 1 if team else None,
        "waited": participation.waited,
        "ended": None if hides_end else participation.ended or None,
        "wrong": None if deleted else wrong_answers(study, participation),
        "debriefed": _iso(participation.debriefed),
        "completed": _iso(participation.finished),
        "withdrawn": _iso(participation.withdrawn),
    }


def concealed(study: Study) -> tuple[str, ...]:
    """Return the columns of the export that are empty because they would reveal the allocation of
    participants to groups and partners; none unless `conceals`.
    """
    if not conceals(study):
        return ()
    return (*CONCEALED, *(OF_TEAMS if in_teams(study) else ()))


def conceals(study: Study) -> bool:
    """Return whether the allocation of participants to groups and partners is still concealed from
    the experiment's owner: the experiment has groups and is not closed.
    """
    return study.open and bool(study.groups)


def _game(game: Assignment, participation: Participation, session: int) -> dict[str, Any]:
    facts = {
        "assignment": game.number + 1,
        "block": game.block,
        "order": game.order,
        "attempt": game.attempt,
        "session": session,
        "agent": game.address or None,
    }
    table = game.table
    if table is None:
        return facts
    over = table.status == GameTable.Status.FINISHED
    moves = int(getattr(game, "moves", 0))
    seats = list(table.seatings.filter(from_turn=0))
    person = participation.person
    mine = [one.index for one in seats if person and one.player_id == person.player_id]
    agent = next((one for one in seats if game.address and one.address == game.address), None)
    facts |= {
        "people": sum(one.kind == Seating.Kind.PERSON for one in seats),
        "table": table.slug,
        "seat": mine[0] if mine else None,
        "agent_version": agent.agent_version if agent else None,
        "started": _iso(table.started),
        "finished": _iso(table.finished),
        "end": table.ending or None,
        "counts": int(over and (table.ending != TERMINATED or moves >= EARLY)),
        "moves": moves,
    }
    if over:
        facts |= {name: getattr(table, name) for name in ("zero", "stacks", "strikes")}
        facts["deal"] = table.deck
    return facts


def _survey(survey: Survey | None) -> dict[str, Any]:
    if survey is None:
        return {}
    usual = {name: getattr(survey, name) for name in SCALES}
    again = None if survey.again is None else int(survey.again)
    return usual | {"again": again, "publish": int(survey.publish)}


def _own(
    own: list[Question], participation: Participation, survey: Survey | None
) -> dict[str, Any]:
    """Return a row's answers to the experiment's own questions, by question id; None for no
    answer.

    Answers given before the first and after the last game are repeated in each of the person's
    rows.
    """
    given = {
        "before": participation.before,
        "game": survey.answers if survey else None,
        "after": participation.after,
    }
    return {question.id: (given[question.when] or {}).get(question.id) for question in own}


def _answers(study: Study) -> dict[tuple[int, int | None], Survey]:
    found = Survey.objects.filter(trace__table__assignment__study=study)
    games = found.annotate(game=F("trace__table__assignment"))
    return {(survey.game, survey.person_id): survey for survey in games}


def _traces_by_assignment(study: Study) -> dict[int, str]:
    """Return {primary key of an assignment: the trace of its game, as JSON} for stored games."""
    named = documents(_traces(study), private=True, names=_names(study))
    found = {one.lab.id: msgspec.json.encode(one).decode() for one in named}
    games = study.assignments.filter(table__trace__isnull=False)
    return {game: found[digest] for game, digest in games.values_list("pk", "table__trace__digest")}


def _traces(study: Study) -> QuerySet[Trace]:
    return Trace.objects.filter(table__in=study.assignments.values("table"))


def _names(study: Study) -> Names:
    numbers = dict(study.participations.values_list("person", "number"))
    return lambda person: f"participant-{numbers[person] + 1}" if person in numbers else "somebody"


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _meaning(question: Question) -> str:
    numbered = ", ".join(f"{number}: {text}" for number, text in enumerate(question.options, 1))
    how = {
        "scale": numbered,
        "choice": "one of: " + ", ".join(question.options),
        "text": "in words",
    }[question.kind]
    return f"{question.text} ({ASKED[question.when]}; {how})"
