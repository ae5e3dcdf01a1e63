"""`manage.py perfect`: what it prints, and what it refuses in words."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

KEYS = ["strategy", "reading", "games", "mean", "sem", "perfect", "turns_mean", "histogram"]


def told(strategy: str, **options: object) -> str:
    out = StringIO()
    call_command("perfect", strategy, stdout=out, stderr=StringIO(), **options)  # type: ignore[arg-type]
    return out.getvalue()


def test_the_report_has_the_named_keys_and_threads_change_nothing() -> None:
    report, same = (
        json.loads(told("priority", games=5_000, seed="1", json=True, threads=threads))
        for threads in (1, 2)
    )

    assert list(report) == KEYS
    assert report == same
    assert sum(report["histogram"]) == report["games"] == 5_000
    assert report["perfect"] == report["histogram"][25] / 5_000


def test_a_clue_costs_nothing_unless_that_is_asked_for() -> None:
    free, unsaid, dear = (
        json.loads(told("clue-cost", games=200, json=True, **cost))
        for cost in ({"clue_cost": 0.0}, {}, {"clue_cost": 1.0})
    )
    assert free == unsaid
    assert free["mean"] > dear["mean"] + 1


@pytest.mark.parametrize(
    ("strategy", "options", "words"),
    [
        ("priority", {"games": 0}, "At least one game"),
        ("priority", {"players": 7}, "players must be"),
        ("priority", {"players": 3, "reading": "seed"}, "2 players"),
        ("priority", {"clue_cost": 1.0}, "applies to the strategy clue-cost, not to priority"),
        ("clue-cost", {"clue_cost": 2.5}, "costs 0 to 2"),
        ("priority", {"threads": 0}, "threads"),
    ],
)
def test_what_makes_no_sense_is_refused(
    strategy: str, options: dict[str, object], words: str
) -> None:
    with pytest.raises(CommandError, match=words) as refusal:
        told(strategy, **options)
    assert refusal.value.returncode == 2
