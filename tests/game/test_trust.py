"""A partner says when its trust changes, shows it, remembers it, and forgets it when asked to."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from agents import registry
from agents.contract import Decision, Truster
from analysis.people.access import forget
from analysis.traces.tables import person_of
from game.board.log import entries
from game.board.perspective import frame
from game.board.viewpoint import Viewpoint
from game.models import Note, Player, Table
from game.replays.traces import trace_of
from game.tables import agent_turns, changes, daily
from game.tables.changes.writing import note
from game.tables.state import TableState, load
from game.tables.trust import FOLLOWS, STILL_UNSURE, carried
from native import Game, Rules
from tests.game.conftest import seated
from tests.personas.beginners import BEGINNERS

pytestmark = pytest.mark.django_db

WARY = "wary:expert"
ME = Viewpoint(0, open=False)
UNSURE = "I wasn't sure what your"


def begun(player: Player, **settings: object) -> Table:
    return seated(player, WARY, **{"seed": "trust 5", **settings})


def play(table: Table, player: Player, turns: int) -> TableState:
    """Play so many turns; the person is a scripted beginner."""
    beginner = BEGINNERS[0]
    while (state := load(table.slug)).table.status == "running" and len(state.moves) < turns:
        version = state.table.version
        seat = agent_turns.agent_to_move(state)
        if seat is not None:
            agent_turns.submit(state, seat, agent_turns.decide(state, seat), version)
        else:
            move = beginner.decide(state.game.view(0)).move
            changes.submit(table.slug, changes.Actor(player=player), move, version)
    return load(table.slug)


def played(player: Player, turns: int, **settings: object) -> TableState:
    """A game that was given up after so many turns."""
    state = play(begun(player, **settings), player, turns)
    if not state.over:
        changes.give_up(state.table.slug, player, state.table.version)
    return load(state.table.slug)


def reasons(state: TableState) -> dict[int, str]:
    lines = entries(state, open_hands=False)
    return {line.turn: line.why or "" for line in lines if line.kind != "note" and line.seat == 1}


def before_and_now(state: TableState) -> dict[int, tuple[bool, bool]]:
    """By turn of the agent, whether it trusted at its move before (at the start: yes) and now."""
    own = [row for row in state.moves if row.seat == 1]
    trusts = [True, *(row.data["trusts"] for row in own)]
    return {row.turn: (trusts[at], trusts[at + 1]) for at, row in enumerate(own)}


@pytest.mark.long
def test_each_change_of_trust_is_said_once_in_at_most_twelve_words(alice: Player) -> None:
    state = play(begun(alice), alice, 80)
    changed, said = before_and_now(state), reasons(state)
    assert any(now for was, now in changed.values() if not was), "the game shows both changes"
    for turn, (was, now) in changed.items():
        assert said[turn].startswith(UNSURE) == (was and not now), (turn, said[turn])
        assert said[turn].startswith(FOLLOWS) == (now and not was), (turn, said[turn])
        sentence = said[turn].partition(".")[0]
        assert len(sentence.split()) <= 12 or was == now
    assert len(STILL_UNSURE.split()) <= 12
    everything = " ".join(row.why + row.detail for row in state.moves)
    assert "You don't follow" not in everything


def test_at_every_turn_the_nameplate_shows_whether_the_partner_trusts_me(alice: Player) -> None:
    table = begun(alice)
    assert frame(load(table.slug), ME).seats[1].follows is True
    state = play(table, alice, 26)
    last = [row.data["trusts"] for row in state.moves if row.seat == 1][-1]
    assert [seat.follows for seat in frame(state, ME).seats] == [None, last]


@pytest.mark.parametrize("settings", [{"reasons": "after"}, {"drawn": True}])
def test_trust_is_not_shown_in_experiments_or_where_reasons_wait(
    alice: Player, settings: dict[str, Any]
) -> None:
    state = play(begun(alice, **settings), alice, 26)
    assert any(was and not now for was, now in before_and_now(state).values())
    assert not any(UNSURE in why for why in reasons(state).values())
    assert frame(state, ME).seats[1].follows is None


@pytest.mark.long
def test_an_experiment_and_the_daily_deal_begin_without_earlier_trust(alice: Player) -> None:
    played(alice, 26)
    assert carried(alice) is not None
    deal = daily.begin(alice, WARY)
    for table in (begun(alice, drawn=True), Table.objects.get(pk=deal.pk)):
        assert table.trust is None
        state = load(table.slug)
        if state.game.to_move == 0:
            state = play(table, alice, 1)
        plain = registry.find(WARY).agent(f"{state.table.seed}/1")
        assert agent_turns.decide(state, state.seats[1]) == plain.decide(state.game.view(1))


@pytest.mark.long
def test_the_next_game_starts_from_half_the_earned_trust_and_is_reproducible(alice: Player) -> None:
    distrusted = played(alice, 26)
    earned = [row.data["trust"] for row in distrusted.moves if row.seat == 1][-1][0]
    assert earned < -2, "the beginner is distrusted at the end"
    state = play(begun(alice, seed="the next"), alice, 12)
    assert state.table.trust == [-1.0, None]
    assert trace_of(state)["lab"]["trust"] == [-1.0, None]
    own = [row for row in state.moves if row.seat == 1]
    assert reasons(state)[own[0].turn].startswith(STILL_UNSURE)
    for row in own:
        assert decided_again(state, row.turn).move.text(state.game.rules) == row.text  # type: ignore[union-attr]


def decided_again(state: TableState, turn: int) -> Decision:
    """Decide at a turn of the agent once more, from what is stored."""
    until = TableState(
        state.table, state.seatings, state.moves[: turn - 1], [], state.playback.until(turn - 1)
    )
    return agent_turns.decide(until, state.seats[1])


def test_carried_over_trust_is_shown_and_deleted_on_request(hers: Client, alice: Player) -> None:
    state = play(begun(alice), alice, 26)
    note(state, "Alice took a hint.", kind=Note.Kind.HINT)
    changes.give_up(state.table.slug, alice, load(state.table.slug).table.version)
    page = "/analysis/people/me/"
    shown = hers.get(page, follow=True).content.decode()
    assert "keep it simple at first" in shown
    hers.post("/accounts/forget-trust/")
    alice.refresh_from_db()
    assert carried(alice) is None
    assert "keep it simple at first" not in hers.get(page, follow=True).content.decode()
    assert begun(alice, seed="afresh").trust == [None, None]
    alice.trust_from = timezone.now() - timedelta(days=1)
    assert carried(alice) == -1.0


@pytest.mark.parametrize("address", ["wary:expert", "partner:unknown"])
def test_a_partner_starts_with_the_given_trust_and_by_default_as_measured(address: str) -> None:
    agent = registry.find(address).agent("start")
    assert isinstance(agent, Truster)
    view = Game(Rules.standard(2), seed="start").view(0)
    usual, low = agent.decide(view), agent.starting([-1.0, -1.0]).decide(view)
    assert (usual.data["trusts"], low.data["trusts"]) == (True, False)
    assert low.data["trust"][1] == pytest.approx(-1)  # type: ignore[index]
    assert agent.starting([None, None]).decide(view) == usual


def test_stored_trust_is_deleted_with_the_person(alice: Player, bob: Player) -> None:
    played(alice, 26)
    begun(alice)
    forget(person_of(alice), keep_games=True)
    assert not Table.objects.exclude(trust=None).exists()
    assert carried(bob) is None
