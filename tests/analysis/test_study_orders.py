"""Orders of partners are balanced, and nobody who takes part can foresee the next partner."""

import random
from collections import Counter, defaultdict
from itertools import pairwise

import pytest
from django.test import Client

from analysis.models import Participation, Study
from analysis.studies.assignment import next_table, take_part
from analysis.studies.drawing import Draw, at_random, draw, in_squares, rows, square_row
from game.models import Player, Table
from game.tables import changes
from game.tables.state import load
from tests.analysis.conftest import a_study, study_form
from tests.game.conftest import login, steady

pytestmark = pytest.mark.django_db


POOL = ["rules:iggi", "rules:internal", "rules:outer", "rules:piers"]


@pytest.mark.parametrize("agents", range(2, 10))
def test_every_agent_stands_equally_often_in_each_place_and_after_each_other(agents: int) -> None:
    square = [square_row(agents, row) for row in range(rows(agents))]
    for place in range(agents):
        counts = Counter(row[place] for row in square)
        assert len(counts) == agents
        assert len(set(counts.values())) == 1
    follows = Counter(pair for row in square for pair in pairwise(row))
    assert len(follows) == agents * (agents - 1)
    assert len(set(follows.values())) == 1


def met_by_sixty(study: Study) -> list[list[Draw]]:
    """The partners of sixty people, each of whom meets each agent once in each of two rounds."""
    met = [[in_squares(study, person, order) for order in range(1, 9)] for person in range(60)]
    for mine in met:
        assert sorted(one.address for one in mine[:4]) == POOL
        assert sorted(one.address for one in mine[4:]) == POOL
    return met


def test_a_person_meets_each_agent_once_a_round_and_places_are_balanced(bob: Player) -> None:
    form = study_form(pool=" ".join(POOL), order="square")
    assert form.is_valid()
    met = met_by_sixty(form.save(bob))
    for people in range(1, 61):
        for place in range(8):
            times = Counter(mine[place].address for mine in met[:people])
            counts = [times[address] for address in POOL]
            assert max(counts) - min(counts) <= 3


@pytest.mark.long
@pytest.mark.parametrize("seed", ["7", "8"])
@pytest.mark.parametrize("order", ["square", "blocks"])
def test_in_every_group_no_agent_is_ever_far_ahead_of_another(order: str, seed: str) -> None:
    groups = [{"name": "A"}, {"name": "B", "partner": POOL[0]}, {"name": "C", "help": "none"}]
    study = a_study(pool=POOL, order=order, seed=seed, groups=groups, games=2)
    drawn: dict[object, Counter[str]] = defaultdict(Counter)
    for number in range(36):
        player = Player.objects.create(name=f"P{number}")
        somebody = take_part(study, player)
        for game in (1, 2):
            Table.objects.update(status=Table.Status.FINISHED)
            next_table(somebody, player, game)
            counts = drawn[somebody.group, game if order == "square" else "all"]
            counts[somebody.assignments.get(order=game).address] += 1
            if somebody.group != 1:
                times = [counts[address] for address in POOL]
                assert max(times) - min(times) <= study.imbalance


@pytest.mark.long
@pytest.mark.parametrize("order", ["square", "blocks"])
def test_whoever_knows_all_earlier_partners_rarely_guesses_the_next(order: str) -> None:
    """First games of forty people in each of 400 studies; the best guess is an agent that was
    drawn least often so far."""
    within, most = {"square": (3, 0.34), "blocks": (5, 0.30)}[order]
    chance, right = random.Random(5), 0
    for seed in range(400):
        study = Study(pool=POOL, seed=str(seed), order=order, imbalance=within)
        times = Counter(dict.fromkeys(POOL, 0))
        for number in range(40):
            least = [address for address in POOL if times[address] == min(times.values())]
            guess = chance.choice(least)
            partner = draw(study, Participation(number=number), 1, number).address
            right += guess == partner
            times[partner] += 1
    assert right / (400 * 40) <= most


def test_a_study_that_began_with_blocks_keeps_them() -> None:
    met = met_by_sixty(Study(pool=POOL, seed="7", imbalance=None))
    blocks = defaultdict(list)
    for mine in met:
        blocks[mine[0].block].append([one.address for one in mine[:4]])
    *whole, _ = blocks.values()
    assert {len(block) for block in whole} > {4}
    for block in whole:
        for place in range(4):
            assert set(Counter(row[place] for row in block).values()) == {len(block) // 4}


def test_a_game_that_is_played_again_takes_nobodys_place_in_a_block(alice: Player) -> None:
    study = a_study(pool=POOL, order="blocks")
    somebody = take_part(study, alice)
    for order in range(1, 9):
        for _ in range(2):
            table = next_table(somebody, alice, order)
            changes.give_up(table.slug, alice, load(table.slug).table.version)
    games = study.assignments.order_by("number")
    expected = [at_random(study, number).address for number in range(8)]
    assert [game.address for game in games.filter(attempt=1)] == expected
    assert [game.address for game in games.filter(attempt=2)] == expected


@pytest.mark.long
@pytest.mark.parametrize("order", ["square", "blocks"])
def test_from_all_that_a_person_sees_the_next_partner_is_guessed_as_by_chance(order: str) -> None:
    """They see how many games they have played, and when they came: a guesser learns from a
    thousand studies who partners were in each case, and guesses in a thousand others."""
    chance = random.Random(5)
    learnt: dict[object, Counter[str]] = defaultdict(Counter)
    right = 0
    for number in range(2000):
        study = Study(pool=POOL, seed=f"{chance.random()}", order=order)
        person = Participation(number=chance.randrange(12))
        game = chance.randrange(1, 5)
        partner = draw(study, person, game, 4 * person.number + game - 1).address
        seen = (person.number, game)
        if number < 1000:
            learnt[seen][partner] += 1
        else:
            right += learnt[seen].most_common(1)[0][0] == partner if learnt[seen] else 0
    # 250 of 1000 by chance, with a standard deviation of 14.
    assert 205 < right < 295


@pytest.fixture
def study(bob: Player) -> Study:
    return a_study(pool=POOL[:2], owner=bob, games=2)


def test_the_page_of_a_game_is_the_same_with_every_partner(study: Study) -> None:
    """Same deal, same names, other partner: not a byte differs until it moves."""
    pages = []
    for number, agent in enumerate(POOL):
        Study.objects.update(pool=[agent], common_deals=True)
        player = Player.objects.create(name="Ann")
        somebody = take_part(Study.objects.get(), player)
        # The page names the minute of the consent, which must not tell the pages apart.
        Participation.objects.update(consented=study.created)
        table = next_table(somebody, player, 1)
        assert table.seatings.get(kind="agent").address == agent
        Table.objects.filter(pk=table.pk).update(slug=f"twin{number}")
        visitor = login(Client(), player)
        page = visitor.get(f"/tables/twin{number}/").content
        page += visitor.get(study.get_absolute_url()).content
        assert b"Partner" in page
        pages.append(steady(page).replace(b"twin%d" % number, b"twin"))
    assert len(set(pages)) == 1


def test_deals_in_common_are_the_same_for_all_and_another_when_played_again(study: Study) -> None:
    Study.objects.update(common_deals=True)
    study.refresh_from_db()
    decks = defaultdict(list)
    for name in ("Ann", "Ben"):
        player = Player.objects.create(name=name)
        somebody = take_part(study, player)
        for order in (1, 2):
            table = next_table(somebody, player, order)
            decks[order].append(table.deck)
            assert not table.seed_chosen
            changes.give_up(table.slug, player, load(table.slug).table.version)
    again = next_table(somebody, player, 2)
    assert len(set(decks[1])) == len(set(decks[2])) == 1
    assert len({decks[1][0], decks[2][0], again.deck}) == 3
    assert (
        again.seatings.get(kind="agent").address
        == somebody.assignments.get(order=2, attempt=1).address
    )


def test_games_of_an_experiment_are_nobody_elses(study: Study, client: Client) -> None:
    player = Player.objects.create(name="Ann")
    table = next_table(take_part(study, player), player, 1)
    assert client.get(f"/tables/{table.slug}/").status_code == 404
