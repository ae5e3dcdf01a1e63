"""The demo games are made once."""

import pytest

from game.management.commands.demo import GAMES
from game.models import Table
from tests.game.conftest import said


@pytest.mark.django_db
@pytest.mark.long
def test_demo_games_are_made_once_and_counted() -> None:
    count = len(GAMES)
    assert f"{count} demo games made, 0 were there" in said("demo")
    assert set(Table.objects.values_list("status", flat=True)) == {Table.Status.FINISHED}
    assert f"0 demo games made, {count} were there" in said("demo")
    assert Table.objects.count() == count
