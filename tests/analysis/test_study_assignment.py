"""What an experiment's settings mean for the tables that it draws, and what its owner is shown."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from analysis.models import Assignment, Study
from analysis.studies import study_figures
from analysis.studies.assignment import next_table, take_part
from analysis.studies.drawing import at_random
from analysis.studies.export import games_table
from analysis.studies.forms import MOST
from analysis.studies.steps import EARLY, counted
from analysis.studies.study_figures import balance, places, results
from analysis.studies.surveys import SurveyForm, answer
from analysis.traces.tables import collect
from game.models import Player, Table
from game.tables import changes
from game.tables.state import load
from tests.analysis.conftest import POOL, a_study, study_form
from tests.game.played import play_and_give_up, play_out

pytestmark = pytest.mark.django_db


def order(study: Study) -> list[str]:
    return [at_random(study, number).address for number in range(30)]


def begin(study: Study, player: Player, number: int = 1) -> Table:
    return next_table(take_part(study, player), player, number)


def test_the_order_depends_on_the_seed_and_not_on_how_the_pool_was_written(study: Study) -> None:
    first = order(study)
    study.pool = POOL[::-1]
    assert order(study) == first
    study.seed = "8"
    assert order(study) != first


def test_an_experiment_goes_on_with_an_agent_that_no_table_would_accept_now(
    study: Study, alice: Player
) -> None:
    slow = "search:100000,together:wary:expert"
    study.pool = [slow]
    study.save()
    assert begin(study, alice).seatings.get(kind="agent").address == slow


def test_a_blind_game_hides_name_and_reasons(study: Study, alice: Player) -> None:
    table = begin(study, alice)
    agent = table.seatings.get(kind="agent")
    assert (agent.name, agent.blind) == ("Partner", True)
    assert (table.reasons, table.listed, table.drawn) == ("after", False, True)


def test_an_open_game_shows_name_and_reasons(study: Study, alice: Player) -> None:
    study.named, study.help = "start", "none"
    study.save()
    table = begin(study, alice)
    agent = table.seatings.get(kind="agent")
    assert agent.address == study.assignments.get().address
    assert (agent.name == "Partner", agent.blind) == (False, False)
    assert (table.reasons, table.help) == ("live", "none")


def test_assignments_are_numbered_across_people(study: Study, alice: Player, bob: Player) -> None:
    one, other = begin(study, alice), begin(study, bob)
    assert one != other
    play_and_give_up(one, alice)
    third = begin(study, alice, 2)
    numbers = dict(study.assignments.values_list("table", "number"))
    assert numbers == {one.pk: 0, other.pk: 1, third.pk: 2}
    for made in study.assignments.all():
        assert made.address == at_random(study, made.number).address


@pytest.mark.parametrize("pool", ["cheat:careful", "hanabidata:outer"])
def test_an_agent_that_people_cannot_play_with_is_refused(pool: str) -> None:
    assert "pool" in study_form(pool=pool).errors


def test_a_pool_has_an_upper_size() -> None:
    names = [f"genes:{number // 60},{number % 60}" for number in range(MOST + 1)]
    assert study_form(pool=" ".join(names[:MOST]), games="4").is_valid()
    assert f"at most {MOST} agents" in study_form(pool=" ".join(names)).errors["pool"][0]


def test_two_experiments_of_one_name_have_their_own_seeds(alice: Player) -> None:
    studies = []
    for _ in range(2):
        form = study_form(help="none")
        assert form.is_valid()
        studies.append(form.save(alice))
    assert studies[0].seed != studies[1].seed
    assert studies[0].slug != studies[1].slug
    assert (studies[0].owner, studies[0].named, studies[0].help) == (alice, "last", "none")


def test_survey_answers_are_stored_as_the_numbers_of_their_labels() -> None:
    form = SurveyForm({"skill": "1", "like": "5", "intention": "3", "again": "no"})
    assert form.is_valid()
    expected = {"skill": 1, "like": 5, "intention": 3, "again": False, "publish": False}
    assert form.cleaned_data == expected
    blank = SurveyForm({})
    assert blank.is_valid()
    assert set(blank.cleaned_data.values()) == {None, False}
    words = [label for _, label in form.fields["skill"].choices]  # type: ignore[attr-defined]
    assert words[0] == "very badly"
    assert words[-1] == "very well"


def test_the_balance_counts_people_once_and_finished_games_alone(
    study: Study, alice: Player, bob: Player
) -> None:
    Study.objects.update(pool=["rules:iggi"])
    study.refresh_from_db()
    for player, number in ((alice, 1), (alice, 2), (alice, 3), (bob, 1)):
        table = begin(study, player, number)
        if number < 3 and player == alice:
            play_out(table.slug)
            answer(table, player, {"like": 4})
        elif player == alice:
            play_and_give_up(table, alice)
    (row,) = balance(study).rows
    assert row[1:] == (4, 2, 2, 1, 0, 2)


@pytest.mark.long
def test_the_owner_sees_scores_and_answers_of_a_single_person(study: Study, alice: Player) -> None:
    table = begin(study, alice)
    play_out(table.slug)
    answer(table, alice, {"like": 4})
    collect()
    figures: dict[str, Any] = {figure.name: figure for figure in results(study)}
    assert len(figures["partners"].rows) == 1
    assert figures["answers"].rows[0][1:3] == (1, 1)


def test_thanks_name_the_agent_only_once_it_is_revealed(
    study: Study, alice: Player, hers: Client
) -> None:
    table = play_and_give_up(begin(study, alice), alice)
    page = f"/analysis/survey/{table.slug}/thanks/"
    assert hers.get(page)["Location"] == study.get_absolute_url()
    changes.reveal(table.slug)
    assert len(hers.get(page).context["agents"]) == 1


def given_up(study: Study, player: Player, order: int, moves: int) -> None:
    """A game of so many moves, each the last legal one: a clue or a discard."""
    table = next_table(take_part(study, player), player, order)
    for _ in range(moves):
        state = load(table.slug)
        seat = state.game.to_move
        actor = changes.Actor(player=player) if seat == 0 else changes.Actor(agent_seat=seat)
        move = state.game.view(seat).legal_moves()[-1]
        changes.submit(table.slug, actor, move, state.table.version)
    changes.give_up(table.slug, player, load(table.slug).table.version)


def test_a_game_given_up_counts_from_its_tenth_move_on(study: Study, alice: Player) -> None:
    for order, moves in ((1, EARLY - 1), (2, EARLY)):
        given_up(study, alice, order, moves)
    assert [game.order for game in counted(study.assignments.all())] == [2]
    rows = list(games_table(study).rows())
    assert [(row["moves"], row["counts"]) for row in rows] == [(EARLY - 1, 0), (EARLY, 1)]


def test_a_sitting_goes_on_for_an_hour_after_a_long_game(study: Study, alice: Player) -> None:
    for order in (1, 2, 3):
        given_up(study, alice, order, 0)
    noon = timezone.now()
    for order, (begun, over) in enumerate(((0, 100), (150, 160), (221, 230)), start=1):
        game = Assignment.objects.get(order=order)
        Assignment.objects.filter(pk=game.pk).update(assigned=noon + timedelta(minutes=begun))
        Table.objects.filter(pk=game.table_id).update(finished=noon + timedelta(minutes=over))
    assert [row["session"] for row in games_table(study).rows()] == [1, 1, 2]


def drawn(study: Study, player: Player, *games: tuple[int, int, str]) -> None:
    """Games of a person by order, attempt and agent; nobody has played them."""
    for order, attempt, agent in games:
        Assignment.objects.create(
            study=study,
            participation=take_part(study, player),
            number=study.assignments.count(),
            order=order,
            attempt=attempt,
            address=f"rules:{agent}",
            assigned=timezone.now(),
        )


def test_orders_are_counted_by_person_without_practice_and_second_attempts(
    study: Study, alice: Player, bob: Player
) -> None:
    drawn(study, alice, (0, 1, "outer"), (1, 1, "iggi"), (2, 1, "piers"), (2, 2, "iggi"))
    drawn(study, bob, (2, 1, "iggi"), (1, 1, "piers"), (3, 1, "piers"))
    figure = places(study)
    assert [column.title for column in figure.columns] == [
        *("agent", "game 1", "game 2", "game 3", "after IGGI", "after Piers")
    ]
    assert figure.rows == [("IGGI", 1, 1, 0, 0, 1), ("Piers", 1, 1, 1, 2, 0)]
    assert figure.games == 5


def test_the_balance_leaves_out_practice_games(study: Study, alice: Player) -> None:
    drawn(study, alice, (0, 1, "outer"), (1, 1, "iggi"), (1, 2, "iggi"))
    whole = balance(study)
    assert [row[:3] for row in whole.rows] == [("IGGI", 2, 1), ("Outer", 0, 0), ("Piers", 0, 0)]
    assert whole.games == 2
    assert "fewer than 5 games ahead" in whole.note
    assert whole.traces


def test_a_game_is_given_up_at_the_start_until_its_tenth_move() -> None:
    ended = study_figures._ended
    assert ended("terminated", EARLY - 1) == "given up at the start"
    assert ended("terminated", EARLY) == "given up"
    assert ended("strikeout", 3) == "finished"


def test_a_long_participant_id_is_shortened(study: Study, alice: Player) -> None:
    assert take_part(study, alice, "y" * 70).reference == "y" * 64
    assert take_part(study, alice, "another").reference == "y" * 64
    assert study.participations.count() == 1


def test_the_list_has_open_experiments_and_ones_own_latest_first(
    his: Client, study: Study, alice: Player, bob: Player
) -> None:
    later = a_study(slug="later", owner=alice)
    closed = a_study(slug="closed", owner=bob, open=False)
    a_study(slug="lost", owner=None, open=False)
    a_study(slug="for-ids", owner=None, needs_id=True)
    take_part(a_study(slug="full", owner=None, people=1), alice)
    page = his.get("/analysis/experiments/").context
    assert (list(page["studies"]), list(page["mine"])) == ([later, study], [closed, study])
    assert list(Client().get("/analysis/experiments/").context["mine"]) == []
