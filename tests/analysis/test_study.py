"""An experiment draws partners evenly, hides them until the questions, and counts the answers."""

import json
import re
from collections import Counter

import pytest
from django.contrib.auth.models import User
from django.test import Client

from agents import registry
from agents.pools.members import LITERATURE7
from analysis.models import Study, Survey, TraceSeat
from analysis.people.access import forget
from analysis.studies.assignment import next_table, take_part
from analysis.studies.drawing import at_random
from analysis.studies.overview import settings
from analysis.studies.surveys import answer, answers_of
from analysis.traces.documents import unpack
from analysis.traces.tables import collect, person_of
from game.models import Player, Table
from game.tables import changes
from game.tables.state import load
from tests.analysis.conftest import POOL
from tests.game.conftest import login, seated
from tests.game.played import play_and_give_up, play_out

pytestmark = pytest.mark.django_db


def begin(client: Client, study: Study) -> Table:
    client.post(study.get_absolute_url(), {"consent": "yes"})
    return study.assignments.latest("number").table  # type: ignore[return-value]


def test_no_agent_is_ever_far_ahead_of_another(study: Study) -> None:
    order = [at_random(study, number).address for number in range(90)]
    for games in range(1, 91):
        counts = [order[:games].count(address) for address in POOL]
        assert max(counts) - min(counts) <= study.imbalance
    assert order == [at_random(study, number).address for number in range(90)]


def test_nobody_can_tell_the_second_of_two_partners_from_the_first(study: Study) -> None:
    study.pool = POOL[:2]
    again = 0
    for seed in range(100):
        study.seed = str(seed)
        again += at_random(study, 0).address == at_random(study, 1).address
    # 50 by chance, with a standard deviation of 5.
    assert 30 < again < 70


def test_nothing_names_the_agent_until_the_questions_are_answered(
    hers: Client, alice: Player, study: Study
) -> None:
    table = play_and_give_up(begin(hers, study), alice)
    address = study.assignments.get().address
    title = address.removeprefix("rules:").lower()
    assert hers.get(f"/replays/{table.slug}/trace.json").status_code == 403
    assert hers.get(f"/replays/{table.slug}/").context["seats"][1]["name"] == "Partner"
    frames = hers.get(f"/replays/{table.slug}/frames.json").content.decode()
    assert address not in frames
    assert "Rule" not in frames
    hers.post(f"/analysis/survey/{table.slug}/", {"skill": "4", "again": "yes"})
    assert address in hers.get(f"/analysis/survey/{table.slug}/thanks/").content.decode()
    assert load(table.slug).seats[1].name.lower() == title


@pytest.mark.long
def test_ones_page_and_games_hide_the_partner(hers: Client, alice: Player, study: Study) -> None:
    table = play_and_give_up(begin(hers, study), alice)
    collect()
    title = registry.find(study.assignments.get().address).title

    def seen() -> tuple[int, int, int, bool]:
        page = hers.get("/analysis/people/me/", follow=True)
        games = hers.get("/analysis/games/")
        lines = b"".join(hers.get("/analysis/games/", {"format": "jsonl"}))
        return (
            page.context["games"],
            games.context["page"].paginator.count,
            lines.count(b"\n"),
            f"/analysis/survey/{table.slug}/" in page.content.decode(),
        )

    assert seen() == (0, 0, 0, True)
    hers.post(f"/analysis/survey/{table.slug}/", {"skill": "4"})
    assert seen() == (1, 1, 1, False)
    assert load(table.slug).seats[1].name == title


@pytest.mark.long
def test_a_rising_count_does_not_reveal_the_partner(client: Client, study: Study) -> None:
    def told() -> list[int]:
        board = client.get("/analysis/partners/").context["figure_of"]["partners"]
        return [row[6] for row in board.rows]

    Study.objects.update(pool=["rules:iggi"])
    for name in ("Ann", "Ben", "Cat"):
        player = Player.objects.create(name=name)
        table = next_table(take_part(Study.objects.get(), player), player, 1)
        play_out(table.slug)
        collect()
        assert told() == []
        answer(table, player, {"like": 3})
    assert told() == [3]


def test_traces_name_the_agent_from_the_start(hers: Client, alice: Player, study: Study) -> None:
    table = play_and_give_up(begin(hers, study), alice)
    hers.post(f"/analysis/survey/{table.slug}/", {"like": "5"})
    agent = TraceSeat.objects.get(kind="agent")
    assert agent.address == study.assignments.get().address
    lab = unpack(agent.trace.document.body).lab
    assert lab.seats[1].agent == agent.address
    assert all(turn.why for turn in lab.turns if turn.seat == 1)
    survey = Survey.objects.get()
    assert (survey.like, survey.skill, survey.again, survey.publish) == (5, None, None, False)


def test_only_players_of_the_table_get_the_survey(
    hers: Client, alice: Player, his: Client, study: Study
) -> None:
    table = begin(hers, study)
    assert hers.get(f"/analysis/survey/{table.slug}/").status_code == 404
    play_and_give_up(table, alice)
    assert hers.get(f"/analysis/survey/{table.slug}/").status_code == 200
    assert his.get(f"/analysis/survey/{table.slug}/").status_code == 404
    assert hers.post(f"/analysis/survey/{table.slug}/", {"skill": "6"}).status_code == 400


def test_everybody_at_a_table_has_answers_of_their_own(
    hers: Client, alice: Player, bob: Player, his: Client
) -> None:
    table = seated(alice, bob, "rules:iggi")
    changes.give_up(table.slug, alice, table.version)
    survey = f"/analysis/survey/{table.slug}/"
    hers.post(survey, {"like": "5"})
    assert his.post(survey, {"like": "1"}).status_code == 302
    assert "answered before" in hers.get(survey).content.decode()
    thanks = hers.post(survey, {"like": "4", "again": "yes", "publish": "on"}, follow=True)
    assert "Your answers are saved." in thanks.content.decode()
    filled_in = hers.get(survey).content.decode()
    for name, value in (("like", "4"), ("again", "yes")):
        assert re.search(rf'name="{name}" value="{value}"[^>]* checked', filled_in)
    assert re.search(r'name="publish"[^>]* checked', filled_in)
    told = Survey.objects.values_list("person__name", "like")
    assert set(told) == {("Alice", 4), ("Bob", 1)}


def test_the_owner_alone_sees_balance_and_games(
    hers: Client, alice: Player, his: Client, study: Study
) -> None:
    play_and_give_up(begin(hers, study), alice)
    assert "figures" not in hers.get(study.get_absolute_url()).context
    balance = his.get(study.get_absolute_url()).context["figure_of"]["balance"]
    assert sum(row[1] for row in balance.rows) == 1
    assert Counter(row[4] for row in balance.rows) == {1: 1, 0: 2}
    page = his.get(study.get_absolute_url()).content.decode()
    assert not re.search("I agree|Your next game", page)


def test_an_experiment_of_a_deleted_owner_is_closed_to_all(client: Client, study: Study) -> None:
    forget(person_of(study.owner), keep_games=True)  # type: ignore[arg-type]
    assert not Study.objects.get().open
    assert study.get_absolute_url() not in client.get("/analysis/experiments/").content.decode()
    assert client.post(f"{study.get_absolute_url()}close/", {"open": "yes"}).status_code == 404


@pytest.mark.parametrize(
    ("agents", "said"), [(20, "Genes 19"), (21, " and 1 more"), (22, " and 2 more")]
)
def test_of_a_large_pool_the_owner_reads_twenty_names_and_how_many_more(
    study: Study, agents: int, said: str
) -> None:
    study.pool = [f"genes:{gene}" for gene in range(agents)]
    named = dict(settings(study))["Agents"]
    assert named.count(",") == 19
    assert named.endswith(said)


def test_only_the_owner_closes_an_experiment_and_reopens_it(
    hers: Client, his: Client, study: Study
) -> None:
    address = f"{study.get_absolute_url()}close/"
    assert hers.post(address).status_code == 404
    his.post(address, {"open": "no"})
    hers.post(study.get_absolute_url(), {"consent": "yes"})
    assert not study.assignments.exists()
    assert "This experiment is over." in hers.get(study.get_absolute_url()).content.decode()
    his.post(address, {"open": "yes"})
    begun = begin(hers, study)
    his.post(address, {"open": "no"})
    assert "Your game is waiting" in hers.get(study.get_absolute_url()).content.decode()
    assert hers.post(study.get_absolute_url())["Location"] == begun.get_absolute_url()


def test_games_of_experiments_cannot_be_repeated(hers: Client, alice: Player, study: Study) -> None:
    table = play_and_give_up(begin(hers, study), alice)
    assert 'data-again="again"' not in hers.get(f"/tables/{table.slug}/").content.decode()
    assert hers.post(f"/tables/{table.slug}/again/").status_code == 404
    assert study.assignments.count() == 1


def test_a_participant_who_agreed_is_not_asked_again(
    hers: Client, alice: Player, study: Study
) -> None:
    page = study.get_absolute_url()
    assert "I agree: start" in hers.get(page).content.decode()
    table = begin(hers, study)
    assert "Your game is waiting" in hers.get(page).content.decode()
    play_and_give_up(table, alice)
    assert "Answer the questions" in hers.get(page).content.decode()
    hers.post(f"/analysis/survey/{table.slug}/", {})
    thanks = hers.get(f"/analysis/survey/{table.slug}/thanks/").content.decode()
    assert f'href="{page}">Continue' in thanks
    assert "Your next game" in hers.get(page).content.decode()
    begin(hers, study)
    assert study.assignments.count() == 2


def test_the_owners_export_has_answers_that_nobody_else_gets(
    hers: Client, alice: Player, his: Client, study: Study
) -> None:
    table = play_and_give_up(begin(hers, study), alice)
    hers.post(f"/analysis/survey/{table.slug}/", {"like": "5"})
    owner = his.get(study.get_absolute_url(), {"format": "traces"})
    trace = json.loads(b"".join(owner))
    assert trace["lab"]["survey"] == {"like": 5, "publish": False}
    assert trace["players"][0] == "participant-1"
    own = hers.get("/analysis/games/", {"format": "jsonl"})
    assert json.loads(b"".join(own))["lab"].get("survey") is None


def test_a_blank_survey_counts_as_no_answer(
    hers: Client, alice: Player, his: Client, study: Study
) -> None:
    table = play_and_give_up(begin(hers, study), alice)
    hers.post(f"/analysis/survey/{table.slug}/", {})
    owner = his.get(study.get_absolute_url()).context["figure_of"]
    assert sum(row[6] for row in owner["balance"].rows) == 1
    assert owner["answers"].rows == []


def test_an_experiment_may_draw_its_agents_from_a_whole_pool(client: Client) -> None:
    client.force_login(User.objects.create_user("carol"))
    form = {"title": "T", "consent": "C", "help": "full", "pool": "pool:literature7 rules:piers"}
    answer = client.post("/analysis/experiments/new/", form, follow=True)
    assert Study.objects.get().pool == list(LITERATURE7)
    assert len(answer.context["figure_of"]["balance"].rows) == 7
    refused = client.post("/analysis/experiments/new/", form | {"pool": "pool:nowhere"})
    assert "There is no pool" in refused.content.decode()
    Study.objects.update(pool=[f"genes:{gene}" for gene in range(60)])
    study = Study.objects.get()
    begin(login(Client(), Player.objects.create(name="Dan")), study)
    balance = client.get(study.get_absolute_url()).context["figure_of"]["balance"]
    assert [row[1] for row in balance.rows] == [1]
    assert "1 of the 60 agents" in balance.note


def test_only_an_account_sets_up_an_experiment_and_with_known_agents(client: Client) -> None:
    assert client.get("/analysis/experiments/new/").status_code == 302
    client.force_login(User.objects.create_user("carol"))
    form = {"title": "T", "consent": "C", "help": "full", "pool": "rules:piers\nrules:nobody"}
    refused = client.post("/analysis/experiments/new/", form)
    assert refused.status_code == 400
    assert "There is no agent" in refused.content.decode()
    client.post("/analysis/experiments/new/", form | {"pool": "rules:piers rules:piers rules:iggi"})
    assert Study.objects.get().pool == ["rules:piers", "rules:iggi"]


def test_survey_answers_count_for_their_own_game_alone(
    hers: Client, alice: Player, study: Study
) -> None:
    first = play_and_give_up(begin(hers, study), alice)
    form = {"skill": "4", "again": "yes"}
    hers.post(f"/analysis/survey/{first.slug}/", form)
    second = play_and_give_up(begin(hers, study), alice)
    assert answers_of(first, alice) is not None
    assert answers_of(second, alice) is None
    assert answers_of(first, Player.objects.create(name="Somebody")) is None
