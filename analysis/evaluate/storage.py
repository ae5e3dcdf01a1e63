"""Store evaluation reports in the database, for pages to show."""

from typing import Any

from agents.contract import AgentError
from analysis.evaluate.report import Report, read
from analysis.models import Evaluation

KEY = ("agent", "version", "pool", "players", "scoring", "games", "seed", "session")


def store(report: Report) -> Evaluation:
    """Store a report in the database, replacing an earlier report of the same agent version, pool,
    rules, seed and number of games, and return its row.

    Raise AgentError for practice reports, whose deals the agent's owner could know beforehand.
    """
    if report.practice:
        raise AgentError(f"{report.agent} practised; reports of practice games are not stored.")
    evaluation, _ = Evaluation.objects.update_or_create(
        **{name: getattr(report, name) for name in KEY},
        defaults={"report": report.as_json()},
    )
    return evaluation


def stored_reports(players: int, scoring: str, **wanted: Any) -> list[Report]:
    """Return the stored reports for tables of `players` and this scoring (`stacks` or `zero`), the
    latest first.

    `wanted` restricts them further, as values of columns of the model Evaluation, such as
    `agent="rules:piers"`.
    """
    reports = Evaluation.objects.filter(players=players, scoring=scoring, **wanted)
    latest_first = reports.order_by("-made", "-pk").values_list("report", flat=True)
    return [read(report) for report in latest_first]
