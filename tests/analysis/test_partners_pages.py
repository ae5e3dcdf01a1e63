"""What pages say of agents is what anybody can count in the export."""

import csv
from io import StringIO
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from analysis.models import Evaluation, Person, Survey, Trace, TraceSeat
from analysis.partners.answers import answers_by_agent
from analysis.traces.exporting import lines
from analysis.traces.importing import import_file
from tests.analysis.conftest import Write, play, records, trace, with_piers
from tests.analysis.recount import means_with_people

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PEOPLE = ("Xenia", "Yves", "Zoe")
AGENTS = ("rules:piers", "rules:flawed")


@pytest.fixture
def games(write_lines: Write) -> None:
    """Three people with two agents, four games each; one more between agents."""
    found = [
        trace(
            play(["rules:iggi", agent], 100 * i + 10 * j + k),
            [name, agent],
            [None, agent],
            help="full" if k else "none",
            survey={"like": 1 + j, "again": k > 1},
        )
        for i, agent in enumerate(AGENTS)
        for j, name in enumerate(PEOPLE)
        for k in range(4)
    ]
    alone = play(["rules:iggi", "rules:piers"], 999)
    assert not import_file(
        write_lines(*found, trace(alone, ["A", "B"], ["rules:iggi", "rules:piers"]))
    ).refused


def leaders(client: Client, **query: str) -> Any:
    """The leaderboard."""
    return client.get("/analysis/partners/", query).context["figure_of"]["partners"]


def leave(people: int) -> None:
    """Delete all people but these first ones, and what the agents did with them."""
    left = list(Person.objects.order_by("pk")[:people])
    Person.objects.exclude(pk__in=[one.pk for one in left]).delete()
    TraceSeat.objects.filter(kind="agent", with_person=None).delete()


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("scoring", ["stacks", "zero"])
def test_the_leaderboard_is_what_the_export_counts(client: Client, scoring: str) -> None:
    query = {"scoring": "zero"} if scoring == "zero" else {}
    shown = {row[-1]: (row[2], row[6], row[5]) for row in leaders(client, **query).rows}
    counted = means_with_people(lines(Trace.objects.all()), scoring)
    assert shown.keys() == counted.keys() == set(AGENTS)
    for address, (mean, games, people) in counted.items():
        assert shown[address] == (pytest.approx(mean), games, people)


@pytest.mark.usefixtures("games")
def test_the_leaderboard_draws_the_means_of_its_table(client: Client, write_lines: Write) -> None:
    for seed, agent in enumerate(AGENTS, start=500):
        more = trace(play(["rules:iggi", agent], seed), ["Xenia", agent], [None, agent])
        import_file(write_lines(more))
    figure = leaders(client)
    for drawn, title in zip(figure.traces, ("mean", "mean of all games"), strict=True):
        shown = {row["agent"]: row[title] for row in records(figure)}
        assert dict(zip(drawn["y"], drawn["x"], strict=True)) == shown
    assert figure.traces[0]["x"] != figure.traces[1]["x"]


@pytest.mark.usefixtures("games")
def test_the_leaderboards_filters_are_part_of_its_address(client: Client) -> None:
    everything, some = leaders(client), leaders(client, help_level="none")
    assert (everything.games, some.games) == (24, 6)
    assert some.command == "manage.py figure '/analysis/partners/?help_level=none' partners"
    assert leaders(client, help_level="none", variant="", since="").command == some.command
    assert leaders(client, since="2030-01-01").games == 0


@pytest.mark.parametrize("answer", ["skill", "like", "intention", "again"])
@pytest.mark.usefixtures("games")
def test_people_without_a_game_and_surveys_without_an_answer_do_not_count(
    client: Client, answer: str
) -> None:
    Survey.objects.all().delete()
    Person.objects.create(key="idle", name="Idle")
    for one, answers in zip(Trace.objects.all()[:2], ({}, {answer: 1}), strict=True):
        Survey.objects.create(trace=one, **answers)
    counts = client.get("/analysis/partners/").context["counts"]
    assert (counts["people"], counts["surveys"]) == (len(PEOPLE), 1)


def test_an_invalid_filter_is_refused_beside_its_field(client: Client) -> None:
    page = client.get("/analysis/partners/", {"players": "99"})
    assert page.status_code == 400
    assert "is not one of the choices" in page.content.decode()


@pytest.mark.usefixtures("games")
def test_the_command_of_a_figure_prints_its_file(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    file = client.get("/analysis/partners/", {"figure": "partners", "format": "csv"})
    call_command("figure", "/analysis/partners/", "partners")
    assert capsys.readouterr().out == file.content.decode()
    rows = list(csv.DictReader(StringIO(file.content.decode())))
    assert {row["address"] for row in rows} == set(AGENTS)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/analysis/partners/", "There is no figure nothing on this page. Figures: "),
        ("/analysis/partners/?players=99", "players: “99” is not one of the choices"),
        ("/analysis/standings/?protocol=chess", "“chess” is not one of the choices"),
        ("/analysis/experiments/people/?difference=0", "difference: At least"),
        ("/accounts/login/", "There are no figures on /accounts/login/"),
        ("/nowhere/", "There is no page /nowhere/"),
        ("https://[", "There is no page"),
    ],
)
def test_an_unknown_figure_is_refused_with_a_message(address: str, words: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("figure", address, "nothing")
    assert words in str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.usefixtures("games")
def test_an_agents_page_has_people_pools_and_partners(client: Client) -> None:
    page = client.get("/analysis/partners/rules:piers/")
    figures = page.context["figure_of"]
    assert page.context["scores"].games == 12
    assert figures["scores"].games == 12
    assert sum(row[4] for row in figures["partner-communicativeness"].rows) == 12
    literature = next(row for row in figures["adhoc"].rows if row[0] == "literature7")
    assert literature[1] == pytest.approx(12.4, abs=0.5)
    assert "manage.py evaluate rules:piers --pool pool:literature7" in figures["members-1"].command
    assert figures["answers"].rows[0][:3] == ("Piers", 12, 3)


@pytest.mark.usefixtures("games")
def test_a_stored_evaluation_is_on_the_page(client: Client) -> None:
    options = {"pool": "rules:iggi;rules:outer", "games": 6, "session": 3, "keep": True}
    call_command("evaluate", "rules:piers", **options)
    figures = client.get("/analysis/partners/rules:piers/").context["figure_of"]
    row = next(row for row in figures["adhoc"].rows if row[0] == "rules:iggi;rules:outer")
    assert row[4] == 12
    assert row[11].startswith("manage.py evaluate rules:piers --pool 'rules:iggi;rules:outer' ")
    sessions = figures["sessions-2"]
    assert [place for place, *_ in sessions.rows] == [1, 2, 3]
    assert sessions.command.endswith("--session 3")
    assert sum(mean for _, mean, *_ in sessions.rows) / 3 == pytest.approx(row[1])


@pytest.mark.usefixtures("games")
def test_versions_are_distinguished(client: Client) -> None:
    page = client.get("/analysis/partners/rules:piers/")
    assert page.context["versions"] == [("1", 12)]
    assert "People met version 1." in page.content.decode()
    TraceSeat.objects.filter(address="rules:piers", trace__help="none").update(version="2")
    page = client.get("/analysis/partners/rules:piers/")
    assert page.context["versions"] == [("1", 9), ("2", 3)]
    one = client.get("/analysis/partners/rules:piers/", {"agent_version": "2"})
    assert one.context["scores"].games == 3


def test_an_evaluation_of_an_earlier_version_says_so(client: Client) -> None:
    call_command("evaluate", "rules:piers", pool="rules:iggi", games=2, keep=True)
    Evaluation.objects.update(report=Evaluation.objects.get().report | {"version": "old"})
    figure = client.get("/analysis/partners/rules:piers/").context["figure_of"]["adhoc"]
    assert "rules:iggi (version old)" in [row[0] for row in figure.rows]


def test_an_agent_that_nobody_knows_has_no_page(client: Client) -> None:
    assert client.get("/analysis/partners/rules:nobody/").status_code == 404


ADDRESS = "rules:piers"


@pytest.fixture
def games_privacy(write_lines: Write) -> None:
    """Three people, two games with Piers each, and what they said."""
    games = (
        with_piers(10 * i + k, name, survey={"like": 1 + i + k, "again": bool(k)})
        for i, name in enumerate(PEOPLE)
        for k in range(2)
    )
    import_file(write_lines(*games))


def shown(client: Client) -> tuple[list[Any], list[Any], set[str]]:
    """Rows of the leaderboard and of the answers, and the figures of Piers' page over people."""
    front = client.get("/analysis/partners/").context["figure_of"]
    own = client.get(f"/analysis/partners/{ADDRESS}/").context["figure_of"]
    people = {"scores", "partner-communicativeness", "answers"} & own.keys()
    assert ("people" in [row[0] for row in own["adhoc"].rows]) == ("scores" in people)
    return front["partners"].rows, front["answers"].rows, people


@pytest.mark.usefixtures("games_privacy")
def test_three_private_people_may_be_counted_together(client: Client) -> None:
    board, answers, figures = shown(client)
    assert [row[6] for row in board] == [6]
    assert [row[:3] for row in answers] == [("Piers", 6, 3)]
    assert figures == {"scores", "partner-communicativeness", "answers"}


@pytest.mark.usefixtures("games_privacy")
@pytest.mark.parametrize("left", [1, 2])
def test_one_or_two_private_people_are_not_counted(client: Client, left: int) -> None:
    leave(left)
    assert shown(client) == ([], [], set())


@pytest.mark.usefixtures("games_privacy")
def test_one_or_two_private_people_are_not_counted_through_a_filter(client: Client) -> None:
    TraceSeat.objects.filter(trace__seats__person=Person.objects.first()).update(players=3)
    assert leaders(client, players="3").rows == []


@pytest.mark.usefixtures("games_privacy")
def test_published_people_are_counted_however_few(client: Client) -> None:
    leave(1)
    Person.objects.update(public=True)
    board, answers, figures = shown(client)
    assert [row[6] for row in board] == [2]
    assert [row[1] for row in answers] == [2]
    assert "scores" in figures


@pytest.mark.usefixtures("games_privacy")
def test_intervals_of_answers_have_people_as_units() -> None:
    Survey.objects.filter(like=4).update(like=None)
    (piers,) = answers_by_agent(TraceSeat.objects.all())
    # Xenia said 1 and 2, Yves 2 and 3, Zoe 3 alone.
    like = piers.scales["like"]
    assert like.value == pytest.approx((1.5 + 2.5 + 3) / 3)
    assert like.sem == pytest.approx(np.std([1.5, 2.5, 3], ddof=1) / np.sqrt(3))
    assert (like.least, like.most) == (1, 5)
    assert piers.again.value == 0.5
    low, high = piers.again.low, piers.again.high
    assert low is not None, "three people who answered alike still have an interval"
    assert high is not None
    assert 0 < low < 0.5 < high < 1, "three people who answered alike do not settle it"
