"""What came of an experiment."""

from __future__ import annotations

from django.db.models import QuerySet

from analysis.charts import dots, rows_height
from analysis.figures import Column, Figure
from analysis.models import Study, TraceSeat
from analysis.partners import figures
from analysis.partners.answers import survey_answers
from analysis.partners.names import title
from analysis.partners.scores import by_agent
from analysis.statistics import Estimate

SCORING = "zero"


def balance(study: Study) -> Figure:
    """How many games each agent was drawn for, and how many came to an end."""
    drawn = study.assignments.all()
    rows = [
        (
            title(address),
            drawn.filter(address=address).count(),
            drawn.filter(address=address).values("person").distinct().count(),
            drawn.filter(address=address, table__status="finished").count(),
            drawn.filter(address=address, table__trace__survey__isnull=False).count(),
        )
        for address in study.pool
    ]
    traces, layout = dots(
        {
            what: [(row[0], Estimate(float(row[column]), None, 0)) for row in rows]
            for what, column in (("drawn", 1), ("finished", 3), ("surveys", 4))
        },
        "games",
    )
    layout["xaxis"] = {**layout["xaxis"], "rangemode": "tozero"}
    return Figure(
        name="balance",
        title="Assignment",
        columns=[
            Column("agent"),
            Column("drawn"),
            Column("people"),
            Column("finished"),
            Column("surveys"),
        ],
        rows=rows,
        games=sum(row[1] for row in rows),
        seed=study.seed,
        note="Drawn in permuted blocks: after every block all agents were drawn equally often.",
        traces=traces if study.assignments.exists() else (),
        layout=layout,
        height=rows_height(len(rows)) + 20,
    )


def results(study: Study) -> list[Figure]:
    """Balance, scores and answers by agent."""
    seats = seats_of(study)
    return [
        balance(study),
        figures.leaderboard(by_agent(seats, SCORING, private=True), SCORING),
        survey_answers(seats, private=True),
    ]


def seats_of(study: Study) -> QuerySet[TraceSeat]:
    """The seats of its games that were kept."""
    return TraceSeat.objects.filter(trace__table__assignment__study=study)
