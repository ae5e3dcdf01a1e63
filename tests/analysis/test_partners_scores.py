"""Scores by agent: which games count, whose they are, and how many people there are at least."""

from itertools import count
from typing import Any

import pytest

from analysis.collections import title
from analysis.models import Person, Survey, Trace, TraceSeat
from analysis.partners.answers import answers_by_agent
from analysis.partners.by_partner_style import by_partners_measure, trend
from analysis.partners.scores import (
    Unit,
    by_agent,
    compare,
    distribution,
    scores_of,
    shared_people,
    too_few,
)
from analysis.statistics import welch

pytestmark = pytest.mark.django_db

NUMBERS = count()
STYLE = {"turns": 10, "told": 2, "idle_clues": 0, "lost_tokens": 0}


def seat(score: int, person: Person | None = None, **facts: Any) -> TraceSeat:
    """The seat of rules:a in a finished game with this person."""
    kept = {"players": 2, "variant": "No Variant", "stacks": score, "zero": score}
    trace = Trace.objects.create(
        digest=f"{next(NUMBERS):032x}", ending="out_of_turns", strikes=0, turns=20, **kept
    )
    whole = kept | STYLE | {"kind": "agent", "address": "rules:a", "company": "people"}
    whole |= {"finished": True, "struck": False, "index": 1, "with_person": person}
    return TraceSeat.objects.create(trace=trace, **whole | facts)


def people(number: int, **facts: Any) -> list[Person]:
    return [Person.objects.create(key=f"{next(NUMBERS)}", name="X", **facts) for _ in range(number)]


def board(**options: bool) -> dict[str, Any]:
    return by_agent(TraceSeat.objects.all(), "zero", **options)


def test_private_people_are_counted_from_three_on() -> None:
    assert [too_few(number) for number in range(5)] == [False, True, True, False, False]


def test_games_whose_strikes_kept_the_points_are_not_in_official_means() -> None:
    for person in people(3):
        seat(10, person)
        Trace.objects.filter(pk=seat(25, person).trace_id).update(scoring="stacks")
    assert board()["rules:a"].games == 3
    Trace.objects.update(collection="published")
    assert board()["rules:a"].games == 6, "published collections have rules of their own"


def test_only_finished_games_with_people_count() -> None:
    for person in people(3):
        seat(10, person)
        seat(25, person, finished=False)
        seat(25, person, company="agents")
        seat(25, person, kind="changed")
    assert board()["rules:a"].games == 3
    assert board()["rules:a"].mean.value == 10


def test_all_games_of_a_person_are_one_unit() -> None:
    one, other, third = people(3)
    for person, scores in ((one, (10, 12, 14)), (other, (20,)), (third, (4, 6))):
        for score in scores:
            seat(score, person, struck=score == 4)
    result = board()["rules:a"]
    assert (result.games, result.people, result.mean.units) == (6, 3, 3)
    assert result.mean.value == pytest.approx((12 + 20 + 5) / 3)
    assert result.of_games.value == pytest.approx(66 / 6)
    assert result.effective == pytest.approx(36 / 14)
    assert result.strikeouts[0] == pytest.approx(1 / 2 / 3)
    assert (result.mean.least, result.mean.most) == (0, 30)


def test_games_of_a_team_are_one_unit_and_copies_of_an_agent_count_once_a_game() -> None:
    one, other, third = people(3)
    style = "partner_risk_aversion"
    for game in (seat(10, **{style: 0.2}), seat(20, **{style: 0.4}), seat(3, third, **{style: 0})):
        known = TraceSeat.objects.filter(pk=game.pk).values()[0] | {"id": None}
        TraceSeat.objects.create(**known | {"index": 2})
        for index, person in enumerate([] if game.with_person else [one, other], start=3):
            facts = {"index": index, "kind": "person", "person_id": person.pk}
            TraceSeat.objects.create(**known | facts)
    result = board(private=True)["rules:a"]
    assert (result.games, result.people, result.mean.units) == (3, 3, 2)
    assert (result.mean.value, result.of_games.value) == (9, 11)
    assert trend(TraceSeat.objects.filter(kind="agent"), style, "stacks").units == 2


def test_the_leaderboard_is_sorted_by_mean_score() -> None:
    for person in people(3):
        seat(10, person, address="rules:low")
        seat(20, person, address="rules:high")
    assert list(board()) == ["rules:high", "rules:low"]


def test_unknown_people_of_this_site_may_all_be_one_person() -> None:
    """Two known private people and many games of somebody deleted: three at least."""
    one, other = people(2)
    for person in (one, other):
        seat(10, person)
    assert board() == {}
    for _ in range(2):
        seat(16)
    result = board()["rules:a"]
    assert (result.games, result.people, result.mean.units) == (4, 2, 4)
    TraceSeat.objects.filter(with_person=other).delete()
    seat(16)
    assert board() == {}
    assert board(private=True)["rules:a"].games == 4


def test_unknown_people_of_collections_are_not_private() -> None:
    seat(10, struck=True, collection="hanabidata")
    seat(10, struck=True, collection="hanabidata")
    seat(13, collection="hanabidata")
    result = board()["rules:a"]
    assert (result.games, result.people, result.mean.units) == (3, 0, 3)
    assert result.mean.value == pytest.approx(11)
    assert result.strikeouts[0] == pytest.approx(2 / 3)


def test_published_people_do_not_hide_private_ones() -> None:
    (private,) = people(1)
    for person in (*people(5, public=True), private):
        seat(10, person)
    assert board() == {}
    Person.objects.update(public=True)
    assert board()["rules:a"].people == 6


def test_without_games_there_is_no_mean() -> None:
    empty = scores_of([])
    assert (empty.mean.value, empty.games, empty.strikeouts) == (None, 0, None)
    assert scores_of([Unit(30, 450, 2, 1, 7, private=False)]).mean.value == 15


def test_a_distribution_goes_to_the_highest_score_that_occurred() -> None:
    for score in (2, 4, 4):
        seat(score)
    seat(9, finished=False)
    assert distribution(TraceSeat.objects.all(), "stacks") == {0: 0, 1: 0, 2: 1, 3: 0, 4: 2}
    assert distribution(TraceSeat.objects.none(), "stacks") == {}


def test_partners_are_grouped_by_tenths_of_their_measure() -> None:
    for measure, score in ((0.0, 4), (0.09, 8), (0.1, 10), (0.95, 20), (1.0, 20), (1.0, 23)):
        seat(score, partner_information_per_play=measure)
    seat(1, partner_information_per_play=None)
    seat(1, partner_information_per_play=0.5, finished=False)
    points = by_partners_measure(TraceSeat.objects.all(), "partner_information_per_play", "stacks")
    assert [place for place, *_ in points] == pytest.approx([0.05, 0.15, 0.95])
    assert [estimate.value for _, estimate, _ in points] == pytest.approx([6, 10, 21])
    assert [games for *_, games in points] == [2, 1, 3]
    assert points[0][1].least == 0


def test_a_person_counts_once_in_each_tenth() -> None:
    often, once = people(2)
    for person, measure, score in (
        *[(often, 0.95, 8)] * 3,
        (often, 1.0, 12),
        (once, 0.95, 21),
        (often, 0.15, 3),
    ):
        seat(score, person, partner_communicativeness=measure)
    points = by_partners_measure(TraceSeat.objects.all(), "partner_communicativeness", "stacks")
    assert [(e.value, e.units, games) for _, e, games in points] == [(3, 1, 1), (15, 2, 5)]


def test_a_trend_weighs_every_person_alike_however_much_they_played() -> None:
    """Two people whose points rise by 10 with the measure, and one with many games, by 40."""
    one, other, third = people(3)
    for person, steep, games in ((one, 10, 1), (other, 10, 1), (third, 40, 20)):
        for measure in [0.25, 0.75] * games:
            seat(int(steep * measure * 2), person, partner_communicativeness=measure)
    line = trend(TraceSeat.objects.all(), "partner_communicativeness", "stacks")
    assert line.value == pytest.approx((20 + 20 + 80) / 3 / 10, rel=1e-6)
    assert (line.units, line.degrees) == (3, 1)


def met(agent: str, scores: dict[Person, list[int]]) -> None:
    for person, games in scores.items():
        for score in games:
            seat(score, person, address=agent)


def test_agents_are_compared_over_the_people_who_met_both() -> None:
    everybody = people(14, public=True)
    met("rules:a", {person: [i, i + 2] for i, person in enumerate(everybody[:12])})
    met("rules:b", {person: [i - 2] for i, person in enumerate(everybody) if i > 1})
    one, other = board()["rules:a"], board()["rules:b"]
    assert shared_people(one, other) == 10
    gap = compare(one, other)
    assert (gap.value, gap.sem, gap.units) == (3, 0, 10)
    assert compare(other, one).value == -3


def test_fewer_than_ten_shared_people_are_compared_by_welch() -> None:
    everybody = people(9, public=True)
    for agent, more in (("rules:a", 3), ("rules:b", 0)):
        met(agent, {person: [i + more] for i, person in enumerate(everybody)})
    one, other = board()["rules:a"], board()["rules:b"]
    assert compare(one, other) == welch(one.mean, other.mean)


def test_no_difference_reveals_the_one_or_two_private_people_left_out() -> None:
    """From a mean over eleven people and a difference over ten anybody could count the eleventh."""
    everybody = people(13)
    met("rules:a", {person: [i] for i, person in enumerate(everybody[:11])})
    met("rules:b", {person: [2] for person in everybody[:10]})
    assert compare(board()["rules:a"], board()["rules:b"]).units == 21
    met("rules:a", {person: [5] for person in everybody[11:]})
    assert compare(board()["rules:a"], board()["rules:b"]).units == 10


def answered(person: Person | None, address: str = "rules:a", **answers: Any) -> None:
    trace = seat(10, person, address=address).trace
    Survey.objects.create(trace=trace, person=person, **answers)


def test_answers_of_deleted_people_count_as_of_different_ones() -> None:
    for like in (1, 5):
        answered(None, like=like)
    (first,) = people(1)
    answered(first, like=3)
    answered(first, like=4)
    assert answers_by_agent(TraceSeat.objects.all()) == []
    (result,) = answers_by_agent(TraceSeat.objects.all(), private=True)
    assert (result.surveys, result.scales["like"].units) == (4, 3)
    assert result.people == 2


def test_answers_count_however_few_questions_were_answered() -> None:
    for person in people(3):
        answered(person, skill=4)
        answered(person)
    assert Survey.answered().count() == 3
    (result,) = answers_by_agent(TraceSeat.objects.all())
    assert (result.surveys, result.people) == (3, 3)
    assert result.scales["skill"].value == 4
    assert result.scales["like"].value is None
    assert (result.again.value, result.again.least, result.again.most) == (None, 0, 1)


def test_published_answers_do_not_hide_private_ones() -> None:
    for person in (*people(4, public=True), *people(1)):
        answered(person, like=4)
    assert answers_by_agent(TraceSeat.objects.all()) == []
    Person.objects.update(public=True)
    assert answers_by_agent(TraceSeat.objects.all())[0].people == 5


def test_the_agent_with_most_answers_comes_first() -> None:
    for person in people(3):
        answered(person, "rules:few", like=5)
        answered(person, "rules:most", like=1)
        answered(person, "rules:most", like=1)
    found = answers_by_agent(TraceSeat.objects.all())
    assert [one.address for one in found] == ["rules:most", "rules:few"]


def test_agents_of_collections_are_named_with_their_collection() -> None:
    assert title("hanabidata:outer") == "Outer (HanabiData)"
    assert title("rules:piers") == "Piers"
    assert title("rules:long-gone") == "rules:long-gone"
