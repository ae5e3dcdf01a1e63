"""A game is replayed once a read of the table; all that is shown of it comes from there."""

from __future__ import annotations

import pytest
from django.test import Client

from game import protocol as p
from game.board.perspective import frame, frames
from game.board.viewpoint import Viewpoint
from game.models import Player, Table
from game.tables import changes
from game.tables.playback import Playback
from game.tables.requests import carry_out
from game.tables.state import load
from native import Game, IllegalMove, Move
from tests.game import played as play_games

pytestmark = pytest.mark.django_db
SEATED = Viewpoint(0, open=False)


@pytest.fixture
def finished(db: None) -> Table:
    """A whole game between agents."""
    return play_games.finished(
        "rules:piers", "rules:iggi", slug="once", seed="once", help=Table.Help.COMMON
    )


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Move]:
    """The moves that the engine makes from now on, for whatever reason."""
    made: list[Move] = []
    play = Game.play

    def counted(self: Game, move: Move) -> object:
        made.append(move)
        return play(self, move)

    monkeypatch.setattr(Game, "play", counted)
    return made


def test_a_frame_makes_each_move_once(finished: Table, played: list[Move]) -> None:
    state = load(finished.slug)
    frame(state, SEATED)
    assert len(played) == len(state.moves) > 40


def test_a_whole_replay_makes_each_move_once(finished: Table, played: list[Move]) -> None:
    state = load(finished.slug)
    frames(state, SEATED)
    assert len(played) == len(state.moves)


@pytest.mark.parametrize("page", ["stages.json?turn=30", "how-known/?turn=30", "frames.json", ""])
def test_a_page_of_a_replay_makes_each_move_once(
    finished: Table, played: list[Move], client: Client, page: str
) -> None:
    assert client.get(f"/replays/{finished.slug}/{page}").status_code == 200
    assert len(played) == len(load_moves(finished))


def load_moves(table: Table) -> list[str]:
    return [move.text for move in table.moves.all()]


def test_a_move_reads_the_table_once_and_makes_only_itself_anew(
    table: Table, alice: Player, bob: Player, played: list[Move], monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[str] = []
    read = load

    def counted(slug: str, *, lock: bool = False) -> object:
        reads.append(slug)
        return read(slug, lock=lock)

    version = carry_out(table.slug, alice, p.Clue("a", table.version, 1, "1"))
    played.clear()
    monkeypatch.setattr(changes.moves, "load", counted)
    carry_out(table.slug, bob, p.Discard("b", version, 5))
    assert len(reads) == 1
    assert len(played) == 2


def test_a_playback_goes_on_without_making_its_moves_again(
    finished: Table, played: list[Move]
) -> None:
    whole = load(finished.slug).playback
    assert whole is not None
    played.clear()
    half = whole.until(20)
    assert not played
    assert half.last.turn == len(half.events) == 20
    again = half.extended(*(event.move for event in whole.events[20:]))
    assert len(played) == len(whole.events) - 20
    assert again.events == whole.events
    assert [now.turn for now in again.positions] == list(range(len(whole.positions)))


def test_what_was_read_stays_as_it_is_when_a_move_is_refused(table: Table) -> None:
    playback = load(table.slug).playback
    assert playback is not None
    with pytest.raises(IllegalMove):
        playback.extended(Move.discard(0))
    assert playback.last.turn == 0
    assert isinstance(playback.extended(Move.play(0)), Playback)
    assert playback.last.turn == 0
