"""Looking back during a game: what a seat saw then, and nothing else."""

from random import Random

import msgspec
import pytest
from channels.db import database_sync_to_async

from game.board.perspective import frame, frame_at
from game.board.viewpoint import Viewpoint
from game.learn.lesson import lessons, state_of
from game.models import Player, Table
from game.tables import changes
from game.tables.state import load
from tests.game.conftest import Connect, change_settings, first_legal
from tests.game.positions import random_state, twin

POSITIONS = 200


@pytest.mark.long
def test_an_earlier_turn_never_depends_on_hidden_cards() -> None:
    random, different = Random(5), 0
    for _ in range(POSITIONS):
        state = random_state(random)
        seat = random.choice([None, *range(state.table.players)])
        other = twin(random, state, seat)
        turn = random.randint(0, len(state.moves))
        viewpoint = Viewpoint(seat, open=False)
        one, two = (msgspec.json.encode(frame_at(s, viewpoint, turn)) for s in (state, other))
        assert one == two
        different += other.table.deck != state.table.deck
    assert different > 0.8 * POSITIONS


def test_the_frame_of_the_last_turn_is_the_current_one_without_moves() -> None:
    state = random_state(Random(7))
    now = frame(state, Viewpoint(0, open=False))
    now.legal, now.may_hint, now.may_undo = None, False, False
    assert frame_at(state, Viewpoint(0, open=False), 1000) == now


def test_at_an_earlier_turn_the_log_ends_there() -> None:
    viewpoint = Viewpoint(0, open=False)
    first = lessons()[0]
    game = state_of(first, first.scenes[0])
    for turn in (0, 1, 5, len(game.moves)):
        told = frame_at(game, viewpoint, turn).log
        assert [entry.n for entry in told] == list(range(1, turn + 1))


@pytest.mark.django_db(transaction=True)
async def test_a_player_looks_back_without_leaving_a_game_of_a_series(
    table: Table, alice: Player, connect: Connect
) -> None:
    await database_sync_to_async(change_settings)(table, planned=2)
    socket = await connect(table.slug, alice)
    before = (await socket.until("frame"))["frame"]
    move = await database_sync_to_async(first_legal)(table, 0)
    await database_sync_to_async(changes.submit)(table.slug, changes.Actor(player=alice), move, 0)
    await database_sync_to_async(load)(table.slug)
    await socket.send(t="look", turn=0)
    past = await socket.until("past")
    assert past["turn"] == 0
    assert past["frame"]["hands"] == before["hands"]
    assert "legal" not in past["frame"]
