"""A person's page names their habits in plain words, the trend, and what to practise next."""

from collections import Counter

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from analysis.models import Person, TraceSeat
from analysis.people.habits import KINDS, Habit, next_practice, occasions
from analysis.traces.tables import collect
from game.models import CoachReport, Player
from game.replays.coach import Judged, Verdict
from game.replays.coaching import UNSURE, practise
from tests.analysis.conftest import finished_table
from tests.game.conftest import login
from tests.positions import position

HANDS = "r1 g5 b3 p4 p3 b5 y1 y2 g3 g4"


@pytest.mark.parametrize(
    ("seat", "moves", "counted"),
    [
        (0, "c15 p1 d1 p2 p0", {"saves": [1], "two": [0], "chop": [0], "trust": [1]}),
        (0, "c11 d0", {"saves": [0], "two": [0]}),
        (0, "c1y d0", {"saves": [0], "two": [1]}),
        (0, "c11 c13 p2 d0", {"two": [0], "trust": [0], "saves": [0]}),
        (1, "c11 d0 c13 p1", {"prompt": [0, 1], "chop": [1], "trust": [1]}),
    ],
)
def test_habits_are_those_counted_by_hand(
    seat: int, moves: str, counted: dict[str, list[int]]
) -> None:
    expected = Counter((name, bool(one)) for name, all_ in counted.items() for one in all_)
    assert Counter(occasions(position(HANDS, moves), seat)) == expected


@pytest.mark.parametrize(
    ("done", "of", "words"),
    [
        (27, 34, f"{KINDS['saves'].strong}, about as often as others"),
        (5, 5, f"{KINDS['saves'].strong}: too few cases to compare yet"),
        (20, 34, KINDS["saves"].weak),
        (34, 34, KINDS["saves"].strong),
    ],
)
def test_a_share_that_chance_explains_is_called_usual(done: int, of: int, words: str) -> None:
    assert Habit(KINDS["saves"], done, of).words == words


def test_after_an_unsure_play_the_advice_is_to_play_what_a_clue_says() -> None:
    mistake = Judged(3, 0, "p0", loss=2.0, error=0.1, best="c11")
    for moves, sure in (("c15 c11 p0", True), ("c15 c13 p4", False), ("c15 d0 p0", False)):
        advice = practise([(mistake, position(HANDS, moves))])
        assert (advice.text != UNSURE[1]) == sure


@pytest.fixture
def page(client: Client, alice: Player) -> str:
    """Alice's, after six games whose coach would have had her play rather than clue."""
    for number in range(6):
        finished_table(alice, seed=str(number))
    collect()
    seat = (
        TraceSeat.objects.filter(person__player=alice).select_related("trace__table").latest("pk")
    )
    wrong = Judged(seat.index + 1, seat.index, "c11", loss=2.0, error=0.1, best="p0", sure=True)
    body = msgspec.to_builtins(Verdict("coach", [wrong], done=True), str_keys=True)
    CoachReport.objects.create(
        game=seat.trace.table.slug, made_by="coach", body=body, done=True, asked=timezone.now()
    )
    response = login(client, alice).get(Person.objects.get(player=alice).get_absolute_url())
    return response.content.decode()


@pytest.mark.django_db
def test_a_persons_page_names_three_habits_a_trend_and_the_next_practice(
    client: Client, page: str
) -> None:
    assert sum(page.count(words) for one in KINDS.values() for words in (one.strong, one.weak)) == 3
    assert "The last 3 had" in page
    assert "Counted in the latest 6 games." in page
    lesson = KINDS["saves"].practice.lesson
    assert KINDS["saves"].practice.text in page, "advises something else than the weak habit"
    assert next_practice(TraceSeat.objects.filter(kind="person"), []).lesson == 2
    assert f'href="/learn/{lesson}/"' in page
    client.cookies["lessons"] = f"1{lesson}"
    page = client.get("/analysis/people/me/", follow=True).content.decode()
    assert f'href="/drills/next/?lesson={lesson}"' in page
    assert f'href="/learn/{lesson}/"' not in page, "offers a lesson that was finished"
