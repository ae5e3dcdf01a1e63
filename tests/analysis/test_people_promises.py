"""What people are promised of their pages: who sees what, what counts, what deleting deletes."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from agents import registry
from analysis.models import Person, Study, Trace, TraceSeat
from analysis.people import access, action_agreement
from analysis.people.access import forget
from analysis.people.learning_curve import in_order
from analysis.people.style import misplays
from analysis.people.with_agents import with_each_agent
from analysis.studies.assignment import next_table, take_part
from analysis.traces.importing import import_file
from analysis.traces.tables import collect
from game.models import Note, Player, Seating, Table
from game.tables import changes
from tests.analysis.conftest import Write, a_study, finished_table, with_piers
from tests.analysis.test_people_figures import game

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.long
def test_a_shared_page_does_not_reveal_which_partners_are_hidden(
    client: Client, alice: Player, hers: Client, his: Client
) -> None:
    study = a_study(pool=["rules:iggi"])
    table = next_table(take_part(study, alice), alice, 1)
    changes.give_up(table.slug, alice, table.version)
    collect()
    person = Person.objects.get(player=alice)
    access.share(person, shared=True)
    address = f"{person.get_absolute_url()}?link={person.link}"
    assert hers.get(address).context["blind"] == [table]
    for visitor in (client, his):
        assert visitor.get(address).context["blind"] == []


@pytest.mark.long
def test_a_figure_of_a_shared_page_is_made_again_by_its_link_alone(
    alice: Player, his: Client
) -> None:
    finished_table(alice)
    collect()
    person = Person.objects.get(player=alice)
    access.share(person, shared=True)
    page = his.get(person.measures_url, {"link": person.link})
    command = page.context["figure_of"]["style"].command
    assert f"link={person.link}" in command
    assert "--player" not in command


@pytest.mark.parametrize("keep_games", [True, False])
def test_deleting_a_person_is_atomic(
    keep_games: bool, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished_table(alice)
    Note.objects.create(table=table, version=9, turn=1, text="Alice ended the game.")
    collect()

    def broken(_: Player) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Player, "delete", broken)
    with pytest.raises(OSError, match="disk full"):
        forget(Person.objects.get(), keep_games=keep_games)
    assert Seating.objects.get(player=alice).name == "Alice"
    assert Note.objects.get().text.startswith("Alice")
    assert (Table.objects.count(), Trace.objects.count()) == (1, 1)


def test_a_game_of_this_site_has_no_replay_by_digest(hers: Client, alice: Player) -> None:
    table = finished_table(alice)
    collect()
    assert hers.get(f"/replays/{table.slug}/").status_code == 200
    assert hers.get(f"/replays/{Trace.objects.get().digest}/").status_code == 404


@pytest.mark.long
def test_likeness_is_measured_on_the_latest_games(
    write_lines: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day, address in ((1, "rules:legal_random"), (2, "rules:iggi")):
        finished = f"2026-03-0{day}T12:00:00+00:00"
        import_file(write_lines(with_piers(day, plays=address, finished=finished)))
    monkeypatch.setattr(action_agreement, "LATEST", 1)
    seats, iggi = TraceSeat.objects.filter(kind="person"), registry.find("rules:iggi")
    named, looked = action_agreement.with_named_agents(seats)
    one = action_agreement.with_agent(seats, iggi)
    assert looked == 1
    assert {a.entry.address: a.share.value for a in named}["rules:iggi"] == 1
    assert one.share.value == 1


def test_an_agent_that_cannot_be_simulated_in_every_game_is_compared_in_none(
    xenia: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game(xenia, 10, ["rules:a"])
    game(xenia, 12, ["rules:a"])
    first = Trace.objects.order_by("pk")[0].digest
    seven = dict.fromkeys(("all", "plays", "discards", "clues"), (7, 20, 2.0))
    monkeypatch.setattr(
        action_agreement,
        "_counts_with",
        lambda _a, _v, digest, _i: None if digest == first else seven,
    )
    seats = TraceSeat.objects.filter(person=xenia)
    assert action_agreement.with_agent(seats, registry.find("rules:iggi")) is None
    later = action_agreement.with_agent(
        seats.exclude(trace__digest=first), registry.find("rules:iggi")
    )
    assert later.share.value == 7 / 20


def test_without_moves_to_compare_no_agent_is_shown_as_alike() -> None:
    iggi, seats = registry.find("rules:iggi"), TraceSeat.objects.none()
    assert action_agreement.with_agent(seats, iggi) is None
    assert action_agreement.with_named_agents(seats) == ([], 0)


def test_a_learning_curve_goes_from_the_oldest_finished_game_to_the_newest(xenia: Person) -> None:
    for score, days, finished in ((3, 2, True), (1, 0, True), (9, 1, False), (2, 1, True)):
        game(xenia, score, ["rules:a"], played=NOON + timedelta(days=days), finished=finished)
    assert in_order(TraceSeat.objects.filter(person=xenia), "stacks") == [1, 2, 3]


def test_everybody_else_with_an_agent_leaves_out_ones_own_games_with_others(xenia: Person) -> None:
    game(xenia, 10, ["rules:a"])
    TraceSeat.objects.filter(kind="agent").update(with_person=None, collection="trace")
    (with_a,) = with_each_agent(
        TraceSeat.objects.filter(person=xenia), TraceSeat.objects.all(), "stacks"
    )
    assert with_a.mean.value == 10
    assert with_a.others.value is None


def test_the_figure_of_misplays_counts_every_one(xenia: Person) -> None:
    game(xenia, 10, ["rules:a"], risks=[0.0, 0.05, 0.999, 1.0])
    shown = misplays(TraceSeat.objects.filter(person=xenia))
    assert [count for _, count in shown.rows] == [2, *[0] * 8, 2]


def test_the_next_game_of_an_experiment_is_numbered_while_its_row_is_held(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = a_study(pool=["rules:iggi"])
    somebody = take_part(study, alice)
    held, lock = [], Study.objects.select_for_update

    def locked(*args: object, **options: object) -> object:
        held.append(study.assignments.count())
        return lock(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Study.objects, "select_for_update", locked)
    next_table(somebody, alice, 1)
    assert held == [0]
