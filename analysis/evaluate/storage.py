"""Stored reports, which pages show."""

from __future__ import annotations

from typing import Any

from analysis.models import Evaluation

KEY = ("agent", "version", "pool", "players", "scoring", "games", "seed")


def store(report: dict[str, Any]) -> Evaluation:
    """Store a report in place of an earlier one of the same games."""
    evaluation, _ = Evaluation.objects.update_or_create(
        **{name: report[name] for name in KEY},
        session=report.get("session", 1),
        defaults={"report": report},
    )
    return evaluation


def stored_reports(players: int, scoring: str, **wanted: Any) -> list[dict[str, Any]]:
    """Reports of this table size and scoring, the latest first."""
    reports = Evaluation.objects.filter(players=players, scoring=scoring, **wanted)
    return list(reports.order_by("-made", "-pk").values_list("report", flat=True))
