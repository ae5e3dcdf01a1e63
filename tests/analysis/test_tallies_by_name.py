"""Seats of a database that an earlier version filled keep what was counted of them."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from analysis.models import TraceSeat
from analysis.people.style import style
from native.play.measures import CERTAIN

BEFORE, NOW = (
    ("analysis", "0005_people_who_took_over"),
    ("analysis", "0008_assignments_of_participations"),
)
SEAT = {
    "kind": "person", "company": "agents", "players": 2, "variant": "No Variant", "stacks": 9,
    "zero": 9, "finished": True, "struck": False, "turns": 20, "told": 3, "idle_clues": 1,
    "lost_tokens": 0,
}  # fmt: skip


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_columns_of_tallies_become_tallies_by_name() -> None:
    executor = MigrationExecutor(connection)
    apps = executor.migrate([BEFORE]).apps
    trace = apps.get_model("analysis", "Trace").objects.create(
        digest="0" * 32, players=2, ending="out_of_turns", stacks=9, zero=9, strikes=0, turns=40
    )
    certainty = (5 * CERTAIN + 1431655765) / CERTAIN
    apps.get_model("analysis", "TraceSeat").objects.create(
        trace=trace, index=0, offered=16, clues=8, plays=7, certainty=certainty, known=9,
        partner_information=0.25, **SEAT,
    )  # fmt: skip
    MigrationExecutor(connection).migrate([NOW])
    seat = TraceSeat.objects.get()
    counted = {"offered": 16, "clues": 8, "plays": 7, "known": 9}
    assert seat.tallies == counted | {"certainty": 5 * CERTAIN + 1431655765}
    assert seat.partner_information_per_play == 0.25
    playing = style(TraceSeat.objects.all())
    assert playing.measures["communicativeness"].value == 0.5
    assert playing.measures["risk_aversion"].value == pytest.approx(certainty / 7)


@pytest.mark.django_db
def test_a_measure_is_taken_over_the_games_that_know_its_tallies() -> None:
    traces = [
        TraceSeat.trace.field.related_model.objects.create(
            digest=f"{i:032x}", players=2, ending="out_of_turns", stacks=9, zero=9, strikes=0,
            turns=40,
        )
        for i in range(2)
    ]  # fmt: skip
    older = {"offered": 10, "clues": 5, "plays": 4, "certainty": CERTAIN}
    newer = older | {"known": 6, "clues": 7}
    for trace, tallies in zip(traces, (older, newer), strict=True):
        TraceSeat.objects.create(trace=trace, index=0, tallies=tallies, **SEAT)
    measures = style(TraceSeat.objects.all()).measures
    assert measures["communicativeness"].value == 0.6
    assert measures["information_per_play"].value == 6 / 8
    assert measures["information_per_play"].units == 1
