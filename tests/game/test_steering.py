"""What people may change around the moves: pauses, pace, seats, the end; and what they may not."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from agents import registry
from agents.contract import Agent, Decision
from game.models import Player, Seating, Table
from game.tables import agent_turns, changes
from game.tables.refusals import Refusal, Refused
from game.tables.state import load
from native import Move
from tests.game.conftest import seated, step

pytestmark = pytest.mark.django_db
AGENTS = ("rules:piers", "rules:iggi")


@pytest.fixture
def agents(alice: Player) -> Table:
    """Two agents at a table that Alice set up."""
    return seated(*AGENTS, by=alice, seed="agents", paused=True)


@pytest.fixture
def mixed(alice: Player, bob: Player) -> Table:
    """Alice, Bob and an agent."""
    return seated(alice, bob, AGENTS[0])


def refused(change: Callable[..., object], table: Table, *args: object) -> Refusal:
    """Why not, after checking that nothing changed."""
    before = Table.objects.filter(pk=table.pk).values().get()
    rows = Seating.objects.filter(table=table).count()
    with pytest.raises(Refused) as refusal:
        change(table.slug, *args)
    assert Table.objects.filter(pk=table.pk).values().get() == before
    assert Seating.objects.filter(table=table).count() == rows
    assert refusal.value.text
    return refusal.value.reason


def test_every_change_raises_the_version_by_one(agents: Table, alice: Player) -> None:
    assert changes.set_delay(agents.slug, alice, 5) == 1
    assert Table.objects.get(pk=agents.pk).delay == 5
    assert changes.set_paused(agents.slug, alice, True) == 2
    assert step(agents.slug) == 3
    assert changes.replace(agents.slug, alice, 0, "rules:outer", 3) == 4
    assert changes.report_trouble(agents.slug, 1, "It broke.", 4) == 5
    assert changes.take_over(agents.slug, alice, 1, 5) == 6
    assert changes.give_up(agents.slug, alice, 6) == 7
    assert load(agents.slug).table.version == 7
    assert [note.version for note in load(agents.slug).notes] == [4, 5, 6, 7]


def test_changes_to_an_outdated_table_are_refused(agents: Table, alice: Player) -> None:
    changes.set_delay(agents.slug, alice, 5)
    stale = Refusal.STALE_VERSION
    assert refused(agent_turns.refuse_unless_steppable, agents, alice, 0) == stale
    assert refused(changes.give_up, agents, alice, 0) == stale
    assert refused(changes.take_over, agents, alice, 0, 0) == stale
    assert refused(changes.replace, agents, alice, 0, "rules:outer", 0) == stale
    assert changes.report_trouble(agents.slug, 0, "Too late.", 0) is None
    assert load(agents.slug).table.trouble == ""


def test_a_stranger_changes_nothing(mixed: Table, agents: Table, charlie: Player) -> None:
    for table, seat in ((mixed, 2), (agents, 0)):
        assert refused(changes.set_delay, table, charlie, 5) == Refusal.NOT_SEATED
        assert refused(changes.set_paused, table, charlie, True) == Refusal.NOT_SEATED
        assert refused(changes.give_up, table, charlie, 0) == Refusal.NOT_SEATED
        assert refused(changes.take_over, table, charlie, seat, 0) == Refusal.NOT_SEATED
        assert (
            refused(changes.replace, table, charlie, seat, "rules:outer", 0) == Refusal.NOT_SEATED
        )
        assert refused(agent_turns.refuse_unless_steppable, table, charlie, 0) == Refusal.NOT_SEATED


def test_creating_a_table_of_people_gives_no_control_over_it(
    alice: Player, charlie: Player
) -> None:
    table = seated(alice, AGENTS[0], by=charlie)
    assert refused(changes.give_up, table, charlie, 0) == Refusal.NOT_SEATED


def test_nothing_is_steered_before_the_game_or_after_it(alice: Player) -> None:
    waiting = seated(alice, "")
    assert refused(changes.give_up, waiting, alice, 0) == Refusal.NOT_STARTED
    assert refused(changes.set_paused, waiting, alice, False) == Refusal.NOT_STARTED
    over = seated(alice, AGENTS[0])
    version = changes.give_up(over.slug, alice, 0)
    assert refused(changes.give_up, over, alice, version) == Refusal.GAME_OVER
    assert refused(changes.replace, over, alice, 1, "rules:iggi", version) == Refusal.GAME_OVER
    assert changes.report_trouble(over.slug, 1, "Too late.", version) is None


def test_a_step_is_for_a_paused_table_and_an_agents_turn(agents: Table, alice: Player) -> None:
    changes.set_paused(agents.slug, alice, False)
    assert refused(agent_turns.refuse_unless_steppable, agents, alice, 1) == Refusal.NOT_ALLOWED
    changes.set_paused(agents.slug, alice, True)
    assert load(agents.slug).table.paused
    mine = seated(alice, AGENTS[0], paused=True)
    assert refused(agent_turns.refuse_unless_steppable, mine, alice, 0) == Refusal.NOT_ALLOWED


def test_giving_up_keeps_the_score_and_names_who_did_and_when(table: Table, bob: Player) -> None:
    before = timezone.now()
    changes.give_up(table.slug, bob, 0)
    state = load(table.slug)
    assert before <= state.table.finished <= timezone.now()
    assert (state.table.status, state.table.ending) == ("finished", "terminated")
    assert state.notes[-1].text == "Bob ended the game."
    assert state.game.to_move is None
    assert state.playback.last.to_move == 0


def test_replacing_a_failed_agent_clears_its_error(mixed: Table, alice: Player) -> None:
    changes.report_trouble(mixed.slug, 2, "It broke.", 0)
    assert load(mixed.slug).notes[-1].text == "Piers could not move: It broke."
    changes.replace(mixed.slug, alice, 2, "rules:iggi", 1)
    state = load(mixed.slug)
    assert state.table.trouble == ""
    assert state.seats[2].address == "rules:iggi"
    assert state.notes[-1].text == "Ida plays on in place of Piers."


def test_the_moves_before_stay_those_of_the_agent_that_made_them(
    agents: Table, alice: Player
) -> None:
    step(agents.slug)
    changes.replace(agents.slug, alice, 0, "rules:outer", 1)
    state = load(agents.slug)
    assert [state.seat_at(0, turn).address for turn in (0, 1)] == ["rules:piers", "rules:outer"]


def test_only_an_agents_seat_is_taken_over_or_given_away(
    mixed: Table, agents: Table, alice: Player
) -> None:
    for seat in (1, 3, 5):
        assert refused(changes.replace, mixed, alice, seat, "rules:iggi", 0) == Refusal.NOT_ALLOWED
    assert refused(changes.replace, mixed, alice, 2, "rules:no", 0) == Refusal.NO_SUCH_AGENT
    assert refused(changes.take_over, mixed, alice, 2, 0) == Refusal.SEAT_TAKEN
    assert refused(changes.take_over, agents, alice, 2, 0) == Refusal.NOT_ALLOWED


def test_taking_over_a_seat_ends_a_pause_and_clears_an_error(agents: Table, alice: Player) -> None:
    changes.report_trouble(agents.slug, 0, "It broke.", 0)
    changes.take_over(agents.slug, alice, 1, 1)
    state = load(agents.slug)
    assert (state.table.paused, state.table.trouble) == (False, "")
    assert state.notes[-1].text == "Alice plays on in place of Ida."
    assert state.seats[1].player_id == alice.pk


def test_nobody_takes_over_beside_an_agent_that_sees_its_own_cards(alice: Player) -> None:
    table = seated("cheat:priority", AGENTS[0], by=alice, paused=True)
    assert refused(changes.take_over, table, alice, 1, 0) == Refusal.NO_SUCH_AGENT
    # Among agents it may play.
    changes.replace(table.slug, alice, 1, "cheat:priority", 0)
    assert [seat.address for seat in load(table.slug).seats] == ["cheat:priority"] * 2
    mixed = seated(alice, AGENTS[0])
    assert refused(changes.replace, mixed, alice, 1, "cheat:priority", 0) == Refusal.NO_SUCH_AGENT
    for other in (alice, ""):
        with pytest.raises(Refused):
            seated(other, "cheat:priority", by=alice)
    alone = seated("cheat:priority", AGENTS[0], by=alice, paused=True)
    changes.take_over(alone.slug, alice, 0, 0)


def test_the_agents_of_an_experiment_stay(mixed: Table, alice: Player) -> None:
    Table.objects.filter(pk=mixed.pk).update(drawn=True)
    assert refused(changes.replace, mixed, alice, 2, "rules:iggi", 0) == Refusal.NOT_ALLOWED


def test_a_move_of_an_agent_is_not_made_at_a_persons_seat(mixed: Table) -> None:
    state = load(mixed.slug)
    actor = changes.Actor(agent_seat=0)
    move = state.game.legal_moves()[0]  # type: ignore[union-attr]
    assert refused(changes.submit, mixed, actor, move, 0) == Refusal.NOT_SEATED


def test_a_failed_agent_has_no_turn(agents: Table) -> None:
    assert agent_turns.agent_to_move(load(agents.slug))
    changes.report_trouble(agents.slug, 0, "It broke.", 0)
    assert agent_turns.agent_to_move(load(agents.slug)) is None


def test_what_an_agent_decides_depends_on_the_secret_and_the_seat(alice: Player) -> None:
    def decisions(seed: str) -> list[str]:
        table = seated("rules:legal_random", "rules:legal_random", by=alice, seed=seed)
        Table.objects.filter(pk=table.pk).update(deck=deck)
        state = load(table.slug)
        return [str(agent_turns.decide(state, state.seats[0]).move) for _ in range(2)]

    deck = seated(*AGENTS, by=alice, seed="deck").deck
    told = [decisions(f"seed {number}") for number in range(8)]
    assert all(first == second for first, second in told)
    assert len({first for first, _ in told}) > 2


def test_each_seat_has_its_own_random_stream(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds: list[str] = []
    agent = registry.Entry.agent

    def seen(self: registry.Entry, seed: str) -> Agent:
        seeds.append(seed)
        return agent(self, seed)

    monkeypatch.setattr(registry.Entry, "agent", seen)
    table = seated("rules:legal_random", "rules:legal_random", by=alice)
    state = load(table.slug)
    agent_turns.decide(state, state.seats[0])
    moved = agent_turns.submit(state, state.seats[0], Decision(Move.play(0), ""), 0)
    assert moved == 1
    agent_turns.decide(load(table.slug), state.seats[1])
    assert seeds == [f"{table.seed}/0", f"{table.seed}/1"]


def test_an_agent_replaced_by_itself_keeps_its_name(mixed: Table, alice: Player) -> None:
    changes.replace(mixed.slug, alice, 2, "rules:piers", 0)
    assert load(mixed.slug).seats[2].name == "Piers"


def test_the_end_of_a_game_clears_an_agents_error(agents: Table, alice: Player) -> None:
    changes.report_trouble(agents.slug, 0, "It broke.", 0)
    changes.give_up(agents.slug, alice, 1)
    assert load(agents.slug).table.trouble == ""


def test_a_deal_comes_from_the_seed_alone(alice: Player, bob: Player) -> None:
    decks = [seated(alice, bob, seed=seed).deck for seed in ("a", "a", "b")]
    assert decks[0] == decks[1] != decks[2]
