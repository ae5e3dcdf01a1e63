"""Which games may be looked at whole, and which turns of them there are."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from agents import registry
from agents.contract import AgentError
from game import protocol as p
from game.board.perspective import frame, frames
from game.board.viewpoint import Viewpoint
from game.models import Note, Player, Seating, Table
from game.replays import recorded
from game.replays.elimination_steps import hands_in_steps, observers
from game.replays.hindsight import best_line
from game.tables import agent_turns, changes
from game.tables.playback import Playback
from game.tables.requests import carry_out
from game.tables.state import load
from native import Game, IllegalMove, Move, Rules
from native.engine.notation import write_game
from tests.game import played
from tests.game.conftest import Connect, login, said, seated, step
from tests.game.known_deals import table_after

pytestmark = pytest.mark.django_db
AGENTS = ("rules:piers", "rules:iggi")
PAGES = (
    *("", "frames.json", "frames.json?seat=0", "line/0/", "line/0/frames.json"),
    *("hindsight.json", "coach.json", "how-known/", "trace.json"),
)


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_a_game_of_people_opens_at_its_end_and_not_before(
    table: Table, alice: Player, hers: Client, page: str
) -> None:
    address = f"/replays/{table.slug}/{page}"
    assert hers.get(address).status_code == 403
    changes.give_up(table.slug, alice, 0)
    assert hers.get(address).status_code == 200
    assert Client().get(address).status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_a_game_with_one_person_stays_closed_too(alice: Player, client: Client, page: str) -> None:
    assert client.get(f"/replays/{seated(alice, AGENTS[0]).slug}/{page}").status_code == 403


def test_a_game_that_agents_play_alone_opens_at_its_end_too(alice: Player, hers: Client) -> None:
    """Somebody may still sit down there, who would know the cards that come."""
    table = seated(*AGENTS, by=alice, paused=True)
    more = ("plays-like/", "plays-like.json", "play-on/", "worth/", "worth.json")
    addresses = [f"/replays/{table.slug}/{page}" for page in PAGES + more]
    for address in addresses:
        assert hers.get(address).status_code == 403, address
    changes.give_up(table.slug, alice, 0)
    assert hers.get(addresses[0]).status_code == 200


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_a_game_of_an_experiment_opens_for_those_who_played_it_alone(
    table: Table, bob: Player, charlie: Player, client: Client, page: str
) -> None:
    changes.give_up(table.slug, bob, 0)
    Table.objects.filter(pk=table.pk).update(drawn=True)
    address = f"/replays/{table.slug}/{page}"
    assert login(Client(), charlie).get(address).status_code == 403
    assert client.get(address).status_code == 403
    assert login(client, bob).get(address).status_code == 200


def test_a_waiting_table_has_no_replay(client: Client) -> None:
    waiting = seated(AGENTS[0], "")
    assert client.get(f"/replays/{waiting.slug}/").status_code == 403
    assert client.get("/replays/nowhere/").status_code == 404


def test_a_replay_ends_with_the_last_turn(client: Client) -> None:
    table = seated(*AGENTS, paused=True)
    assert [step(table.slug) for _ in range(3)] == [1, 2, 3]
    changes.close(table.slug, "Closed.")
    for turn, status in ((0, 200), (3, 200), (4, 404), ("1" * 4500, 404), ("²", 404), ("", 404)):
        answer = client.get(f"/replays/{table.slug}/how-known/?turn={turn}")
        assert answer.status_code == status, turn


def test_observers_are_given_as_all_or_by_seat_numbers() -> None:
    assert observers(3, "all") == [0, 1, 2]
    assert observers(3, "0,2") == [0, 2]
    for wrong in ("", "x", "0,", "-1", "²", "123", "9" * 4500):
        with pytest.raises(ValueError, match="numbers with commas"):
            observers(3, wrong)


DEAL = "r1 r2 g1 b4 p5 r1 r5 g2 g2 y1 y3"


def test_each_elimination_step_is_shown_for_every_card_newest_first() -> None:
    hands = hands_in_steps(table_after(DEAL, "c1r", "c11", "p0").game, [0])
    assert [card.slot for card in hands[0]] == [1, 2, 3, 4, 5]
    newest, *_, oldest = hands[0]
    assert (newest.suit, newest.rank) == ("y", 3)
    assert (oldest.suit, oldest.rank) == ("r", 2)
    grid = hands[0][3].grids[0]
    assert hands[0][3].suit == "g"
    assert grid.words == "Can be red 1, yellow 1, green 1, blue 1 or purple 1."
    states = {(cell.suit, cell.rank): cell.state for cell in grid.cells}
    assert states[("r", 1)] == "on"
    assert states[("r", 2)] == "removed"
    later = {(cell.suit, cell.rank): cell.state for cell in hands[0][3].grids[4].cells}
    assert later[("r", 2)] == "off"


def test_a_best_line_keeps_the_notes_of_earlier_turns(table: Table, alice: Player) -> None:
    changes.give_up(table.slug, alice, 0)
    Note.objects.create(table=table, version=0, turn=1, text="Before.")
    state = load(table.slug)
    state.table.trouble = "It broke."
    line = best_line(state, 0)
    assert [note.text for note in line.notes] == ["Before."]
    assert (line.table.status, line.table.trouble, line.table.ending) == ("finished", "", "perfect")
    assert line.table.version == len(line.moves)
    assert [row.seat for row in line.moves[:4]] == [0, 1, 0, 1]
    assert (state.table.ending, state.table.version) == ("terminated", 1)
    for turn in (-1, 1):
        with pytest.raises(ValueError, match="turns 0 to 0"):
            best_line(state, turn)


@pytest.mark.parametrize("seat", [0, 1])
def test_from_a_seat_its_own_cards_lie_face_down_in_every_frame(client: Client, seat: int) -> None:
    table = played.finished("rules:iggi", "rules:piers", seed="from a seat")
    answer = client.get(f"/replays/{table.slug}/frames.json", {"seat": seat}).json()
    assert len(answer["frames"]) == table.moves.count() + 1
    for shown in answer["frames"]:
        assert not any("id" in card for card in shown["hands"][seat])
        assert all("id" in card for card in shown["hands"][1 - seat])


def test_a_recorded_game_is_found_if_any_finder_knows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    state = load(played.finished("rules:iggi", "rules:piers", seed="elsewhere").slug)
    finders = [lambda *_: None, lambda name, _: state if name == "there" else None]
    monkeypatch.setattr(recorded, "_finders", finders)
    assert recorded.find("there", None) is state
    assert recorded.find("nowhere", None) is None


@pytest.fixture
def finished(db: None) -> Table:
    """A whole game between agents."""
    return played.finished(*AGENTS, slug="once", seed="once", help=Table.Help.COMMON)


@pytest.fixture
def played_once(monkeypatch: pytest.MonkeyPatch) -> list[Move]:
    """The moves that the engine makes from now on, for whatever reason."""
    made: list[Move] = []
    play = Game.play

    def counted(self: Game, move: Move) -> object:
        made.append(move)
        return play(self, move)

    monkeypatch.setattr(Game, "play", counted)
    return made


@pytest.mark.parametrize("shown", [frame, frames])
def test_a_frame_and_a_whole_replay_make_each_move_once(
    finished: Table, played_once: list[Move], shown: Callable[..., object]
) -> None:
    state = load(finished.slug)
    shown(state, Viewpoint(0, open=False))
    assert len(played_once) == len(state.moves) > 40


@pytest.mark.parametrize("page", ["how-known/?turn=30", "frames.json", ""])
def test_a_page_of_a_replay_makes_each_move_once(
    finished: Table, played_once: list[Move], client: Client, page: str
) -> None:
    assert client.get(f"/replays/{finished.slug}/{page}").status_code == 200
    assert len(played_once) == finished.moves.count()


def test_a_move_reads_the_table_once_and_replays_only_itself(
    table: Table,
    alice: Player,
    bob: Player,
    played_once: list[Move],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads: list[str] = []
    read = load

    def counted(slug: str, *, lock: bool = False) -> object:
        reads.append(slug)
        return read(slug, lock=lock)

    version = carry_out(table.slug, alice, p.Clue("a", table.version, 1, "1"))
    played_once.clear()
    monkeypatch.setattr(changes.moves, "load", counted)
    carry_out(table.slug, bob, p.Discard("b", version, 5))
    assert len(reads) == 1
    assert len(played_once) == 2


def test_a_playback_is_extended_without_replaying_its_moves(
    finished: Table, played_once: list[Move]
) -> None:
    whole = load(finished.slug).playback
    played_once.clear()
    half = whole.until(20)
    assert not played_once
    assert half.last.turn == len(half.events) == 20
    again = half.extended(*(event.move for event in whole.events[20:]))
    assert len(played_once) == len(whole.events) - 20
    assert again.events == whole.events
    assert [now.turn for now in again.positions] == list(range(len(whole.positions)))


def test_a_refused_move_leaves_the_playback_as_it_was(table: Table) -> None:
    playback = load(table.slug).playback
    with pytest.raises(IllegalMove):
        playback.extended(Move.discard(0))
    assert playback.last.turn == 0
    assert isinstance(playback.extended(Move.play(0)), Playback)
    assert playback.last.turn == 0


REMOVED = "rl:goir-3p"
TITLE, REASON = "Learner: goir-3p", "That has served me best in positions like this."


@pytest.fixture
def table_policies() -> Table:
    """A game that was played while the policy was there."""
    with pytest.raises(AgentError):
        registry.find(REMOVED)
    table = played.finished("rules:piers", "rules:iggi", "rules:piers", slug="old", seed="removed")
    table.seatings.filter(index=0).update(address=REMOVED, name=TITLE)
    table.moves.filter(seat=0).update(why=REASON, detail=REASON)
    return table


@pytest.mark.parametrize(
    "page", ["", "frames.json", "trace.json", "hindsight.json", "how-known/?turn=3", "same-deal/"]
)
def test_a_replay_of_a_removed_policy_opens(
    client: Client, table_policies: Table, page: str
) -> None:
    assert client.get(f"/replays/old/{page}", follow=True).status_code == 200


def test_the_replay_of_a_removed_policy_shows_its_stored_title_and_reasons(
    client: Client, table_policies: Table
) -> None:
    assert TITLE in client.get("/replays/old/").content.decode()
    assert REASON in client.get("/replays/old/frames.json").content.decode()
    assert client.get("/tables/old/", follow=True).status_code == 200


def test_the_seats_of_a_blind_game_are_revealed_by_address(table_policies: Table) -> None:
    Seating.objects.filter(table=table_policies).update(blind=True, name="Bot A")
    changes.reveal("old")
    assert table_policies.seatings.get(index=0).name == REMOVED
    assert table_policies.seatings.get(index=1).name == "Ida"


def test_the_page_of_a_removed_policy_shows_the_command_that_makes_it(client: Client) -> None:
    response = client.get(f"/agents/{REMOVED}/")
    assert response.status_code == 404
    assert "manage.py train goir-3p --players 3 --goir paper" in response.content.decode()


TOLD_APART = {"id", "table_id", "slug", "created", "started", "finished", "at", "thinking_ms"}


def rows(table: Table) -> list[dict[str, Any]]:
    """Everything that is stored of a table but when, and under which name."""
    of_table = [*Table.objects.filter(pk=table.pk).values(), *table.moves.values()]
    return [{name: row[name] for name in row.keys() - TOLD_APART} for row in of_table]


@pytest.mark.long
def test_a_game_stored_in_one_step_equals_one_that_was_played() -> None:
    slow, quick = (seated("rules:iggi", "rules:piers", seed="quick") for _ in range(2))
    agent_turns.play_out(slow.slug)
    played.play_out(quick.slug)
    assert len(rows(slow)) > 40
    assert rows(quick) == rows(slow)


def test_peoples_moves_have_no_reasons_and_playing_the_rest_ends_the_game(alice: Player) -> None:
    whole, rest = (seated(alice, "rules:piers", seed="the rest") for _ in range(2))
    played.play_out(whole.slug)
    assert {bool(move.why) for move in whole.moves.filter(seat=0)} == {False}
    assert {bool(move.why) for move in whole.moves.filter(seat=1)} == {True}
    assert played.play_out(rest.slug, leave=1).status == Table.Status.RUNNING
    agent_turns.play_out(rest.slug)
    assert rows(rest) == rows(whole)


@pytest.mark.long
def test_a_replays_frames_are_found_by_the_older_query(finished: Table, client: Client) -> None:
    older = client.get(f"/replays/{finished.slug}/frames.json?eyes=1").content
    assert older == client.get(f"/replays/{finished.slug}/frames.json?seat=1").content
    assert older != client.get(f"/replays/{finished.slug}/frames.json").content


def test_a_link_to_watch_from_a_seat_is_found_by_the_older_query(client: Client) -> None:
    table = seated(*AGENTS, paused=True)
    assert b"?seat=1" in client.get(f"/tables/{table.slug}/?eyes=1").content
    assert client.get(f"/tables/{table.slug}/?eyes=2").status_code == 404


@pytest.mark.django_db(transaction=True)
async def test_a_socket_is_found_by_the_older_query(alice: Player, connect: Connect) -> None:
    table = await database_sync_to_async(seated)(*AGENTS, by=alice, paused=True)
    socket = await connect(table.slug, alice, query="eyes=1")
    assert (await socket.until("frame"))["frame"]["you"] == 1


def test_hindsight_is_found_by_its_older_name(finished: Table, client: Client) -> None:
    older = client.get(f"/replays/{finished.slug}/outlook.json")
    assert older.json() == client.get(f"/replays/{finished.slug}/hindsight.json").json()


def test_the_replay_command_knows_its_older_option(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(write_game(Game(Rules.standard(2), seed="older")))
    older, newer = (said("replay", file, option) for option in ("--outlook", "--hindsight"))
    assert older == newer
    assert "possible: 25" in older


@pytest.mark.parametrize("scoring", ["zero", "stacks"])
def test_the_preview_of_a_lost_game_has_the_points_shown_to_its_players(
    client: Client, scoring: str
) -> None:
    table = played.finished("rules:flawed", "rules:flawed", scoring=scoring, seed="lost")
    assert (table.ending, table.zero) == ("strikeout", 0)
    assert table.stacks > 0
    points = 0 if scoring == "zero" else table.stacks
    page = client.get(f"/replays/{table.slug}/").content.decode()
    assert f"A game of Hanabi with {points} of 25 points" in page
