"""How many clues a card takes that is marked or played; of people only all together."""

from types import SimpleNamespace

import pytest
from django.test import Client

from analysis.diversity import named_agents
from analysis.models import Person, TraceSeat
from analysis.partners.clue_efficiency import FEWEST_MARKED, agents, best_bot, figure, people
from analysis.traces.importing import import_file
from tests.analysis.conftest import Write, with_piers

pytestmark = pytest.mark.django_db


@pytest.fixture
def persons(write_lines: Write) -> list[Person]:
    """Three published people, two games with Piers each: 8 to 12 clues a game, each marked one card
    and a half, half of them were played."""
    names = enumerate(("Xenia", "Yves", "Zoe"))
    games = (with_piers(10 * i + k, name) for i, name in names for k in range(2))
    import_file(write_lines(*games))
    persons = list(Person.objects.order_by("pk"))
    for number, person in enumerate(persons):
        _tell(person, clues=8 + 2 * number, marked=12 + 3 * number, plays=4 + number)
    Person.objects.update(public=True)
    return persons


def _tell(person: Person, **counts: int) -> None:
    """So much is counted of each of a person's games."""
    for seat in TraceSeat.objects.filter(person=person):
        seat.tallies = {**seat.tallies, **counts}
        seat.save()


def _games() -> int:
    return people()[0][4] if people() else 0


def test_all_people_together_are_one_row_of_clue_efficiency(persons: list[Person]) -> None:
    ((who, marked, plays, score, games),) = people()
    stacks = TraceSeat.objects.filter(kind="person").values_list("stacks", flat=True)
    assert (who, games) == ("People", 6)
    assert marked.value == pytest.approx(8 / 12)
    assert plays.value == pytest.approx(2)
    assert score == pytest.approx(sum(stacks) / 6)


def test_the_page_includes_people_whatever_they_score(
    persons: list[Person], client: Client
) -> None:
    TraceSeat.objects.filter(kind="person").update(stacks=7)
    page = client.get("/analysis/perfect/").content.decode()
    assert "People give 0.67 clues per card touched" in page


def test_a_person_who_marked_few_cards_is_left_out(persons: list[Person]) -> None:
    one = TraceSeat.objects.filter(person=persons[0])
    one.exclude(pk=one[0].pk).delete()
    _tell(persons[0], marked=FEWEST_MARKED, clues=FEWEST_MARKED - 1)
    assert _games() == 5
    _tell(persons[0], marked=FEWEST_MARKED - 1, clues=FEWEST_MARKED)
    assert _games() == 4


def test_people_without_plays_are_left_out(persons: list[Person]) -> None:
    _tell(persons[0], plays=0)
    assert _games() == 4


def test_one_or_two_private_people_are_left_out(persons: list[Person]) -> None:
    for private, games in ((1, 4), (2, 2), (3, 6)):
        Person.objects.update(public=True)
        Person.objects.filter(pk__in=[one.pk for one in persons[:private]]).update(public=False)
        assert _games() == games


def test_games_of_three_players_and_unfinished_games_are_left_out(persons: list[Person]) -> None:
    for facts in ({"players": 3}, {"finished": False}, {"kind": "changed"}, {"person": None}):
        one = TraceSeat.objects.filter(person=persons[0]).earliest("pk")
        TraceSeat.objects.filter(pk=one.pk).update(**facts)
        assert _games() == 5
        TraceSeat.objects.filter(pk=one.pk).update(
            players=2, finished=True, kind="person", person=persons[0]
        )
    assert _games() == 6


def test_agents_are_sorted_by_clues_per_card_and_people_come_last(
    persons: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = SimpleNamespace(
        addresses=("rules:iggi", "rules:piers", "rules:flawed"),
        alone=[
            SimpleNamespace(
                games=games,
                all_seats=SimpleNamespace(
                    tallies=dict(zip(("clues", "marked", "plays"), counts, strict=True))
                ),
            )
            for games, counts in ((10, (60, 40, 30)), (20, (30, 60, 15)), (30, (5, 0, 0)))
        ],
        own_mean=[14.5, 15.0, 2.0],
    )
    monkeypatch.setattr(named_agents, "load", lambda _: table)
    _tell(persons[0], clues=9)
    shown = figure([*people(), *agents()])
    assert shown.rows[:3] == [
        ("Piers", 0.5, None, None, 2, None, None, 15, 20),
        ("IGGI", 1.5, None, None, 2, None, None, 14.5, 10),
        ("Flawed", *[None] * 6, 2, 30),
    ]
    assert (shown.rows[3][0], shown.games) == ("People", 66)
    low, high = shown.rows[3][5:7]
    assert low < (9 / 4 + 2 + 2) / 3 < high, "the interval of people stands in the table"
    assert best_bot(agents()).who == "Piers"
    table.own_mean = [14.5, 14.9, 2.0]
    assert best_bot(agents()) is None
    monkeypatch.setattr(named_agents, "load", lambda _: None)
    assert agents() == []
