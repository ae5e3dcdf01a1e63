"""Where an experiment's page leads, whatever somebody sends to it at whatever moment."""

import pytest
from django.test import Client
from django.utils.html import escape

from analysis.models import Assignment, Study
from analysis.studies.assignment import next_table, participation_of
from analysis.studies.steps import Stage, step_of
from game.models import Player
from tests.game.conftest import login
from tests.game.played import play_out

pytestmark = pytest.mark.django_db

SURVEY = {"like": "4", "skill": "3", "again": "yes"}


def address(study: Study) -> str:
    return study.get_absolute_url()


def agreed(client: Client, player: Player, study: Study) -> Client:
    known = login(client, player)
    known.post(address(study), {"consent": "yes"})
    return known


def step(study: Study, player: Player) -> Stage:
    study.refresh_from_db()
    return step_of(study, participation_of(study, player)).kind


def sent(client: Client, study: Study, **data: str) -> str:
    answer = client.post(address(study), data)
    assert answer.status_code == 302
    return answer.headers["Location"]


def test_nobody_takes_part_without_agreeing(hers: Client, study: Study) -> None:
    for data in ({}, {"consent": "no"}, {"consent": "Yes"}):
        assert sent(hers, study, **data) == address(study)
    assert not study.participations.exists()


def test_the_owner_of_an_experiment_does_not_take_part(his: Client, study: Study) -> None:
    assert sent(his, study, consent="yes") == address(study)
    assert not study.participations.exists()


def test_a_participant_is_led_to_their_game_and_then_to_its_questions(
    client: Client, alice: Player, study: Study
) -> None:
    known = agreed(client, alice, study)
    table = Assignment.objects.get().table
    assert step(study, alice) == Stage.PLAYING
    assert sent(known, study) == table.get_absolute_url()
    assert sent(known, study, step="game") == address(study)
    assert Assignment.objects.count() == 1
    play_out(table.slug)
    assert step(study, alice) == Stage.SURVEY
    assert sent(known, study) == f"/analysis/survey/{table.slug}/"
    assert sent(known, study, step="playing") == address(study)


def test_a_participant_has_one_table_at_a_time(client: Client, alice: Player, study: Study) -> None:
    agreed(client, alice, study)
    participation = participation_of(study, alice)
    running = Assignment.objects.get().table
    assert [next_table(participation, alice, order) for order in (1, 2)] == [running] * 2
    assert Assignment.objects.count() == 1


def test_games_running_when_an_experiment_closes_are_finished_and_answered(
    client: Client, alice: Player, study: Study
) -> None:
    known = agreed(client, alice, study)
    table = Assignment.objects.get().table
    Study.objects.update(open=False)
    assert step(study, alice) == Stage.PLAYING
    play_out(table.slug)
    assert step(study, alice) == Stage.SURVEY
    assert known.post(f"/analysis/survey/{table.slug}/", SURVEY).status_code == 302
    assert step(study, alice) == Stage.OVER
    assert sent(known, study) == address(study)
    assert Assignment.objects.count() == 1


@pytest.mark.parametrize(
    ("query", "reference"),
    [
        ("PROLIFIC_PID=a&participant=b&id=c", "a"),
        ("participant=b&id=c", "b"),
        ("id=c", "c"),
        (f"id={'x' * 70}", "x" * 64),
        ("name=d", ""),
    ],
)
def test_the_page_keeps_the_reference_in_its_address(
    client: Client, study: Study, query: str, reference: str
) -> None:
    page = client.get(f"{address(study)}?{query}")
    assert page.context["reference"] == reference
    assert escape(reference) in page.content.decode()


def test_a_participant_id_takes_part_once(client: Client, study: Study) -> None:
    """Somebody who comes again with other cookies, and two people at one computer."""
    agreed = {"consent": "yes", "reference": "prolific-1"}
    client.post(address(study), agreed)
    answer = Client().post(address(study), agreed)
    assert answer.status_code == 403
    assert "has already taken part in this experiment" in answer.content.decode()
    assert study.participations.count() == 1
    mine, other = (client.get(address(study), {"id": f"Prolific-{n}"}) for n in (1, 2))
    assert (mine.status_code, other.status_code) == (200, 403)
    assert "open your link in a private window" in other.content.decode()
    Client().post(address(study), agreed | {"reference": "prolific-2"})
    Client().post(address(study), agreed | {"reference": ""})
    Client().post(address(study), agreed | {"reference": ""})
    assert study.participations.count() == 4
    type(study).objects.update(needs_id=True)
    refused = [Client().get(address(study)), Client().post(address(study), {"consent": "yes"})]
    assert ["participant id" in page.content.decode() for page in refused] == [True, True]
    assert [page.status_code for page in refused] == [403, 403]
    Client().post(address(study), agreed | {"reference": "prolific-3"})
    assert study.participations.count() == 5
