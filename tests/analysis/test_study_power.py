"""How many people an experiment needs: the tables' numbers, and experiments that are made up."""

import numpy as np
import pytest
from django.test import Client

from analysis.models import TraceSeat
from analysis.statistics import mean
from analysis.statistics.power import Components, components, people_needed, smallest_difference
from analysis.studies.power_figures import scores_here, varies
from tests.analysis.test_partners_scores import people, seat


@pytest.mark.parametrize(
    ("design", "people"), [("within", 34), ("between", 2 * 64)], ids=["paired", "two groups"]
)
def test_a_medium_effect_needs_as_many_people_as_the_tables_say(design: str, people: int) -> None:
    """Cohen's d = .5 at 5% with a power of 80%: 34 pairs, or 64 people in each of two groups."""
    one = Components(0, 0, game=0.5 if design == "within" else 1.0, people=0, games=0)
    assert people_needed(one, 0.5, 1, 0.8, design) == people  # type: ignore[arg-type]
    gap = smallest_difference(one, people, 1, 0.8, design)  # type: ignore[arg-type]
    assert 0.49 < gap <= 0.5


def test_two_people_in_each_of_two_groups_leave_two_degrees_of_freedom() -> None:
    """By hand: 4.3027 and 1.0607 are the points of Student's t, the error is that of two means."""
    one = Components(0, 0, game=1.0, people=0, games=0)
    gap = smallest_difference(one, 4, 1, 0.8, "between")
    assert gap == pytest.approx((4.30265 + 1.06066) * (1 / 2 + 1 / 2) ** 0.5, rel=1e-4)


def made(random: np.random.Generator, people: int, games: int) -> dict[str, dict[int, list[float]]]:
    """Levels of 2, pairings of 1 and games of 3 points."""
    level = random.normal(0, 2, people)
    return {
        agent: {
            p: (level[p] + random.normal(0, 1) + random.normal(0, 3, games)).tolist()
            for p in range(people)
        }
        for agent in "abc"
    }


@pytest.mark.long
def test_variances_of_simulated_people_are_recovered() -> None:
    found = components(made(np.random.default_rng(1), 3000, 3))
    assert found.person == pytest.approx(4, rel=0.1)
    assert found.pairing == pytest.approx(1, rel=0.2)
    assert found.game == pytest.approx(9, rel=0.05)


@pytest.mark.long
def test_an_experiment_of_the_computed_size_has_the_planned_power() -> None:
    random = np.random.default_rng(2)
    people = people_needed(Components(4, 1, 9, 0, 0), 2.0, 2, 0.8, "within")
    assert people == 24
    found = 0
    for _ in range(600):
        scores = made(random, people, 2)
        gaps = [2 + np.mean(scores["a"][p]) - np.mean(scores["b"][p]) for p in range(people)]
        p = mean(gaps).p
        found += p is not None and p < 0.05
    # 480 of 600, with a standard deviation of 10.
    assert 450 < found < 510


def test_an_uninformative_number_of_games_is_named_as_such() -> None:
    assert components({"a": {1: [3.0, 4.0]}, "b": {2: [5.0]}}) is None
    assert components({"a": {1: [3.0], 2: [4.0]}, "b": {1: [3.0], 2: [4.0]}}) is None


@pytest.mark.django_db
def test_the_page_says_how_many_people_the_games_here_ask_for(client: Client) -> None:
    everybody = people(6)
    for place, person in enumerate(everybody):
        for agent, gain in (("rules:a", 0), ("rules:b", 3 * (place % 2))):
            for more in (0, 2):
                seat(8 + 2 * place + gain + more, person, address=agent)
    query = {"difference": "2.5", "games": "2", "power": "90"}
    page = client.get("/analysis/experiments/people/", query)
    found = components(scores_here(TraceSeat.objects.all(), "stacks"))
    wanted = [people_needed(found, 2.5, 2, 0.9, design) for design in ("within", "between")]
    assert page.context["answer"] == (2.5, *wanted)
    assert [figure.name for figure in page.context["figures"]] == ["people", "variance"]
    assert "in 90% of experiments" in page.context["figures"][0].note
    assert client.get("/analysis/experiments/people/").context["form"]["power"].value() == "80"


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["difference=0", "games=0", "power=99", "scoring=1", "players=9"])
def test_the_page_refuses_a_plan_without_a_difference(client: Client, asked: str) -> None:
    refused = client.get(f"/analysis/experiments/people/?{asked}")
    assert refused.status_code == 400
    assert all(one in refused.content.decode() for one in ("<title>Error: ", "errorlist"))
    assert "cannot tell" in client.get("/analysis/experiments/people/").content.decode()


def test_variances_worked_by_hand_say_how_many_people_and_games_they_come_from() -> None:
    """Games around the means of a cell: 2 + 2 + 0 over two games to spare; three people met a."""
    a = {1: [4.0, 6.0], 2: [9.0, 11.0], 3: [21.0]}
    found = components({"a": a, "b": {1: [4.0], 2: [14.0], 3: [21.0]}, "c": {1: [5.0], 2: [8.0]}})
    assert (found.people, found.games, found.game) == (3, 10, 2)
    # Differences of 1, -4 and 0 have a variance of 7; the games alone explain (3 + 3 + 4) / 3.
    # Those with c of 0 and 2, and of -1 and 6, have one degree of freedom each instead of two.
    assert found.pairing == pytest.approx(((7 - 10 / 3) * 2 + (2 - 3) + (24.5 - 4)) / 2 / 4)
    # Means of 5, 10, 21; of 4, 14, 21; and of 5, 8 have variances of 67, 73 and 4.5.
    of_people = (67 - 4 / 3) * 2 + (73 - 2) * 2 + (4.5 - 2)
    assert found.person == pytest.approx(of_people / 5 - found.pairing)


def test_a_plan_for_more_than_a_million_people_is_none() -> None:
    known = Components(person=9.0, pairing=1.0, game=9.0, people=5, games=9)
    assert people_needed(known, 0.001, 1, 0.8, "between") is None


@pytest.mark.parametrize(
    ("difference", "games", "share"),
    [(0.0, 1, 0.8), (-1.0, 1, 0.8), (1.0, 0, 0.8), (1.0, 1, 0.5), (1.0, 1, 1.0)],
)
def test_a_plan_without_difference_is_refused(difference: float, games: int, share: float) -> None:
    known = Components(person=9.0, pairing=1.0, game=9.0, people=5, games=9)
    with pytest.raises(ValueError, match="The difference must be above 0"):
        people_needed(known, difference, games, share, "within")


@pytest.mark.django_db
def test_an_experiments_size_is_learnt_from_finished_games_of_known_people_with_agents() -> None:
    one, other = people(2)
    for person, score, facts in (
        (one, 10, {}),
        (one, 12, {}),
        (other, 20, {"address": "rules:b"}),
        (one, 1, {"finished": False}),
        (one, 2, {"company": "agents"}),
        (one, 3, {"kind": "changed"}),
        (None, 4, {}),
    ):
        seat(score, person, **facts)
    found = scores_here(TraceSeat.objects.all(), "stacks")
    assert found == {"rules:a": {one.pk: [10, 12]}, "rules:b": {other.pk: [20]}}


def test_sources_of_variance_are_shown_in_points_and_shares() -> None:
    figure = varies(Components(person=9, pairing=1, game=6.25, people=7, games=40))
    assert [row[1] for row in figure.rows] == [3, 1, 2.5]
    assert [row[2] for row in figure.rows] == pytest.approx([9 / 16.25, 1 / 16.25, 6.25 / 16.25])
    assert [str(row[0]).split(":")[0] for row in figure.rows] == [
        "people",
        "people with partners",
        "games",
    ]
    assert (figure.games, figure.note.split(",")[0]) == (40, "From the games of 7 people")
