"""Agents' scores with real people, where enough people have played with them."""

from __future__ import annotations

from django.core.cache import cache

from analysis.models import TraceSeat
from analysis.partners.scores import by_agent

ENOUGH = 20
"""From this number of people their scores replace those of bots that imitate people."""
KEY = "partners-with-people"
SECONDS = 600
"""How long the numbers are cached, since every visit to the lobby shows them."""


def with_people() -> dict[str, tuple[float, int]]:
    """Return {address: (mean, people)} over two-player tables, for agents that at least `ENOUGH`
    people played with: the mean official score, each person counting once, and the number of
    people."""
    found: dict[str, tuple[float, int]] | None = cache.get(KEY)
    if found is None:
        found = _counted()
        cache.set(KEY, found, SECONDS)
    return found


def _counted() -> dict[str, tuple[float, int]]:
    seats = TraceSeat.objects.filter(players=2, variant="No Variant")
    return {
        address: (scores.mean.value, scores.people)
        for address, scores in by_agent(seats, "zero").items()
        if scores.people >= ENOUGH and scores.mean.value is not None
    }
