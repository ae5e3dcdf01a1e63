"""How a person does with each agent, without it, and how others do with it."""

import pytest
from django.db.models import Count

from analysis.models import Person, TraceSeat
from analysis.partners.scores import SCORES
from analysis.people.with_agents import with_each_agent
from analysis.statistics import Estimate
from analysis.traces.importing import import_file
from tests.analysis.conftest import Write, play, trace

IGGI, PIERS = "rules:iggi", "rules:piers"
GAMES = (("Ann", IGGI), ("Ann", IGGI), ("Ann", PIERS), ("Ben", IGGI), ("Ann", PIERS))
"""The last was never finished."""


@pytest.mark.django_db
def test_means_are_of_finished_games_and_others_are_everybody_else(write_lines: Write) -> None:
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
