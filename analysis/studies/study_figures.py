"""Figures of an experiment's results."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, QuerySet

from analysis.charts import dots, whole_ticks
from analysis.collections import title
from analysis.figures import Figure
from analysis.models import Study, Survey, TraceSeat
from analysis.partners.answers import survey_answers
from analysis.partners.scores import by_agent, leaderboard
from analysis.scorings import SAID
from analysis.statistics import Estimate, mean_of_each
from analysis.studies.assignment import PRACTICE
from analysis.studies.export import codebook, conceals
from analysis.studies.groups import in_teams
from analysis.studies.steps import EARLY, counted
from analysis.tables import Rows
from game.models import Table
from game.tables.state import TERMINATED

SCORING = "zero"
MOST_SHOWN = 40
"""Maximum number of agents drawn in a chart; for a larger pool the table lists only agents that
have been assigned."""
MOST_PLACED = 12
"""Maximum number of agents in a pool for which there is a table of orders."""


class Balance(NamedTuple):
    """A row of the figure of balance: one agent's games in an experiment, with how many people,
    and how many games were finished, given up, and answered with a survey.
    """

    agent: str
    drawn: int
    people: int
    finished: int
    given_up: int
    given_up_at_the_start: int
    surveys: int


def balance(study: Study) -> Figure:
    """Tabulate the number of games of each agent in an experiment, and how they ended, without
    practice games.
    """
    games = study.assignments.filter(order__gt=PRACTICE).annotate(moves=Count("table__moves"))
    answered = Survey.objects.filter(
        trace__table=OuterRef("table"), person=OuterRef("participation__person")
    )
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    people: dict[str, set[int]] = defaultdict(set)
    columns = ("address", "participation", "table__status", "table__ending", "moves", "answered")
    rows_of_games = (
        games.exclude(address="").annotate(answered=Exists(answered)).values_list(*columns)
    )
    for address, person, status, ending, moves, survey in rows_of_games:
        counts[address].update(["drawn", *(["surveys"] if survey else [])])
        people[address].add(person)
        if status == Table.Status.FINISHED:
            counts[address][_ended(ending, moves)] += 1
    large = len(study.pool) > MOST_SHOWN
    rows = [
        Balance(
            title(address),
            *(counts[address]["drawn"], len(people[address]), counts[address]["finished"]),
            *(counts[address]["given up"], counts[address]["given up at the start"]),
            counts[address]["surveys"],
        )
        for address in study.pool
        if address in counts or not large
    ]
    most = max((row.drawn for row in rows), default=0)
    drawn = rows if most > 0 and len(rows) <= MOST_SHOWN else []
    chart = dots(
        {
            what: [(row.agent, Estimate(float(getattr(row, what)))) for row in drawn]
            for what in ("drawn", "finished", "surveys")
        },
        "games",
        rangemode="tozero",
        **whole_ticks(most),
    )
    return Figure(
        name="balance",
        title="Games by agent",
        table=Rows(Balance, rows),
        games=sum(row.drawn for row in rows),
        seed="" if study.open else study.seed,
        note=_order(study)
        + " A game given up before its tenth move is given up at the start: the person plays "
        "again with the same agent."
        + (f" {len(rows)} of the {len(study.pool)} agents were drawn so far." if large else ""),
        **chart,
    )


def _order(study: Study) -> str:
    """Return a sentence on how the order of a person's agents is chosen."""
    by_group = " Each group has its own sequence." if study.groups else ""
    if study.order == Study.Order.SQUARE:
        return (
            "Each person plays by a row of a Latin square in which every agent stands equally "
            f"often in each place and after each other agent.{by_group}"
        )
    if study.imbalance is None:
        return (
            "Drawn in permuted blocks: after every block all agents were drawn equally often."
            f"{by_group}"
        )
    return (
        "Drawn at random among the agents that are fewer than "
        f"{study.imbalance} games ahead of another.{by_group}"
    )


class Places(NamedTuple):
    """A row of the table of orders: how often an agent was a person's first, second, … partner,
    and how often it came right after each other agent.
    """

    agent: str
    games: Sequence[int]
    after: Sequence[int]


def places(study: Study) -> Figure:
    """Tabulate the orders in which participants met their partners: how often each agent was
    a person's first, second, … partner, and came right after each other agent.
    """
    met: dict[str, Counter[int]] = defaultdict(Counter)
    after: dict[str, Counter[str]] = defaultdict(Counter)
    games = study.assignments.filter(order__gt=PRACTICE, attempt=1).exclude(address="")
    rows = games.order_by("participation", "order").values_list("participation", "order", "address")
    previous: tuple[int, str] | None = None
    for person, order, address in rows:
        met[address][order] += 1
        if previous and previous[0] == person:
            after[address][previous[1]] += 1
        previous = person, address
    orders = range(1, 1 + max((order for each in met.values() for order in each), default=0))
    shown = [address for address in study.pool if address in met]
    return Figure(
        name="places",
        title="Orders",
        table=Rows(
            Places,
            [
                Places(
                    title(address),
                    [met[address][order] for order in orders],
                    [after[address][other] for other in shown],
                )
                for address in shown
            ],
            {
                "games": [f"game {order}" for order in orders],
                "after": [f"after {title(address)}" for address in shown],
            },
        ),
        games=len(rows),
        note="How often each agent was somebody's first partner, second partner and so on, and how "
        "often it came right after each other agent.",
    )


class Company(NamedTuple):
    """A row of the figure of scores by who played together: games with the same number of people
    at the table, with or without an agent.
    """

    who: str
    mean: Estimate
    teams: int
    games: int


def company(study: Study) -> Figure:
    """Plot the mean scores of an experiment's games by who played together: how many people, with
    or without an agent.

    The units are teams, or people who played without a team.
    """
    games = counted(study.assignments.filter(order__gt=PRACTICE, table__isnull=False))
    columns = ("participation", "participation__team", "address", "table", f"table__{SCORING}")
    sizes = Counter(study.participations.values_list("team", flat=True))
    scores: dict[str, dict[tuple[int | None, int | None], dict[int, int]]] = defaultdict(dict)
    for person, team, address, table, score in games.values_list(*columns):
        people = sizes[team] if team else 1
        who = f"{people} {'people' if people > 1 else 'person'}{' and an agent' if address else ''}"
        unit = (None, team) if team else (person, None)
        scores[who].setdefault(unit, {})[table] = score
    rows = [
        Company(
            who,
            mean_of_each(
                [sum(one.values()) for one in units.values()], [len(one) for one in units.values()]
            ),
            len(units),
            sum(map(len, units.values())),
        )
        for who, units in sorted(scores.items())
    ]
    return Figure(
        name="company",
        title="Scores by who played together",
        table=Rows(Company, rows),
        games=sum(row.games for row in rows),
        note="Mean of the teams' own means: each team counts once, as does each person without a "
        "team. The interval is over teams.",
        **dots({"": [(row.who, row.mean) for row in rows]}, f"mean score ({SAID[SCORING]})"),
    )


def results(study: Study) -> list[Figure]:
    """Return the figures of an experiment's results page: games, scores and survey answers by
    agent, scores by who played together, orders of partners, and the codebook of the export.
    Figures that do not apply are left out. While the allocation is concealed, only the codebook is
    returned: the others tell agents or groups apart.
    """
    if conceals(study):
        return [codebook(study)]
    seats = seats_of(study)
    return [
        *([company(study)] if in_teams(study) else []),
        balance(study),
        *([places(study)] if len(study.pool) <= MOST_PLACED else []),
        leaderboard(by_agent(seats, SCORING, private=True), SCORING),
        survey_answers(seats, private=True),
        codebook(study),
    ]


def seats_of(study: Study) -> QuerySet[TraceSeat]:
    """Return the seats of an experiment's stored games, without practice games."""
    games = study.assignments.filter(order__gt=PRACTICE)
    return TraceSeat.objects.filter(trace__table__in=games.values("table"))


def _ended(ending: str, moves: int) -> str:
    if ending != TERMINATED:
        return "finished"
    return "given up at the start" if moves < EARLY else "given up"
