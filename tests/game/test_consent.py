"""Ending early and taking moves back: by consent of the people present, and told by whom."""

from datetime import timedelta

import pytest
from django.utils import timezone

from analysis.traces.tables import trace_of_table
from game.board import messages
from game.board.perspective import frame, frames
from game.board.viewpoint import Viewpoint
from game.live import presence
from game.models import Move as MoveRow
from game.models import Player, Seating, Table
from game.replays.traces import trace_of
from game.tables import agent_turns, changes
from game.tables.refusals import Refusal, Refused
from game.tables.state import load, memory
from game.views.summaries import summaries
from native import Move
from tests.game.conftest import first_legal, refuses, seated

pytestmark = pytest.mark.django_db
OPEN = Viewpoint(None, open=True)


@pytest.fixture
def both(table: Table, alice: Player, bob: Player) -> Table:
    """Alice and Bob, both at the table."""
    return all_here(table, alice, bob)


def all_here(table: Table, *players: Player) -> Table:
    for player in players:
        presence.mark(load(table.slug), player, True)
    return table


@pytest.fixture
def mixed(alice: Player) -> Table:
    """Alice and a bot."""
    return seated(alice, "rules:piers", seed="mixed", delay=0)


def version(table: Table) -> int:
    return load(table.slug).table.version


def move(table: Table, player: Player, seat: int) -> None:
    """A person's move, and what bots answer to it."""
    actor = changes.Actor(player=player)
    changes.submit(table.slug, actor, first_legal(table, seat), version(table))
    agent_turns.play_out(table.slug)


def test_the_game_ends_when_everybody_present_agrees(
    both: Table, alice: Player, bob: Player
) -> None:
    changes.give_up(both.slug, alice, 0)
    state = load(both.slug)
    assert not state.over
    proposal = frame(state, Viewpoint(1, open=False)).proposal
    assert (proposal.kind, proposal.seat, proposal.agreed) == ("end", 0, [0])
    changes.answer(both.slug, bob, True, 1)
    state = load(both.slug)
    assert state.notes[-1].text == "Alice and Bob ended the game."
    assert (state.over, frame(state, OPEN).proposal) == (True, None)


def test_players_may_agree_at_the_same_moment(alice: Player, bob: Player, charlie: Player) -> None:
    table = all_here(seated(alice, bob, charlie), alice, bob, charlie)
    changes.give_up(table.slug, alice, 0)
    with pytest.raises(Refused):
        changes.answer(table.slug, bob, True, 0)
    for player in (bob, charlie):
        changes.answer(table.slug, player, True, 1)
    assert load(table.slug).notes[-1].text == "Alice, Bob and Charlie ended the game."


def test_one_refusal_rejects_a_proposal(both: Table, alice: Player, bob: Player) -> None:
    changes.give_up(both.slug, alice, 0)
    changes.answer(both.slug, bob, False, 1)
    state = load(both.slug)
    assert (state.over, state.table.proposal) == (False, None)
    assert state.notes[-1].text == "Bob does not want to end the game."
    with pytest.raises(Refused, match="nothing to agree"):
        changes.answer(both.slug, bob, True, 2)


def test_a_proposal_can_be_withdrawn_and_a_move_ends_it(
    both: Table, alice: Player, bob: Player
) -> None:
    changes.give_up(both.slug, alice, 0)
    changes.answer(both.slug, alice, False, 1)
    assert (load(both.slug).table.proposal, [*load(both.slug).notes]) == (None, [])
    changes.give_up(both.slug, bob, 2)
    move(both, alice, 0)
    assert load(both.slug).table.proposal is None


def test_a_player_who_agreed_may_still_decline_and_others_see_it(
    alice: Player, bob: Player, charlie: Player
) -> None:
    table = all_here(seated(alice, bob, charlie), alice, bob, charlie)
    changes.give_up(table.slug, alice, 0)
    changes.answer(table.slug, bob, True, 1)
    changes.answer(table.slug, bob, False, 2)
    assert load(table.slug).table.proposal is None
    assert [note.text for note in load(table.slug).notes] == ["Bob does not want to end the game."]


def clue(table: Table, player: Player, seat: int) -> int:
    """Give the first legal clue, which shows nobody a card."""
    game = load(table.slug).game
    first = next(move for move in game.view(seat).legal_moves() if move.is_clue)
    return changes.submit(table.slug, changes.Actor(player=player), first, version(table))


def test_a_proposal_stands_while_a_bot_moves(alice: Player, bob: Player) -> None:
    table = all_here(seated(alice, "rules:piers", bob, delay=0), alice, bob)
    clue(table, alice, 0)
    changes.undo(table.slug, alice, version(table))
    agent_turns.play_out(table.slug)
    assert (len(load(table.slug).moves), load(table.slug).table.proposal is None) == (2, False)
    changes.answer(table.slug, bob, True, version(table))
    assert load(table.slug).notes[-1].text == "Alice and Bob took back turns 1 to 2."
    clue(table, alice, 0)
    changes.undo(table.slug, alice, version(table))
    changes.replace(table.slug, bob, 1, "rules:iggi", version(table))
    changes.answer(table.slug, bob, True, version(table))
    state = load(table.slug)
    assert (len(state.moves), state.table.proposal) == (1, None)
    assert state.notes[-1].text == "Somebody has changed seats, so no move is taken back."


def test_no_proposal_is_settled_after_the_game(both: Table, alice: Player, bob: Player) -> None:
    """A proposal may stand when the game ends in another way."""
    clue(both, alice, 0)
    changes.undo(both.slug, alice, version(both))
    changes.close(both.slug, "It was closed.")
    Seating.objects.filter(player=bob).update(last_seen=None)
    assert changes.settle(both.slug) is None
    assert (len(load(both.slug).moves), load(both.slug).notes[-1].text) == (1, "It was closed.")


def test_a_proposal_waits_for_no_absent_player(both: Table, alice: Player, bob: Player) -> None:
    changes.give_up(both.slug, alice, 0)
    presence.mark(load(both.slug), bob, False)
    assert changes.settle(both.slug) is None
    Seating.objects.filter(player=bob).update(left=timezone.now() - timedelta(seconds=31))
    assert changes.settle(both.slug) == 2
    assert load(both.slug).notes[-1].text == "Alice ended the game."
    assert changes.settle(both.slug) is None


def test_a_stranger_cannot_propose_or_answer(both: Table, alice: Player, charlie: Player) -> None:
    changes.give_up(both.slug, alice, 0)
    for change in (changes.give_up, changes.undo):
        with refuses(Refusal.NOT_SEATED):
            change(both.slug, charlie, 1)
    with pytest.raises(Refused):
        changes.answer(both.slug, charlie, True, 1)


def test_a_bot_consents_and_its_reply_is_taken_back_too(mixed: Table, alice: Player) -> None:
    before = frame(load(mixed.slug), Viewpoint(0, open=False))
    for _ in range(2):
        move(mixed, alice, 0)
    middle = [row.text for row in load(mixed.slug).moves[:2]]
    changes.undo(mixed.slug, alice, version(mixed))
    assert [row.text for row in load(mixed.slug).moves] == middle
    changes.undo(mixed.slug, alice, version(mixed))
    state = load(mixed.slug)
    said = [f"Alice took back turns {turns}." for turns in ("3 to 4", "1 to 2")]
    assert [note.text for note in state.notes] == said
    assert frame(state, Viewpoint(0, open=False)).hands == before.hands
    assert MoveRow.objects.count() == 4


def test_two_people_agree_on_what_is_taken_back(both: Table, alice: Player, bob: Player) -> None:
    clue(both, alice, 0)
    assert frame(load(both.slug), Viewpoint(0, open=False)).may_undo
    changes.undo(both.slug, alice, 1)
    proposal = frame(load(both.slug), Viewpoint(1, open=False)).proposal
    assert (proposal.kind, proposal.turn, len(load(both.slug).moves)) == ("undo", 1, 1)
    changes.answer(both.slug, bob, True, 2)
    state = load(both.slug)
    assert (len(state.moves), len(state.taken_back)) == (0, 1)
    assert state.notes[-1].text == "Alice and Bob took back turn 1."


def test_another_process_sees_the_same_table_after_an_undo(mixed: Table, alice: Player) -> None:
    for _ in range(3):
        move(mixed, alice, 0)
        changes.undo(mixed.slug, alice, version(mixed))
        changes.submit(mixed.slug, changes.Actor(player=alice), Move.play(1), version(mixed))
        agent_turns.play_out(mixed.slug)
    known = load(mixed.slug)
    memory.forget(mixed.slug)
    fresh = load(mixed.slug)
    assert known is not fresh
    for rows in ("moves", "taken_back"):
        assert [row.pk for row in getattr(known, rows)] == [row.pk for row in getattr(fresh, rows)]
    assert frame(known, OPEN) == frame(fresh, OPEN)
    assert [row.turn for row in fresh.moves] == list(range(1, 7))
    [summary] = summaries([fresh.table], alice)
    assert summary.score == fresh.game.score


def test_spectators_are_sent_the_whole_table_after_an_undo(mixed: Table, alice: Player) -> None:
    move(mixed, alice, 0)
    changes.undo(mixed.slug, alice, version(mixed))
    state = load(mixed.slug)
    seen = Viewpoint(0, open=False)
    assert messages.update(state, seen) == messages.whole(state, seen)
    log = frame(state, seen).log
    assert [(line.kind, line.turn) for line in log] == [("note", 1)]


def test_an_undo_is_marked_and_the_trace_has_the_undone_moves(mixed: Table, alice: Player) -> None:
    move(mixed, alice, 0)
    changes.undo(mixed.slug, alice, version(mixed))
    move(mixed, alice, 0)
    changes.give_up(mixed.slug, alice, version(mixed))
    state = load(mixed.slug)
    assert frame(state, OPEN).marks == ["undo"]
    assert len(frames(state, OPEN)) == 3
    lab = trace_of(state)["lab"]
    assert [[fact["turn"] for fact in lab[key]] for key in ("turns", "taken_back")] == [[1, 2]] * 2
    assert [fact["kind"] for fact in lab["notes"]] == ["taken_back", "told"]
    kept = trace_of_table(state)
    assert (kept.people, len(kept.document.lab.taken_back)) == ((None, None), 2)


def test_final_moves_cannot_be_undone(
    mixed: Table, alice: Player, both: Table, bob: Player
) -> None:
    with pytest.raises(Refused, match="not made a move"):
        changes.undo(mixed.slug, alice, 0)
    move(mixed, alice, 0)
    Table.objects.filter(pk=mixed.pk).update(drawn=True)
    with pytest.raises(Refused, match="experiment"):
        changes.undo(mixed.slug, alice, version(mixed))
    move(both, alice, 0)
    gone = timezone.now() - timedelta(seconds=31)
    Seating.objects.filter(player=bob).update(last_seen=gone, left=gone)
    changes.sit_in(both.slug, alice, 1, version(both))
    with pytest.raises(Refused, match="changed seats"):
        changes.undo(both.slug, alice, version(both))
