"""What a page or an import costs is counted: as many statements for many games as for few."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from analysis.models import Person, Trace, TraceSeat
from analysis.traces.importing import BATCH, import_file
from tests.analysis.conftest import Write, with_piers

pytestmark = [pytest.mark.django_db, pytest.mark.long]

START = datetime(2026, 1, 1, tzinfo=UTC)
PEOPLE = 6
AGENTS = [f"rules:{name}" for name in ("piers", "iggi", "outer", "internal", "cautious")]
PAGES = [
    "/analysis/partners/",
    "/analysis/partners/?help_level=full",
    "/analysis/partners/?since=2026-02-01&scoring=zero",
    "/analysis/partners/?agent=rules:piers&agent_version=1",
    "/analysis/partners/rules:piers/",
    "/analysis/partners/rules:iggi/?scoring=zero&until=2026-01-02",
    "/analysis/pools/",
    "/analysis/people/",
    "/analysis/people/{person}/",
    "/analysis/people/{person}/measures/",
    "/analysis/people/{person}/measures/?agent=rules:iggi&run=paper-1",
    "/analysis/games/",
    "/analysis/games/?agent=rules:piers",
    "/analysis/games/?page=1000",
]


def add(games: int) -> Person:
    """More games of the same people with all agents."""
    people = [
        Person.objects.get_or_create(key=f"p{i}", collection="trace", name=f"P {i}", public=True)[0]
        for i in range(PEOPLE)
    ]
    for _ in range(games):
        number = Trace.objects.count()
        kept = Trace.objects.create(
            digest=f"made-{number}", scoring="zero", played=START + timedelta(minutes=number),
            ending="out_of_turns", stacks=12, zero=12, strikes=0, turns=60, players=2,
            variant="No Variant",
        )  # fmt: skip
        person = people[number % PEOPLE]
        TraceSeat.objects.bulk_create(seats(kept, person, AGENTS[number % len(AGENTS)]))
    return people[0]


def seats(kept: Trace, person: Person, address: str) -> list[TraceSeat]:
    both = {
        "trace": kept,
        "players": 2,
        "variant": kept.variant,
        "played": kept.played,
        "finished": True,
        "struck": False,
        "stacks": kept.stacks,
        "zero": kept.zero,
        "turns": 30,
        "tallies": {"offered": 28, "clues": 12, "plays": 10, "certainty": 17 << 31, "known": 9},
        "told": 15,
        "idle_clues": 1,
        "tellings": [1, 7, 4, 0, 0, 0],
        "lost_tokens": 0,
        "risks": [0.5],
        "partner_communicativeness": 0.4,
        "partner_risk_aversion": 0.8,
        "partner_information_per_play": 0.5,
    }
    return [
        TraceSeat(index=0, kind="person", person=person, company="agents", partner=address, **both),
        TraceSeat(
            index=1, kind="agent", address=address, company="people", with_person=person, **both
        ),
    ]


def statements(work: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as queries:
        work()
    return len(queries)


@pytest.mark.parametrize("page", [page for page in PAGES if "person" not in page])
def test_a_page_asks_as_much_of_the_database_for_many_games_as_for_few(
    client: Client, page: str
) -> None:
    add(30)
    client.get(page)
    few = statements(lambda: client.get(page))
    add(30)
    assert statements(lambda: client.get(page)) == few


def test_importing_a_batch_takes_the_same_statements_for_many_games_as_for_few(
    write_lines: Write,
) -> None:
    lines = [with_piers(seed) for seed in range(12)]
    few, many = write_lines(*lines[:4]), None
    first = statements(lambda: import_file(few))
    many = write_lines(*lines[4:])
    assert len(lines) < BATCH
    assert statements(lambda: import_file(many)) == first
