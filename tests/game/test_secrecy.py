"""What a receiver gets is a function of what may be seen from there: with other cards in the places
they cannot look at, every byte stays the same."""

from collections import Counter
from dataclasses import replace
from random import Random

import msgspec
import pytest
from django.test import Client

from agents.agent_protocol import seat_view
from game.board.hints import hint
from game.board.perspective import frame
from game.board.viewpoint import Viewpoint
from game.models import Note, Player, Seating, Table
from game.tables.state import TableState
from tests.game.conftest import login, steady
from tests.game.positions import random_state, twin

pytestmark = pytest.mark.long

PAGES = 10
POSITIONS = 300
LAYER = (b"said", b"asked", b"reads")
"""What conventions say of cards, who may be asked for a play, and what a clue would say."""


def test_a_seats_frame_never_depends_on_hidden_cards() -> None:
    random, different, shows = Random(1), 0, Counter[bytes]()
    for _ in range(POSITIONS):
        state = random_state(random)
        seat = random.randrange(state.table.players)
        other = twin(random, state, seat)
        different += other.table.deck != state.table.deck
        viewpoint = Viewpoint(seat, open=False)
        shown = _bytes(state, viewpoint)
        assert _bytes(other, viewpoint) == shown
        shows.update(name for name in LAYER if b'"%s":' % name in shown)
    assert different > 0.9 * POSITIONS
    assert all(shows[name] > POSITIONS / 50 for name in LAYER), shows


def test_a_hint_never_depends_on_hidden_cards() -> None:
    random, given = Random(6), 0
    for _ in range(POSITIONS // 40):
        state = random_state(random)
        if state.game.to_move is not None:
            assert hint(twin(random, state, state.game.to_move)) == hint(state)
            given += 1
    assert given > POSITIONS // 70


def test_a_spectator_never_receives_a_hidden_card() -> None:
    random = Random(2)
    for _ in range(POSITIONS):
        state = random_state(random)
        other = twin(random, state, None)
        viewpoint = Viewpoint(None, open=False)
        assert _bytes(other, viewpoint) == _bytes(state, viewpoint)


def test_the_view_sent_to_an_external_agent_never_depends_on_hidden_cards() -> None:
    random = Random(3)
    for _ in range(POSITIONS):
        state = random_state(random)
        seat = random.randrange(state.table.players)
        here, there = state.game, twin(random, state, seat).game
        told = [msgspec.json.encode(seat_view(game.view(seat))) for game in (here, there)]
        assert told[0] == told[1]


def test_undo_sit_in_and_proposals_reveal_nothing_of_hidden_cards() -> None:
    """Also of the cards that moves showed which were taken back."""
    random = Random(4)
    for _ in range(POSITIONS):
        state = random_state(random)
        if state.moves:
            state = _taken_back(state, random.randint(1, len(state.moves)))
        mover = random.randrange(state.table.players)
        state.table.proposal = {"kind": "undo", "seat": mover, "agreed": [mover], "turn": 1}
        state.table.clock_base = random.choice([0, 60])
        for row in state.moves:
            row.thinking_ms = 1000
        state.seats[mover].kind, state.seats[mover].sits_for = Seating.Kind.AGENT, "P0"
        seat = random.choice([None, *range(state.table.players)])
        other = twin(random, state, seat)
        viewpoint = Viewpoint(seat, open=False)
        assert _bytes(other, viewpoint) == _bytes(state, viewpoint)


def _taken_back(state: TableState, turn: int) -> TableState:
    """The same table after the moves from a turn on were taken back."""
    state.table.version += 1
    text, version = f"P0 took back turn {turn}.", state.table.version
    kind = Note.Kind.TAKEN_BACK
    return replace(
        state,
        moves=state.moves[: turn - 1],
        taken_back=state.moves[turn - 1 :],
        notes=[Note(version=version, turn=turn, text=text, kind=kind, at=state.table.created)],
        playback=state.playback.until(turn - 1),
    )


def test_twins_of_the_secrecy_tests_differ_in_hidden_cards() -> None:
    random, all_open = Random(3), Viewpoint(0, open=True)
    states = [random_state(random) for _ in range(20)]
    assert any(
        frame(twin(random, state, 0), all_open) != frame(state, all_open) for state in states
    )


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["table", "lobby", "replay", "trace", "frames"])
def test_pages_and_downloads_never_depend_on_hidden_cards(page: str, client: Client) -> None:
    random = Random(page)
    me = Player.objects.create(name="Me")
    login(client, me)
    for _ in range(PAGES):
        state = random_state(random)
        seat = random.randrange(state.table.players)
        other = twin(random, state, seat)
        table = _save(state.table, state.seatings, state.moves, me, seat)
        address = {
            "table": f"/tables/{table.slug}/",
            "lobby": "/",
            "replay": f"/replays/{table.slug}/",
            "trace": f"/replays/{table.slug}/trace.json",
            "frames": f"/replays/{table.slug}/frames.json?seat=all",
        }[page]
        first = client.get(address)
        Table.objects.filter(pk=table.pk).update(deck=other.table.deck)
        second = client.get(address)
        assert first.status_code == second.status_code
        assert first.status_code == (200 if page in ("table", "lobby") else 403)
        assert steady(second.content) == steady(first.content)
        assert state.table.seed.encode() not in first.content
        table.delete()


def _bytes(state: TableState, viewpoint: Viewpoint) -> bytes:
    return msgspec.json.encode(frame(state, viewpoint))


def _save(table, seatings, moves, me, seat):  # type: ignore[no-untyped-def]
    table.pk = None
    table.slug = f"twin{Table.objects.count()}"
    table.save(force_insert=True)
    for seating in seatings:
        player = me if seating.index == seat else None
        kind = Seating.Kind.PERSON
        Seating.objects.create(
            table=table, index=seating.index, kind=kind, name=seating.name, player=player
        )
    for row in moves:
        row.pk, row.table, row.at, row.thinking_ms = None, table, table.created, 0
        row.save(force_insert=True)
    return table
