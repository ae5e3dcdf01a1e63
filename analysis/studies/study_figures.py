"""Figures of an experiment's results."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import Annotated, Any, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, QuerySet

from analysis.charts import dots, whole_ticks
from analysis.collections import title
from analysis.figures import Figure
from analysis.models import Assignment, Study, Survey, TraceSeat
from analysis.partners.answers import SCALES, survey_answers
from analysis.partners.scores import SCORES, by_agent, leaderboard
from analysis.scorings import SAID
from analysis.statistics import Estimate, mean_of_each, welch
from analysis.studies.assignment import PRACTICE
from analysis.studies.endings import ALONE, LATE, SCREENED
from analysis.studies.export import codebook, conceals, ends
from analysis.studies.groups import NOBODY, groups_of, in_teams
from analysis.studies.steps import EARLY, counted
from analysis.tables import Column, Rows
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
    practice games. An agent that is the only partner of a group has a row of its own for it.
    """
    games = study.assignments.filter(order__gt=PRACTICE).annotate(moves=Count("table__moves"))
    answered = Survey.objects.filter(
        trace__table=OuterRef("table"), person=OuterRef("participation__person")
    )
    fixed = _fixed(study)
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    people: dict[tuple[str, str], set[int]] = defaultdict(set)
    columns = ("address", "participation", "table__status", "table__ending", "moves", "answered")
    rows_of_games = (
        games.exclude(address="")
        .annotate(answered=Exists(answered))
        .values_list("participation__group", *columns)
    )
    for group, address, person, status, ending, moves, survey in rows_of_games:
        agent = address, fixed.get(group, "")
        counts[agent].update(["drawn", *(["surveys"] if survey else [])])
        people[agent].add(person)
        if status == Table.Status.FINISHED:
            counts[agent][_ended(ending, moves)] += 1
    large = len(study.pool) > MOST_SHOWN
    drawn = [(address, "") for address in study.pool] if _draws(study) else []
    drawn = [agent for agent in drawn if agent in counts or not large]
    rows = [
        Balance(
            title(agent[0]) + (f" (group {agent[1]})" if agent[1] else ""),
            *(counts[agent]["drawn"], len(people[agent]), counts[agent]["finished"]),
            *(counts[agent]["given up"], counts[agent]["given up at the start"]),
            counts[agent]["surveys"],
        )
        for agent in [*drawn, *sorted(counts.keys() - {*drawn})]
    ]
    most = max((row.drawn for row in rows), default=0)
    shown = rows if most > 0 and len(rows) <= MOST_SHOWN else []
    chart = dots(
        {
            what: [(row.agent, Estimate(float(getattr(row, what)))) for row in shown]
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
        + (f" {len(drawn)} of the {len(study.pool)} agents were drawn so far." if large else ""),
        **chart,
    )


def _order(study: Study) -> str:
    """Return sentences on how the order of a person's agents is chosen."""
    sentences = []
    if _draws(study):
        sentences.append(_drawing(study))
        if study.groups:
            sentences.append("Each group has its own sequence.")
    if any(group.partner not in ("", NOBODY) for group in groups_of(study)):
        sentences.append("An agent with a group's name was not drawn: it is that group's partner.")
    return " ".join(sentences)


def _drawing(study: Study) -> str:
    """Return a sentence on how agents are drawn."""
    if study.order == Study.Order.SQUARE:
        rows = (
            "in permuted blocks"
            if study.imbalance is None
            else f"at random, none used by over {study.imbalance} people more than another"
        )
        return (
            "Each person plays by a row of a Latin square in which every agent stands equally "
            "often in each place and after each other agent. The rows are drawn "
            f"{rows}, so people's orders are only roughly balanced."
        )
    if study.imbalance is None:
        return "Drawn in permuted blocks: after every block all agents were drawn equally often."
    return (
        "Drawn at random among the agents that are fewer than "
        f"{study.imbalance} games ahead of another."
    )


def _fixed(study: Study) -> dict[int | None, str]:
    """Return the names of the groups whose agent, if any, is fixed and not drawn, by their
    places.
    """
    groups = enumerate(groups_of(study))
    return {place: group.name for place, group in groups if group.partner}


def _draws(study: Study) -> bool:
    """Return whether agents are drawn from the pool, at least in one group."""
    return bool(study.pool) and (not study.groups or len(_fixed(study)) < len(study.groups))


class Places(NamedTuple):
    """A row of the table of orders: how often an agent was a person's first, second, … partner,
    and how often it came right after each other agent.
    """

    agent: str
    games: Sequence[int]
    after: Sequence[int]


def places(study: Study) -> Figure:
    """Tabulate the orders in which participants met the agents that were drawn for them: how often
    each was a person's first, second, … partner, and came right after each other agent.
    """
    met: dict[str, Counter[int]] = defaultdict(Counter)
    after: dict[str, Counter[str]] = defaultdict(Counter)
    games = study.assignments.filter(order__gt=PRACTICE, attempt=1).exclude(address="")
    drawn = games.exclude(participation__group__in=_fixed(study))
    rows = drawn.order_by("participation", "order").values_list("participation", "order", "address")
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


Unit = tuple[int | None, int | None]
"""A participant without a team, or a team, by primary key: (participation, None) or (None, team).
"""
Values = dict[Unit, dict[Any, float]]


def _unit(person: int, team: int | None) -> Unit:
    return (None, team) if team else (person, None)


def _mean(values: Values) -> Estimate:
    """Return the mean of the units' own means: each unit counts once."""
    each = [list(one.values()) for one in values.values()]
    return mean_of_each([sum(one) for one in each], [len(one) for one in each])


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
    columns = ("participation", "participation__team", "address", "table", f"table__{SCORING}")
    sizes = Counter(study.participations.values_list("team", flat=True))
    scores: dict[str, Values] = defaultdict(dict)
    for person, team, address, table, score in _played(study).values_list(*columns):
        people = sizes[team] if team else 1
        who = f"{people} {'people' if people > 1 else 'person'}{' and an agent' if address else ''}"
        scores[who].setdefault(_unit(person, team), {})[table] = score
    rows = [
        Company(who, _mean(units).within(*SCORES), len(units), sum(map(len, units.values())))
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


def _played(study: Study) -> QuerySet[Assignment]:
    """Return the games of an experiment that count, without practice games."""
    return counted(study.assignments.filter(order__gt=PRACTICE, table__isnull=False))


class InGroup(NamedTuple):
    """A row of the figure by group: its people by how their part ended, its games, and the mean
    score and survey answers.
    """

    group: str
    people: int
    finished: int
    screened_out: int
    out_of_time: int
    without_partners: int
    withdrew: int
    left_unfinished: int
    games: int
    mean: Estimate
    ratings: Sequence[Estimate]


def by_group(study: Study) -> list[Figure]:
    """Plot the mean scores of an experiment's groups, with how many of each group's people finished
    or left in each other way, and their mean survey answers; then the groups' differences.

    The units of the means are teams, or people who played without a team.
    """
    who = ("participation__group", "participation", "participation__team", "table")
    scores: dict[int, Values] = defaultdict(dict)
    for place, person, team, table, score in _played(study).values_list(*who, f"table__{SCORING}"):
        scores[place].setdefault(_unit(person, team), {})[table] = score
    answers: dict[tuple[int, str], Values] = defaultdict(dict)
    own = _played(study).filter(table__trace__surveys__person=F("participation__person"))
    asked = [f"table__trace__surveys__{scale}" for scale in SCALES]
    for place, person, team, table, *given in own.values_list(*who, *asked):
        for scale, value in zip(SCALES, given, strict=True):
            if value is not None:
                answers[place, scale].setdefault(_unit(person, team), {})[person, table] = value
    rows = []
    for place, group in enumerate(groups_of(study)):
        number = ends(list(study.participations.filter(group=place)))
        done, screened, late, alone, withdrew = (
            number[way] for way in ("finished", SCREENED, LATE, ALONE, "withdrawn")
        )
        rows.append(
            InGroup(
                group.name,
                number["people"],
                done,
                screened,
                late,
                alone,
                withdrew,
                number["people"] - done - screened - late - alone - withdrew,
                len({table for tables in scores[place].values() for table in tables}),
                _mean(scores[place]).within(*SCORES),
                [_mean(answers[place, scale]).within(1, 5) for scale in SCALES],
            )
        )
    ratings = [
        Column(f"{text} (1–5)", ends=(f"{text}, low", f"{text}, high")) for text in SCALES.values()
    ]
    groups = Figure(
        name="groups",
        title="By group",
        table=Rows(InGroup, rows, {"ratings": ratings}),
        games=sum(row.games for row in rows),
        note="Left unfinished: they stopped in the middle, or still play. The means include the "
        "games of people whose part ended early. Each person counts once, or each team where "
        "people play together; the intervals are over them.",
        **dots({"": [(row.group, row.mean) for row in rows]}, f"mean score ({SAID[SCORING]})"),
    )
    return [groups, contrasts(rows)]


class Contrast(NamedTuple):
    """A row of the figure of contrasts: the difference between two groups' mean scores, and its p
    value, corrected for the number of pairs.
    """

    groups: str
    difference: Estimate
    p: Annotated[float | None, Column(form=".2g")]
    people: Annotated[int, Column("people or teams")]


def contrasts(groups: Sequence[InGroup]) -> Figure:
    """Plot the difference between the mean scores of each pair of groups, by Welch's t test over
    people or teams, with Bonferroni's correction for the number of pairs.
    """
    pairs = list(combinations(groups, 2))
    rows = []
    for one, other in pairs:
        difference = welch(one.mean, other.mean).of_family(len(pairs))
        # Without any spread there is no test.
        p = min(1.0, difference.p * len(pairs)) if difference.sem and difference.p else None
        rows.append(Contrast(f"{one.group} − {other.group}", difference, p, difference.units))
    family = f", corrected for all {len(pairs)} pairs (Bonferroni)" if len(pairs) > 1 else ""
    return Figure(
        name="contrasts",
        title="Differences between groups",
        table=Rows(Contrast, rows),
        games=sum(group.games for group in groups),
        note="The first group's mean minus the second's, of the same games as above: interval and "
        f"p value by Welch's t test over people or teams{family}.",
        **dots(
            {"": [(row.groups, row.difference) for row in rows]},
            f"difference of mean scores ({SAID[SCORING]})",
        ),
    )


def results(study: Study) -> list[Figure]:
    """Return the figures of an experiment's results page: groups, their differences, scores by who
    played together, games, scores and survey answers by agent, orders of partners, and the codebook
    of the export. Figures that do not apply are left out. While the allocation is concealed, only
    the codebook is returned: the others tell agents or groups apart.
    """
    if conceals(study):
        return [codebook(study)]
    seats = seats_of(study)
    return [
        *(by_group(study) if study.groups else []),
        *([company(study)] if in_teams(study) else []),
        balance(study),
        *([places(study)] if _draws(study) and len(study.pool) <= MOST_PLACED else []),
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
