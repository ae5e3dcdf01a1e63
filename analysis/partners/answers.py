"""People's survey answers about agents after a game."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import QuerySet

from analysis.charts import dots
from analysis.collections import title
from analysis.figures import Figure
from analysis.models import Survey, TraceSeat
from analysis.partners.scores import mean_by_person, once_a_game, too_few
from analysis.statistics import Estimate
from analysis.tables import Column, Rows

SCALES = {"skill": "played well", "like": "enjoyed", "intention": "goal-directed"}
AGAIN = "would play again"

Row = tuple[int | None, bool | None, dict[str, float | None]]
"""One survey about an agent: the person's id (None if unknown), whether the person is published,
and the answer to each question by its name."""


@dataclass(frozen=True)
class Answers:
    """People's mean survey answers about one agent; the units of the intervals are people."""

    address: str
    surveys: int
    people: int
    scales: dict[str, Estimate]
    again: Estimate
    """The share of people who would play with the agent again."""


def answers_by_agent(seats: QuerySet[TraceSeat], *, private: bool = False) -> list[Answers]:
    """Return people's mean survey answers about each agent at these seats, the agent with most
    surveys first.

    An agent is left out, unless `private`, if just one or two of the people who answered about it
    keep their games private, since the means could reveal their answers.
    """
    rows: dict[str, list[Row]] = defaultdict(list)
    agents = once_a_game(seats).filter(trace__in=Survey.objects.values("trace"))
    columns = [f"trace__surveys__{name}" for name in (*SCALES, "again")]
    who = ("trace__surveys__person", "trace__surveys__person__public")
    for address, person, public, *values in agents.values_list("address", *who, *columns):
        given = dict(zip((*SCALES, "again"), values, strict=True))
        if any(value is not None for value in values):
            rows[address].append((person, public, given))
    answers = [
        _answers(address, group)
        for address, group in rows.items()
        if private or not too_few(len({person for person, public, _ in group if not public}))
    ]
    return sorted(answers, key=lambda one: (-one.surveys, one.address))


def _answers(address: str, rows: Sequence[Row]) -> Answers:
    def mean(name: str) -> Estimate:
        answers = ((person, given[name]) for person, _, given in rows)
        return mean_by_person((person, one, 1) for person, one in answers if one is not None)

    return Answers(
        address,
        len(rows),
        len({person for person, _, _ in rows}),
        {name: mean(name).within(1, 5) for name in SCALES},
        mean("again").within(0, 1),
    )


class AnswersRow(NamedTuple):
    """A row of the figure of survey answers: people's mean answers, after a game, about one
    agent.
    """

    agent: str
    answers: int
    people: int
    answers_to: Sequence[Estimate]


def survey_answers(seats: QuerySet[TraceSeat], *, private: bool = False) -> Figure:
    """Return the figure of people's mean answer to each survey question, on the scale from 1 to 5,
    about each agent at these seats.

    An agent is left out, unless `private`, if just one or two of the people who answered about it
    keep their games private, since the means could reveal their answers.
    """
    answers = answers_by_agent(seats, private=private)
    names = [title(one.address) for one in answers]
    chart = dots(
        {
            text: [(name, one.scales[scale]) for name, one in zip(names, answers, strict=True)]
            for scale, text in SCALES.items()
        },
        "answer, from 1 (least) to 5",
        range=[1, 5],
    )
    rows = [
        AnswersRow(name, one.surveys, one.people, [*one.scales.values(), one.again])
        for name, one in zip(names, answers, strict=True)
    ]
    questions = [
        Column(text, ends=(f"{text}, low", f"{text}, high"))
        for text in (*(f"{scale} (1–5)" for scale in SCALES.values()), AGAIN)
    ]
    return Figure(
        name="answers",
        title="What people said",
        table=Rows(AnswersRow, rows, {"answers_to": questions}),
        games=sum(one.surveys for one in answers),
        note="Means of the answers to the survey after a game. Every person counts once, however "
        "many surveys they answered; 95% intervals by Student's t over people.",
        **chart,
    )
