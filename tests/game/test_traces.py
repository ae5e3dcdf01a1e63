"""A finished game's trace: what hanab.live readers take, and our own facts beside it."""

import json
from typing import Any

import pytest
from django.test import Client

from game.board.log import entries
from game.models import Player, Seating, Table
from game.replays.recorded import recorded
from game.replays.trace_schema import SCHEMA
from game.replays.traces import trace_of
from game.tables import changes
from game.tables.state import load, memory
from native import Game, Rules
from native.records.hanab_live import read
from native.records.replay import replay
from tests.game import played
from tests.game.conftest import first_legal

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(db: None) -> Table:
    """A whole game between agents."""
    agents = ("rules:iggi", "rules:piers", "rules:iggi")
    return played.finished(*agents, slug="three", seed="three")


def trace(table: Table) -> dict[str, Any]:
    return json.loads(json.dumps(trace_of(load(table.slug))))


def test_a_hanab_live_reader_replays_a_trace_to_the_same_score(finished: Table) -> None:
    record = read(json.dumps(trace(finished)).encode(), "trace")
    played = replay(record)
    assert played.reason in ("", None)
    assert played.ok
    assert (played.score, played.strikes) == (finished.zero, finished.strikes)
    assert played.turns == len(load(finished.slug).moves)


def test_a_trace_has_agents_with_versions_and_every_turns_time_and_reason(finished: Table) -> None:
    lab = trace(finished)["lab"]
    assert lab["schema"] == SCHEMA
    assert [seat["agent"] for seat in lab["seats"]] == ["rules:iggi", "rules:piers", "rules:iggi"]
    assert all(seat["version"] for seat in lab["seats"])
    assert all(turn["at"] and turn["why"] for turn in lab["turns"])
    assert all(turn["thinking_ms"] >= 0 for turn in lab["turns"])
    assert lab["help"] == "full"
    assert lab["stacks"] == finished.stacks


def test_a_trace_is_downloaded_as_a_file(finished: Table, client: Client) -> None:
    response = client.get(f"/replays/{finished.slug}/trace.json")
    assert response.status_code == 200
    assert response["Content-Disposition"] == 'attachment; filename="hanabi-three.json"'
    assert response.json() == trace(finished)


def test_a_game_that_was_given_up_says_so_as_hanab_live_does(table: Table, alice: Player) -> None:
    changes.give_up(table.slug, alice, table.version)
    assert trace(table)["actions"] == [{"type": 4, "target": 0, "value": 4}]


def test_the_log_of_a_game_that_was_given_up_is_whole(table: Table, alice: Player) -> None:
    move = first_legal(table, 0)
    version = changes.submit(table.slug, changes.Actor(player=alice), move, table.version)
    changes.give_up(table.slug, alice, version)
    lines = entries(load(table.slug), open_hands=True)
    assert [line.kind for line in lines] == ["play", "note"]


def test_the_replays_frames_go_from_the_deal_to_the_end(finished: Table, client: Client) -> None:
    frames = client.get(f"/replays/{finished.slug}/frames.json").json()["frames"]
    assert len(frames) == len(load(finished.slug).moves) + 1
    assert [frame["turn"] for frame in frames] == list(range(1, len(frames) + 1))
    assert frames[0]["score"] == 0
    assert frames[-1]["ending"]["stacks"] == finished.stacks
    assert [frame["log"][0]["turn"] for frame in frames[1:]] == list(range(1, len(frames)))
    assert all(card["id"] for frame in frames for hand in frame["hands"] for card in hand)


@pytest.mark.parametrize("seat", ["9", "-1", "nobody"])
def test_a_replay_from_no_seat_is_not_found(finished: Table, client: Client, seat: str) -> None:
    assert client.get(f"/replays/{finished.slug}/frames.json?seat={seat}").status_code == 404


def test_a_trace_is_withheld_while_a_player_is_hidden(finished: Table, client: Client) -> None:
    Seating.objects.filter(table=finished, index=1).update(blind=True)
    memory.forget(finished.slug)
    answer = client.get(f"/replays/{finished.slug}/trace.json")
    assert (answer.status_code, "opens once" in answer.content.decode()) == (403, True)
    changes.reveal(finished.slug)
    assert client.get(f"/replays/{finished.slug}/trace.json").status_code == 200


def test_a_recorded_game_keeps_its_variant_and_its_help() -> None:
    rules = Rules.standard(3, "Rainbow (6 Suits)")
    game = Game(rules, seed=1)
    game.terminate()
    for level, kept in (("clues", "clues"), ("", "full")):
        table = recorded(game, "slug", [], help_level=level).table
        assert (table.variant, table.help, table.players) == (rules.variant, kept, 3)
