"""People who play an experiment together: whom they meet, what they may know, and how they get
away."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from analysis.models import Assignment, Participation, Study, Trace
from analysis.studies.consent import withdraw
from analysis.studies.drawing import at_random
from analysis.studies.export import design, games_table
from analysis.studies.forms import StudyForm
from analysis.studies.groups import NOT_ALL_PEOPLE, NOT_BOTS
from analysis.studies.rehearsal import rehearse
from analysis.studies.steps import Stage, step_of
from analysis.studies.study_figures import Company, company
from analysis.tables import Rows
from analysis.traces.filters import released_by_people
from analysis.traces.tables import collect
from game.models import Move, Player, Seating, Table
from game.tables import changes
from game.tables.refusals import Refused
from game.tables.state import load
from tests.analysis.conftest import a_study
from tests.analysis.test_study_groups import begin, page
from tests.game.played import play_out

pytestmark = pytest.mark.django_db

Somebody = tuple[Client, Participation]


@pytest.fixture
def study(bob: Player) -> Study:
    return a_study(
        owner=bob, games=1, team=2, alone="NOBODY CAME", completion="DONE", usual_questions=False
    )


def change(study: Study, **settings: Any) -> None:
    for name, value in settings.items():
        setattr(study, name, value)
    study.save()


def look(somebody: Somebody) -> dict[str, Any]:
    """What the page that waits is told."""
    client, participation = somebody
    return client.post(f"{participation.study.get_absolute_url()}waiting/").json()


def pair(study: Study) -> tuple[Somebody, Somebody]:
    """Two people who have just met at a table."""
    ana, ben = begin(study, "Ana"), begin(study, "Ben")
    assert look(ana) == {"here": 1, "wanted": 2}
    assert look(ben)["next"] == look(ana)["next"]
    return ana, ben


def table_of(somebody: Somebody) -> Table:
    """The table of their latest game."""
    return somebody[1].assignments.latest("number").table


def player_of(somebody: Somebody) -> Player:
    return Player.objects.get(person__participations=somebody[1])


def step(somebody: Somebody) -> Stage:
    somebody[1].refresh_from_db()
    return step_of(somebody[1].study, somebody[1]).kind


def silent_for(somebody: Somebody, **time: float) -> None:
    """As if their page had waited, and last said so, that much earlier."""
    participation = somebody[1]
    participation.refresh_from_db()
    gone = timedelta(**time)
    if participation.waiting:
        participation.waiting -= gone
    if participation.seen:
        participation.seen -= gone
    participation.save()


def test_a_team_stays_together_and_nobody_waits_alone(study: Study) -> None:
    change(study, games=2)
    ana, ben = pair(study)
    cleo, dan = begin(study, "Cleo"), begin(study, "Dan")
    look(cleo), look(dan)
    first = table_of(ana)
    assert table_of(ben) == first != table_of(cleo) == table_of(dan)
    play_out(first.slug)
    assert look(ana) == {"here": 1, "wanted": 2}
    play_out(table_of(cleo).slug)
    assert look(cleo) == {"here": 1, "wanted": 2}, "somebody of another team is here"
    look(ben)
    assert table_of(ana) == table_of(ben) != first
    play_out(table_of(ana).slug)
    for somebody in (ana, ben):
        assert table_of(ana).seatings.filter(blind=True), "the other may still answer questions"
        assert step(somebody) == Stage.DONE
        assert ("Once everybody" in page(somebody[0], study)) == (somebody is ana)
    assert not table_of(ana).seatings.filter(blind=True)
    assert all(said in page(ana[0], study) for said in ("DONE", "a person, "))


def test_the_next_game_of_a_team_waits_for_a_player_answering_questions(study: Study) -> None:
    change(study, games=2, usual_questions=True)
    ana, ben = pair(study)
    played = play_out(table_of(ana).slug)
    for somebody in (ana, ben):
        assert step(somebody) == Stage.SURVEY
        look(somebody)
        assert table_of(somebody) == played
        asked = somebody[0].get(reverse("survey", args=[played.slug])).content.decode()
        assert ("with them again" in asked, "with it" in asked) == (True, False)
        assert "with them again" in design(study)["columns"]["again"]
        answered = somebody[0].post(reverse("survey", args=[played.slug]), {"skill": "3"})
        assert answered.status_code == 302, answered.content
        assert step(somebody) == Stage.WAIT
        look(somebody)
    assert table_of(ana) == table_of(ben) != played


@pytest.mark.long
def test_at_the_table_nobody_reads_a_name_or_which_seat_is_the_agents(study: Study) -> None:
    seats = set()
    for number in range(8):
        ana, ben = pair(study)
        state = load(table_of(ana).slug)
        assert [seat.name for seat in state.seats] == ["Partner 1", "Partner 2", "Partner 3"]
        agent = next(seat for seat in state.seats if seat.kind == Seating.Kind.AGENT)
        assert (agent.blind, agent.address in study.pool) == (True, True)
        seats.add(agent.index)
        for somebody in (ana, ben):
            board = somebody[0].get(f"/tables/{table_of(ana).slug}/").content.decode()
            other = "Ben" if somebody is ana else "Ana"
            assert other not in board, number
    assert len(seats) > 1


def test_a_waiting_person_may_leave_and_is_let_go_after_the_last_minute(study: Study) -> None:
    ana, ben = begin(study, "Ana"), begin(study, "Ben")
    look(ana)
    ana[0].post(study.get_absolute_url(), {"step": "wait", "leave": "yes"})
    assert "NOBODY CAME" in page(ana[0], study)
    look(ben)
    assert Assignment.objects.count() == 0, "somebody who left was counted on"

    for _ in range(study.patience):
        assert step(ben) == Stage.WAIT
        ben[1].refresh_from_db()
        ben[1].waiting -= timedelta(minutes=1)
        ben[1].save()
        told = look(ben)
    assert told == {"next": study.get_absolute_url()}
    assert "NOBODY CAME" in page(ben[0], study)
    ben[1].refresh_from_db()
    assert ben[1].waited == pytest.approx(60 * study.patience, abs=5)


def test_a_person_who_closed_the_waiting_page_is_not_counted_as_waiting(study: Study) -> None:
    ana, ben = begin(study, "Ana"), begin(study, "Ben")
    look(ana)
    silent_for(ana, hours=3)
    assert look(ben) == {"here": 1, "wanted": 2}
    silent_for(ben, hours=3)
    assert look(ana) == {"here": 1, "wanted": 2}
    assert step(ana) == Stage.WAIT
    assert "next" in look(ben)


def test_a_player_out_of_time_is_not_counted_as_present(study: Study) -> None:
    change(study, minutes=30)
    ana, ben = begin(study, "Ana"), begin(study, "Ben")
    look(ana)
    Participation.objects.filter(pk=ana[1].pk).update(consented=timezone.now() - timedelta(hours=1))
    assert step(ana) == Stage.LATE
    assert look(ben) == {"here": 1, "wanted": 2}


def test_people_of_different_groups_do_not_meet(bob: Player) -> None:
    groups = [{"name": "A", "team": 2}, {"name": "B", "team": 2, "partner": "none"}]
    study = a_study(owner=bob, games=1, groups=groups)
    people = [begin(study, f"P{number}") for number in range(8)]
    for somebody in people:
        look(somebody)
    tables = {table_of(one).pk for one in people if one[1].assignments.exists()}
    assert tables
    for table in Table.objects.filter(pk__in=tables):
        games = list(table.assignments.select_related("participation"))
        assert len({game.participation.group for game in games}) == 1
        alone = games[0].participation.group == 1
        assert table.seatings.filter(kind=Seating.Kind.AGENT).exists() != alone
        assert (table.players, games[0].address == "") == ((2, True) if alone else (3, False))


def test_when_one_withdraws_the_other_is_freed_and_the_game_is_gone(study: Study) -> None:
    change(study, games=2)
    ana, ben = pair(study)
    table = table_of(ana)
    ana[0].post(f"{study.get_absolute_url()}withdraw/")
    assert not Table.objects.filter(pk=table.pk).exists()
    assert not Move.objects.exists()
    for door in (table.get_absolute_url(), reverse("survey", args=[table.slug])):
        away = ben[0].get(door)
        assert (away.status_code, away["Location"]) == (302, study.get_absolute_url())
    assert "NOBODY CAME" in page(ben[0], study)
    assert step(ana) == Stage.WITHDRAWN


def test_a_withdrawal_ends_the_game_without_the_teams_consent(study: Study) -> None:
    change(study, named="start")
    ana, _ = pair(study)
    Seating.objects.filter(kind=Seating.Kind.PERSON).update(last_seen=timezone.now())
    changes.abandon(table_of(ana).slug, player_of(ana))
    assert table_of(ana).status == Table.Status.FINISHED


def test_no_bot_takes_a_seat_and_no_refusal_says_which_one_is_the_agents(study: Study) -> None:
    ana, ben = pair(study)
    state = load(table_of(ana).slug)
    me = player_of(ana)
    long_ago = timezone.now() - timedelta(hours=1)
    Seating.objects.filter(table=state.table).update(since=long_ago, last_seen=long_ago)
    seat = state.seat_of(player_of(ben).pk)
    with pytest.raises(Refused, match="no bot stands in"):
        changes.sit_in(state.table.slug, me, seat, state.table.version)
    for seat in range(3):
        with pytest.raises(Refused, match="are drawn"):
            changes.replace(state.table.slug, me, seat, "rules:iggi", state.table.version)


def test_games_given_up_at_the_start_are_played_again_with_the_same_agent(study: Study) -> None:
    ana, ben = pair(study)
    first = table_of(ana)
    changes.give_up(first.slug, player_of(ana), load(first.slug).table.version)
    look(ana), look(ben)
    games = ana[1].assignments.order_by("attempt")
    assert [game.attempt for game in games] == [1, 2]
    assert len({game.address for game in games}) == 1
    assert table_of(ana) == table_of(ben) != first


@pytest.mark.long
def test_teams_use_up_a_random_sequence_of_agents_one_by_one(study: Study) -> None:
    change(study, order=Study.Order.BLOCKS, games=2)
    drawn = []
    for _ in range(3):
        ana, ben = pair(study)
        play_out(table_of(ana).slug)
        look(ana), look(ben)
        drawn += [game.address for game in ana[1].assignments.order_by("order")]
    assert drawn == [at_random(study, number, "/teams").address for number in range(6)]


def test_a_practice_game_is_played_without_the_team_before_it_meets(study: Study) -> None:
    change(study, practice="rules:outer")
    ana = begin(study, "Ana")
    assert step(ana) == Stage.PRACTICE
    ana[0].post(study.get_absolute_url(), {"step": "practice", "consent": "yes"})
    assert table_of(ana).players == 2
    play_out(table_of(ana).slug)
    assert step(ana) == Stage.WAIT


def test_the_export_says_who_played_together_once_groups_may_be_known(bob: Player) -> None:
    groups = [{"name": "A", "team": 2, "partner": "none"}, {"name": "B", "team": 2}]
    study = a_study(owner=bob, games=1, groups=groups)
    people = [begin(study, f"P{number}") for number in range(6)]
    for somebody in people:
        look(somebody)
    for table in Table.objects.all():
        play_out(table.slug)
    collect()
    while_open = games_table(study)
    for name in ("assignment", "end", "zero", "moves"):
        assert {*while_open[name]} == {None}, name
    change(study, open=False)
    rows = games_table(study)
    assert all("" not in agents for agents in design(study)["orders"].values())
    seats: dict[str, list[tuple[int, int]]] = {}
    for name, seat, team in zip(
        *(rows.columns[one] for one in ("table", "seat", "team")), strict=True
    ):
        seats.setdefault(name, []).append((seat, team))
    for name, found in seats.items():
        assert len({seat for seat, _ in found}) == 2, name
        assert len({team for _, team in found}) == 1, name
    assert {*rows.columns["people"]} == {2}
    assert all(rows.columns["trace"])
    assert design(study)["teams"] == len(seats)


@pytest.mark.long
def test_a_teams_games_count_once_and_its_interval_is_over_teams(study: Study) -> None:
    change(study, games=2)
    for _ in range(3):
        ana, ben = pair(study)
        play_out(table_of(ana).slug)
        look(ana), look(ben)
        play_out(table_of(ana).slug)
    table = company(study).table
    assert isinstance(table, Rows)
    (row,) = table.rows
    assert isinstance(row, Company)
    assert (row.who, row.teams, row.games) == ("2 people and an agent", 3, 6)
    assert (row.mean.units, row.mean.least) == (3, 0), "no mean score can be below 0"


@pytest.mark.parametrize(("agree", "published"), [((True, True), True), ((True, False), False)])
def test_a_game_is_published_only_if_everybody_at_the_table_agreed(
    study: Study, agree: tuple[bool, bool], published: bool
) -> None:
    change(study, licence="CC0 1.0", games=1)
    ana, ben = pair(study)
    for somebody, yes in zip((ana, ben), agree, strict=True):
        Participation.objects.filter(pk=somebody[1].pk).update(publishes=yes)
    play_out(table_of(ana).slug)
    assert step(ana) == step(ben) == Stage.DONE
    collect()
    Study.objects.update(open=False)
    assert Trace.objects.filter(released_by_people()).count() == int(published)


@pytest.mark.parametrize(
    ("group", "truth"),
    [
        ({"team": 2, "told": "bot", "partner": "none"}, NOT_BOTS),
        ({"team": 2, "told": "person"}, NOT_ALL_PEOPLE),
        ({"team": 2, "told": "person", "partner": "none"}, ""),
    ],
)
def test_a_participant_deceived_about_a_team_is_debriefed(
    bob: Player, group: dict[str, Any], truth: str
) -> None:
    study = a_study(owner=bob, games=1, groups=[group | {"name": "A"}, group | {"name": "B"}])
    for participation in (one := begin(study, "Ana"))[1:]:
        assert f"is a {group['told']}" in page(one[0], study)
        for words in (NOT_BOTS, NOT_ALL_PEOPLE, "people play"):
            assert words[:40] not in page(one[0], study)
        withdraw(participation)
    shown = page(one[0], study)
    assert ("What was not true" in shown, truth[:60] in shown) == (bool(truth), True)


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"pool": "", "team": "1", "games": "1"}, {"pool"}),
        ({"pool": "", "team": "2"}, {"games"}),
        ({"pool": "", "team": "2", "games": "1"}, set()),
        ({"pool": "rules:piers", "team": "4"}, {"team"}),
        ({"pool": "rl:plus-2p", "team": "2"}, {"pool"}),
        ({"pool": "rules:piers", "groups": "A: partner=none\nB:"}, {"groups"}),
        ({"pool": "rules:piers", "groups": "A: partner=none, team=2\nB:"}, set()),
        ({"pool": "rules:piers", "groups": "A: team=9\nB:"}, {"groups"}),
        ({"pool": "rl:plus-2p", "groups": "A: team=2\nB:"}, {"groups"}),
    ],
)
def test_an_experiment_seats_nobody_alone_and_no_agent_where_it_cannot_play(
    given: dict[str, str], wrong: set[str]
) -> None:
    form = StudyForm({"title": "T", "consent": "Yes?", "help": "full"} | given)
    assert {*form.errors} == wrong, form.errors


@pytest.mark.long
def test_a_rehearsal_of_teams_strands_nobody(bob: Player) -> None:
    groups = [{"name": "A"}, {"name": "B", "team": 2, "partner": "none"}, {"name": "C", "team": 2}]
    codes = {"completion": "DONE", "withdrawal": "GONE", "alone": "ALONE"}
    study = a_study(owner=bob, games=1, groups=groups, licence="CC0 1.0", **codes)
    report = rehearse(study, 12)
    assert [one.promise for one in report.items if not one.kept] == []
    assert report.ended["alone"] > 0
    assert report.ended["done"] > report.ended["alone"]
    assert {*report.ended} == {"done", "withdrawn", "abandoned", "alone", "left"}
