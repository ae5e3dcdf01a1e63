"""A move is written once, or refused by name with nothing changed."""

import ast
from datetime import timedelta
from pathlib import Path

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from game import tables
from game.models import Move as MoveRow
from game.models import Player, Seating, Table
from game.tables import changes
from game.tables.refusals import Refusal, Refused
from game.tables.state import load, memory, version_of
from native import Move
from tests.game.conftest import first_legal, refuses, seated
from tests.game.known_deals import table_after

pytestmark = pytest.mark.django_db


def submit(table: Table, player: Player, move: Move, version: int, request: str = "") -> int:
    return changes.submit(table.slug, changes.Actor(player=player), move, version, request=request)


def refusal_of(table: Table, player: Player, move: Move, version: int) -> Refusal:
    """The reason, after checking that the table is as it was."""
    before = load(table.slug)
    with pytest.raises(Refused) as refused:
        submit(table, player, move, version)
    after = load(table.slug)
    assert after.table.version == before.table.version
    assert len(after.moves) == len(before.moves)
    assert refused.value.text
    return refused.value.reason


def test_a_move_is_stored_with_its_player_time_and_duration(table: Table, alice: Player) -> None:
    submit(table, alice, first_legal(table, 0), table.version)
    row = MoveRow.objects.get(table=table)
    assert (row.turn, row.seat) == (1, 0)
    assert row.at >= (table.started or row.at)
    assert row.thinking_ms >= 0


def test_thinking_time_counts_from_the_move_before(
    table: Table, alice: Player, bob: Player
) -> None:
    version = submit(table, alice, first_legal(table, 0), table.version)
    now = timezone.now()
    Table.objects.update(started=now - timedelta(hours=1))
    MoveRow.objects.update(at=now - timedelta(seconds=20))
    submit(table, bob, first_legal(table, 1), version)
    assert 20_000 <= MoveRow.objects.get(turn=2).thinking_ms < 60_000


def test_the_first_move_is_thought_about_from_the_start(table: Table, alice: Player) -> None:
    Table.objects.update(started=timezone.now() - timedelta(seconds=30))
    submit(table, alice, first_legal(table, 0), table.version)
    assert 30_000 <= MoveRow.objects.get().thinking_ms < 90_000


def test_a_request_id_belongs_to_one_seat(table: Table, alice: Player, bob: Player) -> None:
    version = submit(table, alice, first_legal(table, 0), table.version, request="r1")
    assert submit(table, bob, first_legal(table, 1), version, request="r1") == version + 1
    assert MoveRow.objects.filter(table=table).count() == 2


def test_moves_without_a_request_are_never_taken_for_one_another(
    table: Table, alice: Player, bob: Player
) -> None:
    version = submit(table, alice, first_legal(table, 0), table.version)
    version = submit(table, bob, first_legal(table, 1), version)
    assert submit(table, alice, first_legal(table, 0), version) == version + 1


def test_every_refused_move_has_its_reason(
    table: Table, alice: Player, bob: Player, charlie: Player
) -> None:
    first, play = table.version, Move.play(0)
    assert refusal_of(seated(alice, ""), alice, play, 0) == Refusal.NOT_STARTED
    assert refusal_of(table, bob, play, first) == Refusal.NOT_YOUR_TURN
    assert refusal_of(table, charlie, play, first) == Refusal.NOT_SEATED
    assert refusal_of(table, alice, Move.discard(0), first) == Refusal.ILLEGAL_MOVE
    submit(table, alice, first_legal(table, 0), first)
    assert refusal_of(table, bob, first_legal(table, 1), first) == Refusal.STALE_VERSION
    version = changes.give_up(table.slug, alice, first + 1)
    assert refusal_of(table, alice, play, version) == Refusal.GAME_OVER


def test_the_database_lets_only_one_writer_have_a_turn(
    table: Table, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = load(table.slug)
    move = first_legal(table, 0)
    version = submit(table, alice, move, table.version)
    # A second process that read the table before the first one wrote.
    MoveRow.objects.filter(table=table).update(version=version)
    monkeypatch.setattr(changes.moves, "load", lambda slug, lock=False: before)
    with refuses(Refusal.STALE_VERSION):
        submit(table, alice, move, table.version)
    monkeypatch.undo()
    assert len(load(table.slug).moves) == 1


def test_a_games_end_is_stored_with_both_scores(table: Table, alice: Player, bob: Player) -> None:
    people, version = [alice, bob], table.version
    while not (state := load(table.slug)).over:
        seat = state.game.to_move
        plays = [m for m in state.game.legal_moves() if m.kind.name == "PLAY"]
        version = submit(table, people[seat], plays[0], version)
    assert state.table.ending == "strikeout"
    assert state.table.zero == 0
    assert state.table.stacks == state.game.score if state.game else False


def test_a_reader_never_gets_half_of_the_next_version(table: Table, alice: Player) -> None:
    before = table.version
    submit(table, alice, first_legal(table, 0), before)
    # As if the table had been read before the move was written, and the moves after it.
    Table.objects.filter(pk=table.pk).update(version=before)
    assert not load(table.slug).moves


def test_a_request_that_another_process_did_is_not_done_again(table: Table, alice: Player) -> None:
    move, before = first_legal(table, 0), load(table.slug)
    version = submit(table, alice, move, table.version, request="r1")
    # A second process, which knows the table as it was.
    memory.forget(table.slug)
    memory.keep(before)
    assert submit(table, alice, move, table.version, request="r1") == version
    assert MoveRow.objects.filter(table=table).count() == 1


DEAL = "r1 r2 g1 b4 p5 r1 r5 g2 g2 y1 y3"


def test_cards_stay_secret_where_a_person_once_sat() -> None:
    state = table_after(DEAL, "c1r", "c11", agents=(0, 1))
    assert state.bots_only
    before = Seating(index=0, from_turn=0, kind=Seating.Kind.PERSON, name="Ann", player_id=1)
    state.seatings[0].from_turn = 1
    state.seatings.append(before)  # type: ignore[attr-defined]
    assert [seat.kind for seat in state.seats] == ["agent", "agent"]
    assert not state.bots_only


def test_a_seat_belongs_to_its_present_player() -> None:
    state = table_after(DEAL, "c1r")
    assert (state.seat_of(1), state.seat_of(2), state.seat_of(3), state.seat_of(None)) == (
        0, 1, None, None
    )  # fmt: skip
    later = Seating(index=0, from_turn=1, kind=Seating.Kind.AGENT, name="New")
    state.seatings.append(later)  # type: ignore[attr-defined]
    assert state.seat_of(1) is None
    assert state.seat_at(0, 0).name == "P0"
    assert state.seat_at(0, 1).name == "New"


def test_every_change_of_a_table_locks_its_row(
    table: Table, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[type] = []
    hold = QuerySet.select_for_update

    def counted(self: QuerySet[Table], *args: object) -> object:
        held.append(self.model)
        return hold(self)

    monkeypatch.setattr(QuerySet, "select_for_update", counted)
    load(table.slug)
    assert held == []
    changes.submit(table.slug, changes.Actor(player=alice), Move.play(0), 0)
    assert held == [Table]


def test_no_change_reads_a_table_without_locking_its_row() -> None:
    """Two writers must not both change what both have read."""
    blocks = [
        block
        for file in sorted(Path(tables.__file__).parent.rglob("*.py"))
        for block in ast.walk(ast.parse(file.read_text()))
        if isinstance(block, ast.With)
        and ast.unparse(block.items[0].context_expr) in ("locked(slug)", "transaction.atomic()")
    ]
    assert len(blocks) > 10
    reads = (call for block in blocks for call in ast.walk(block) if isinstance(call, ast.Call))
    assert {ast.unparse(one) for one in reads if ast.unparse(one.func) == "load"} == {
        "load(slug, lock=True)"
    }


def test_an_unknown_table_is_refused() -> None:
    for read in (load, version_of):
        with refuses(Refusal.NO_TABLE):
            read("nowhere")
