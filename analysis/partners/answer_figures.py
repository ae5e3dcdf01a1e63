"""The figure of people's survey answers about agents."""

from __future__ import annotations

from django.db.models import QuerySet

from analysis.charts import dots, rows_height
from analysis.figures import Column, Figure
from analysis.models import TraceSeat
from analysis.partners.answers import AGAIN, SCALES, answers_by_agent
from analysis.partners.names import title


def survey_answers(seats: QuerySet[TraceSeat], *, private: bool = False) -> Figure:
    """Plot the mean answer to each question by agent, on the scale from 1 to 5."""
    answers = answers_by_agent(seats, private=private)
    names = [title(one.address) for one in answers]
    traces, layout = dots(
        {
            text: [(name, one.scales[scale]) for name, one in zip(names, answers, strict=True)]
            for scale, text in SCALES.items()
        },
        "answer, from 1 (least) to 5",
    )
    layout["xaxis"] = {**layout["xaxis"], "range": [1, 5]}
    return Figure(
        name="answers",
        title="What people said",
        columns=[
            *(Column("agent"), Column("answers"), Column("people")),
            *(
                Column(f"{text}{end}")
                for text in (*(f"{scale} (1–5)" for scale in SCALES.values()), AGAIN)
                for end in ("", ", low", ", high")
            ),
        ],
        rows=[
            (name, one.surveys, one.people, *one.numbers)
            for name, one in zip(names, answers, strict=True)
        ],
        games=sum(one.surveys for one in answers),
        note="Means of the answers to the survey after a game. Every person counts once, however "
        "many surveys they answered; 95% intervals by Student's t over people.",
        traces=traces if answers else (),
        layout=layout,
        height=rows_height(len(answers)) + 20,
    )
