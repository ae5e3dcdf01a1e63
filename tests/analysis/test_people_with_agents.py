"""How a person does with each agent, without it, and how others do with it."""

import pytest
from django.db.models import Count

from analysis.models import Person, TraceSeat
from analysis.partners.scores import SCORES
from analysis.people.with_agents import best, with_each_agent
from analysis.statistics import Estimate, mean
from analysis.traces.importing import import_file
from tests.analysis.conftest import Write, play, trace
from tests.analysis.test_people_figures import game

IGGI, PIERS = "rules:iggi", "rules:piers"
GAMES = (("Ann", IGGI), ("Ann", IGGI), ("Ann", PIERS), ("Ben", IGGI), ("Ann", PIERS))
"""The last was never finished."""


@pytest.mark.django_db
def test_means_are_over_finished_games_and_others_are_all_other_people(write_lines: Write) -> None:
    games = [play([IGGI, agent], seed) for seed, (_, agent) in enumerate(GAMES)]
    lines = [
        trace(game, [name, agent], [None, agent])
        for game, (name, agent) in zip(games, GAMES, strict=True)
    ]
    assert not import_file(write_lines(*lines), public=True).refused
    latest = TraceSeat.objects.order_by("-trace").values_list("trace", flat=True)[0]
    TraceSeat.objects.filter(trace=latest).update(finished=False)
    ann = Person.objects.annotate(games=Count("seats")).latest("games")
    people = TraceSeat.objects.filter(kind=TraceSeat.Kind.PERSON, person=ann)
    points = [float(game.score) for game in games]
    iggi, piers = with_each_agent(people, TraceSeat.objects.all(), "stacks")
    assert (iggi.agent, iggi.games, piers.agent, piers.games) == ("IGGI", 2, "Piers", 1)
    assert iggi.mean.value == pytest.approx(sum(points[:2]) / 2)
    assert iggi.mean.units == 2
    assert (iggi.without.value, iggi.without.units) == (points[2], 1)
    assert (iggi.others.value, iggi.others.units) == (points[3], 1)
    assert piers.mean.value == points[2]
    assert piers.without.value == iggi.mean.value
    assert piers.others == Estimate(None, None, 0)
    assert (iggi.mean.least, iggi.mean.most) == SCORES


@pytest.mark.django_db
def test_agents_not_met_are_listed_below_with_the_expected_score() -> None:
    me, *others = (Person.objects.create(key=f"{i}", name=f"P{i}", public=True) for i in range(4))
    for agent, more in (("rules:a", 0), ("rules:b", 4), ("rules:c", 6)):
        for number, person in enumerate(others):
            game(person, 8 + 2 * number + more, [agent])
    for score in (24, 25):
        game(me, score, ["rules:a"])
    game(others[0], 7, ["rules:d"])
    found = with_each_agent(me.seats.all(), TraceSeat.objects.all(), "stacks")
    assert [(one.address, one.games, one.others.value, one.other_people) for one in found] == [
        ("rules:a", 2, 10, 3),
        ("rules:c", 0, 16, 3),
        ("rules:b", 0, 14, 3),
    ]
    assert found[0].others.sem == pytest.approx(mean([8.0, 10.0, 12.0]).sem)
    assert best(found) == found[1]
    assert best([]) is None
