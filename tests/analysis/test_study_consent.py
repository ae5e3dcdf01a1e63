"""Nobody takes part without agreeing to every word, and whoever withdraws is gone."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from analysis.models import Participation, Study, Survey, Trace
from analysis.studies.assignment import next_table, take_part
from analysis.studies.consent import withdraw
from analysis.studies.export import games_table
from analysis.studies.forms import StudyForm
from analysis.studies.surveys import answer
from analysis.traces.tables import collect
from game.models import Player, Table
from game.tables import changes
from game.tables.state import load
from tests.analysis.conftest import page_of
from tests.game.conftest import login
from tests.game.played import play_out

pytestmark = pytest.mark.django_db

ADDRESS, WITHDRAW = "/analysis/experiments/s/", "/analysis/experiments/s/withdraw/"
PROLIFIC = "?PROLIFIC_PID=p-77&SESSION_ID=visit-9&STUDY_ID=call-3"


@pytest.fixture
def study(study: Study) -> Study:
    study.statements, study.contact = ["I am 18.", "I agree."], "ethics@example.org"
    study.games = 2
    study.save()
    return study


def agree(client: Client, **more: Any) -> Any:
    version = client.get(ADDRESS).context["consent"].version
    return client.post(ADDRESS, {"consent": "yes", "version": version} | more)


def played(study: Study, player: Player, reference: str = "") -> Participation:
    """A person with one finished and answered game, and one that runs."""
    somebody = take_part(study, player, reference, {"SESSION_ID": "visit-9"})
    somebody.before = {"q": "told you"}
    somebody.save()
    table = next_table(somebody, player, 1)
    play_out(table.slug)
    collect()
    answer(table, player, {"like": 4})
    next_table(somebody, player, 2)
    return somebody


def design(client: Client) -> dict[str, Any]:
    return json.loads(client.get(ADDRESS, {"format": "design"}).content)


@pytest.mark.parametrize("ticked", [[], ["0"], ["1", "2"]])
def test_without_every_tick_nobody_takes_part_and_the_form_keeps_its_values(
    client: Client, study: Study, ticked: list[str]
) -> None:
    known = {"reference": "p-77", "SESSION_ID": "visit-9"}
    refused = agree(client, tick=ticked, **known)
    assert refused.status_code == 400
    page = refused.content.decode()
    assert all(text in page for text in ("Tick every statement", "I am 18.", "p-77", "visit-9"))
    assert not study.participations.exists()
    agree(client, tick=["0", "1"], **known)
    somebody = study.participations.get()
    assert (somebody.reference, somebody.recruited) == ("p-77", {"SESSION_ID": "visit-9"})


def test_ticks_on_an_earlier_consent_text_do_not_count(client: Client, study: Study) -> None:
    version = client.get(ADDRESS).context["consent"].version
    Study.objects.update(contact="nobody@example.org")
    late = client.post(ADDRESS, {"consent": "yes", "version": version, "tick": ["0", "1"]})
    assert "has changed" in late.content.decode()
    assert not study.participations.exists()


def test_the_address_that_prolific_sends_is_stored_whole_and_shown(
    client: Client, study: Study, alice: Player
) -> None:
    page = client.get(ADDRESS + PROLIFIC)
    assert page.context["reference"] == "p-77"
    assert page.context["recruited"] == {"STUDY_ID": "call-3", "SESSION_ID": "visit-9"}
    take_part(study, alice, "p-77", page.context["recruited"])
    for text in (page.content.decode(), page_of(login(client, alice), ADDRESS)):
        assert "the link that you followed: p-77, STUDY_ID call-3, SESSION" in text


def test_ids_are_stored_without_characters_a_database_refuses(
    client: Client, his: Client, study: Study
) -> None:
    sent = {"reference": " p\0-1\n", "SESSION_ID": "visit\0"}
    agree(client, tick=["0", "1"], **sent)
    somebody = study.participations.get()
    assert (somebody.reference, somebody.recruited) == ("p -1", {"SESSION_ID": "visit"})
    unknown = his.post(WITHDRAW, {"reference": "p\0-2"})
    assert (unknown.status_code, "“p -2”" in unknown.content.decode()) == (404, True)


def test_the_consent_text_of_each_participant_is_preserved(
    client: Client, study: Study, alice: Player, bob: Player
) -> None:
    take_part(study, alice)
    Study.objects.update(consent="Another text")
    study.refresh_from_db()
    later = Player.objects.create(name="Carol")
    for player in (alice, later):
        play_out(next_table(take_part(study, player), player, 1).slug)
    login(client, alice)
    page = client.get(ADDRESS).content.decode()
    assert "Yes?" in page
    assert "Another text" not in page
    login(client, bob)
    consents = {one["version"]: one for one in design(client)["consents"]}
    assert [one["consent"] for one in consents.values()] == ["Yes?", "Another text"]
    assert {one["people"] for one in consents.values()} == {1}
    assert list(games_table(study)["consent_version"]) == list(consents)


def test_a_withdrawal_leaves_nothing_but_a_number(
    client: Client, study: Study, alice: Player, bob: Player
) -> None:
    other = played(study, Player.objects.create(name="Carol"), "p-1")
    somebody = played(study, alice, "p-77")
    slugs = list(somebody.assignments.values_list("table__slug", flat=True))
    drawn = list(study.assignments.values_list("address", flat=True))
    changes.branch(load(slugs[0]), slugs[0], 3, 0, alice)
    login(client, alice)
    assert client.post(WITHDRAW).status_code == 302
    somebody.refresh_from_db()
    assert not Table.objects.filter(assignment=None).exists()
    assert [trace.table.assignments.get().participation for trace in Trace.objects.all()] == [other]
    assert [survey.person for survey in Survey.objects.all()] == [other.person]
    assert (somebody.before, somebody.recruited) == (None, {})
    assert "p-77" not in somebody.reference
    assert {*games_table(study)["reference"]} == {"p-1", None}
    assert client.get(f"/replays/{slugs[0]}/").status_code == 404
    assert "You have withdrawn" in client.get(ADDRESS).content.decode()
    assert list(study.assignments.values_list("address", flat=True)) == drawn
    assert take_part(study, Player.objects.create(name="Dora")).number == 2
    for again in ("p-77", " P-77 ", "P-1"):
        assert agree(Client(), tick=["0", "1"], reference=again).status_code == 403
    earlier = "withdrawn-564cbfbb243acf1e"  # Keyed with the seed, which the design publishes.
    assert somebody.reference != earlier
    study.participations.filter(pk=somebody.pk).update(reference=earlier)
    assert agree(Client(), tick=["0", "1"], reference="p-77").status_code == 403
    gone = somebody.withdrawn
    withdraw(somebody)
    assert somebody.withdrawn == gone
    login(client, bob)
    assert (design(client)["people"], design(client)["withdrawn"]) == (3, 1)


@pytest.mark.parametrize(("named", "number"), [("p-77", 1), ("1", 2), ("3", 3)])
def test_the_owner_deletes_whoever_asks_and_nobody_else_does(
    client: Client, study: Study, bob: Player, named: str, number: int
) -> None:
    for reference in ("p-77", "1", ""):
        take_part(study, Player.objects.create(name="Carol"), reference)
    asked = {"reference": named, "participant": number}
    for stranger in (client, login(Client(), Player.objects.create(name="Dora"))):
        assert (stranger or client).post(WITHDRAW, asked).status_code == 404
    login(client, bob)
    assert "“p-78”" in client.post(WITHDRAW, asked | {"reference": "p-78"}).content.decode()
    assert f"Delete participant {number}" in client.get(WITHDRAW, asked).content.decode()
    assert not study.participations.exclude(withdrawn=None).exists()
    for _ in range(2):
        client.post(WITHDRAW, asked)
    assert [one.number + 1 for one in study.participations.exclude(withdrawn=None)] == [number]


def test_the_design_reveals_no_seed_or_order_while_people_may_join(
    his: Client, study: Study, alice: Player
) -> None:
    somebody = take_part(study, alice)
    next_table(somebody, alice, 1)
    assert not {"seed", "orders"} & set(design(his))
    Study.objects.update(open=False)
    told = design(his)
    assert told["seed"] == study.seed
    assert told["orders"] == {"1": [somebody.assignments.get().address]}


def test_after_the_promised_day_data_are_deleted_and_nobody_begins(
    his: Client, study: Study, alice: Player
) -> None:
    somebody = played(study, alice, "p-77")
    done = take_part(study, Player.objects.create(name="Carol"))
    Participation.objects.filter(pk=done.pk).update(finished=timezone.now())
    hers = login(Client(), alice)
    today = timezone.now().date()
    for day, left in ((today, 1), (today - timedelta(days=1), 0)):
        Study.objects.update(keep_until=day)
        call_command("tidy")
        over = not left
        page = page_of(Client(), ADDRESS)
        assert ("This experiment is over. Questions: ethics@example.org" in page) == over
        assert (f"{day:%B %Y}" in page) != over
        assert ("is past: nobody can take part" in page_of(his, ADDRESS)) == over
        assert (ADDRESS in page_of(Client(), "/analysis/experiments/")) != over
        assert Table.objects.filter(assignment__participation=somebody).exists() == bool(left)
        assert ("your games and answers are deleted" in page_of(hers, ADDRESS)) == over
        assert "You have withdrawn" not in page_of(hers, ADDRESS)
        assert {"finished": 1, "withdrawn": 0}.items() <= design(his).items()
        assert study.participations.filter(reference="p-77").exists() != over


def test_a_day_that_is_past_is_refused_and_statements_are_lines() -> None:
    data = {"title": "T", "consent": "C", "help": "full", "pool": "rules:piers"}
    past = StudyForm(data | {"keep_until": "2020-01-01"})
    assert "past" in str(past.errors["keep_until"])
    form = StudyForm(data | {"statements": "One.\n\n Two. \n"})
    assert form.is_valid()
    assert form.cleaned_data["statements"] == ["One.", "Two."]
