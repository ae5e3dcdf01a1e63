"""Experiments from before designs go on as they were."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

BEFORE = [("analysis", "0006_tallies_by_name")]
AFTER = [("analysis", "0008_assignments_of_participations")]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_old_experiments_keep_their_games_people_and_names() -> None:
    executor = MigrationExecutor(connection)
    latest = executor.loader.graph.leaf_nodes()
    executor.migrate(BEFORE)
    old = executor.loader.project_state(BEFORE).apps
    ann = old.get_model("analysis", "Person").objects.create(key="a", name="Ann")
    studies = old.get_model("analysis", "Study").objects
    study = studies.create(slug="s", title="S", consent="?", pool=["rules:piers"], seed="7")
    studies.create(slug="t", title="T", consent="?", pool=[], seed="7", blind=False)
    games = old.get_model("analysis", "Assignment").objects
    now = timezone.now()
    for number, person in enumerate((ann, None, ann)):
        games.create(study=study, person=person, number=number, address="a", consented=now)
    try:
        MigrationExecutor(connection).migrate(AFTER)
        from analysis.models import Assignment, Study

        assert list(Study.objects.order_by("slug").values_list("order", "named", "games")) == [
            ("blocks", "game", None),
            ("blocks", "start", None),
        ]
        rows = Assignment.objects.order_by("number").values_list(
            "participation__person__name", "participation__number", "order", "attempt"
        )
        assert list(rows) == [("Ann", 0, 1, 1), (None, 1, 1, 1), ("Ann", 0, 2, 1)]
    finally:
        MigrationExecutor(connection).migrate(latest)
