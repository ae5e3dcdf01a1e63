"""The results of an experiment as figures."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet

from analysis.charts import dots, rows_height, whole_ticks
from analysis.figures import Column, Figure
from analysis.models import Study, TraceSeat
from analysis.partners import partner_figures
from analysis.partners.answer_figures import survey_answers
from analysis.partners.names import title
from analysis.partners.scores import by_agent
from analysis.statistics import Estimate

SCORING = "zero"
MOST_SHOWN = 40
"""Agents that a drawing has rows for; of a larger pool the table names those that were drawn."""


def balance(study: Study) -> Figure:
    """How many games each agent was drawn for, and how many came to an end."""
    counted = study.assignments.values_list("address").annotate(
        drawn=Count("pk"),
        people=Count("person", distinct=True),
        finished=Count("pk", filter=Q(table__status="finished")),
        surveys=Count("table__trace__survey"),
    )
    by_address = {address: counts for address, *counts in counted.order_by()}
    large = len(study.pool) > MOST_SHOWN
    rows = [
        (title(address), *by_address.get(address, (0, 0, 0, 0)))
        for address in study.pool
        if address in by_address or not large
    ]
    traces, layout = dots(
        {
            what: [(row[0], Estimate(float(row[column]), None, 0)) for row in rows]
            for what, column in (("drawn", 1), ("finished", 3), ("surveys", 4))
        },
        "games",
    )
    most = max((row[1] for row in rows), default=0)
    layout["xaxis"] = {**layout["xaxis"], "rangemode": "tozero", **whole_ticks(most)}
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
        note="Drawn in permuted blocks: after every block all agents were drawn equally often."
        + (f" {len(rows)} of the {len(study.pool)} agents were drawn so far." if large else ""),
        traces=traces if most > 0 and len(rows) <= MOST_SHOWN else (),
        layout=layout,
        height=rows_height(len(rows)) + 20,
    )


def results(study: Study) -> list[Figure]:
    """Balance, scores and answers by agent."""
    seats = seats_of(study)
    return [
        balance(study),
        partner_figures.leaderboard(by_agent(seats, SCORING, private=True), SCORING),
        survey_answers(seats, private=True),
    ]


def seats_of(study: Study) -> QuerySet[TraceSeat]:
    """The seats of its stored games."""
    return TraceSeat.objects.filter(trace__table__assignment__study=study)
