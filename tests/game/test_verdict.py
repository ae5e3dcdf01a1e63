"""The sentence on a finished game for a person who played it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from game.models import Player, Seating, Table
from game.replays.verdict import verdict
from game.tables.state import TableState
from tests.game.known_deals import NOON

pytestmark = pytest.mark.django_db


def game(player: Player, points: int, **fields: object) -> TableState:
    """One more finished game of this person."""
    known: dict[str, object] = {"players": 2, "status": "finished", "ending": "out_of_turns"}
    later = timedelta(hours=Table.objects.count())
    table = Table.objects.create(
        **(known | {"stacks": points, "zero": points, "finished": NOON + later} | fields)
    )
    Seating.objects.create(table=table, index=0, kind=Seating.Kind.PERSON, player=player)
    return TableState(table, list(table.seatings.all()), [], [], None)


def after(player: Player, *points: int) -> str:
    """The verdict on the last of these games."""
    return [verdict(game(player, one), player) for one in points][-1]


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ([7], "Your first game: 7 of 25."),
        ([14, 14, 14], "Good for your third game: 14 of 25."),
        ([14, 19], "Very good for your second game: 19 of 25, your best so far."),
        ([14, 14, 14, 16], "Your best so far: 16 of 25."),
        ([20, 16, 18, 17], "About as usual: 17 of 25; your last 3 games had 18.0 on average."),
        ([20, 16, 18, 10], "Less than usual: 10 of 25; your last 3 games had 18.0 on average."),
        ([25, 10, 10, 20], "Better than usual: 20 of 25; your last 3 games had 15.0 on average."),
        ([25], "A perfect game: 25 of 25."),
    ],
)
def test_a_game_is_compared_with_the_persons_earlier_ones(
    points: list[int], said: str, alice: Player
) -> None:
    assert after(alice, *points) == said


def test_the_points_are_those_of_the_tables_scoring(alice: Player) -> None:
    struck = {"ending": "strikeout", "zero": 0}
    assert verdict(game(alice, 13, **struck), alice) == "Your first game: 0 of 25."
    friendly = game(alice, 13, scoring="stacks", **struck)
    assert verdict(friendly, alice).startswith("Good for your second game: 13 of 25")


def test_other_tables_and_games_ended_early_are_no_comparison(alice: Player) -> None:
    for fields in ({"players": 3}, {"variant": "6 Suits"}, {"ending": "terminated"}):
        game(alice, 3, **fields)
    assert verdict(game(alice, 12), alice) == "Your game: 12 of 25."


def test_there_is_none_for_others_and_in_experiments(alice: Player, bob: Player) -> None:
    assert not verdict(game(alice, 12), bob)
    assert not verdict(game(alice, 12), None)
    assert not verdict(game(alice, 12, drawn=True), alice)
