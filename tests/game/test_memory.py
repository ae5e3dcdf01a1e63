"""What a process remembers of a table is what the rows say, whoever wrote them."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from game.models import Player, Seating, Table
from game.tables import changes
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableCache, TableState, load, memory, remembered
from native import Move
from tests.game.conftest import first_legal, refuses, seated

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]


def elsewhere(table: Table, player: Player) -> None:
    """A move that another process makes: this one remembers the table as it was before."""
    before = memory.recall(table.slug)
    version = Table.objects.get(pk=table.pk).version
    seat = 0 if player.name == "Alice" else 1
    changes.submit(table.slug, changes.Actor(player=player), first_legal(table, seat), version)
    memory.forget(table.slug)
    if before is not None:
        memory.keep(before)


def read_anew(table: Table) -> TableState:
    memory.forget(table.slug)
    return load(table.slug)


def same(one: TableState, other: TableState) -> bool:
    return (
        one.table.version == other.table.version
        and [row.pk for row in one.moves] == [row.pk for row in other.moves]
        and [row.pk for row in one.notes] == [row.pk for row in other.notes]
        and one.playback.events == other.playback.events
        and one.playback.last.hands == other.playback.last.hands
    )


def test_a_move_of_another_process_is_added_to_what_is_known(
    table: Table, alice: Player, bob: Player
) -> None:
    load(table.slug)
    elsewhere(table, alice)
    elsewhere(table, bob)
    known = load(table.slug)
    assert len(known.moves) == 2
    assert same(known, read_anew(table))


def test_a_note_of_another_process_is_added_to_what_is_known(table: Table, alice: Player) -> None:
    before = load(table.slug)
    changes.give_up(table.slug, alice, before.table.version)
    memory.forget(table.slug)
    memory.keep(before)
    known = load(table.slug)
    assert [note.text for note in known.notes] == ["Alice ended the game."]
    assert known.over
    assert same(known, read_anew(table))


def test_a_submitted_move_is_cached_as_stored(table: Table, alice: Player) -> None:
    changes.submit(table.slug, changes.Actor(player=alice), Move.play(0), 0)
    known = memory.recall(table.slug)
    assert len(known.moves) == 1
    assert same(known, read_anew(table))


def test_a_rolled_back_move_is_not_cached(table: Table, alice: Player) -> None:
    load(table.slug)
    with transaction.atomic():
        changes.submit(table.slug, changes.Actor(player=alice), Move.play(0), 0)
        transaction.set_rollback(True)
    assert memory.recall(table.slug).table.version == 0
    assert load(table.slug).moves == []


def test_a_refused_move_changes_nothing_that_is_remembered(table: Table, alice: Player) -> None:
    load(table.slug)
    with pytest.raises(Refused):
        changes.submit(table.slug, changes.Actor(player=alice), Move.discard(0), 0)
    known = memory.recall(table.slug)
    assert (known.table.version, known.moves) == (0, [])


def test_a_table_that_is_known_is_not_read_for_a_move(table: Table, alice: Player) -> None:
    load(table.slug)
    with CaptureQueriesContext(connection) as asked:
        changes.submit(table.slug, changes.Actor(player=alice), Move.play(0), 0)
    assert not [one for one in asked.captured_queries if one["sql"].startswith("SELECT")]


def test_a_move_after_one_of_another_process_is_refused_and_changes_nothing(
    table: Table, alice: Player
) -> None:
    load(table.slug)
    elsewhere(table, alice)
    with refuses(Refusal.STALE_VERSION):
        changes.submit(table.slug, changes.Actor(player=alice), Move.play(1), 0)
    known = load(table.slug)
    assert len(known.moves) == 1
    assert same(known, read_anew(table))


def test_a_move_does_not_renew_the_remembered_time_of_presence(table: Table, alice: Player) -> None:
    before = load(table.slug)
    changes.submit(table.slug, changes.Actor(player=alice), Move.play(0), 0)
    assert memory.recall(table.slug).read_at == before.read_at
    assert load(table.slug).read_at > before.read_at


def test_an_older_state_does_not_replace_a_newer_one_in_memory(table: Table, alice: Player) -> None:
    before = load(table.slug)
    changes.submit(table.slug, changes.Actor(player=alice), Move.play(0), 0)
    remembered(before)
    assert memory.recall(table.slug).table.version == 1


def test_a_new_name_is_shown_though_the_version_is_the_same(table: Table) -> None:
    load(table.slug)
    Seating.objects.filter(table=table, index=0).update(name="Somebody")
    assert load(table.slug).seats[0].name == "Somebody"


def test_a_deleted_table_is_refused_and_dropped_from_memory(table: Table) -> None:
    load(table.slug)
    table.delete()
    with pytest.raises(Refused):
        load(table.slug)
    assert memory.recall(table.slug) is None


@pytest.mark.parametrize("changed", [False, True])
def test_the_least_recently_used_table_is_evicted_first(changed: bool) -> None:
    few = TableCache(most=2)
    one, other, third = (
        TableState(Table(slug=slug, players=2), [], [], [], None) for slug in ("1", "2", "3")
    )
    few.keep(one)
    few.keep(other)
    few.keep(one) if changed else few.recall("1")
    few.keep(third)
    assert few.recall("2") is None
    assert few.recall("1") is one


def test_finished_games_are_evicted_before_running_ones() -> None:
    few = TableCache(most=9, most_over=2)
    over, running = Table.Status.FINISHED, Table.Status.RUNNING
    kept = {"1": running, "2": over, "3": over, "4": running, "5": over}
    for slug, status in kept.items():
        few.keep(TableState(Table(slug=slug, players=2, status=status), [], [], [], None))
    assert [slug for slug in kept if few.recall(slug)] == ["1", "3", "4", "5"]


def test_a_new_table_is_not_confused_with_a_deleted_one_of_its_name(
    table: Table, alice: Player, bob: Player
) -> None:
    changes.submit(table.slug, changes.Actor(player=alice), Move.play(0), 0)
    load(table.slug)
    table.delete()
    again = seated(alice, bob, slug=table.slug, seed="another deal")
    changes.advance(again)
    state = load(table.slug)
    assert (state.table.pk, state.moves) == (again.pk, [])
    assert same(state, read_anew(again))
