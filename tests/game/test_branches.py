"""Playing on from a turn of a replay: the same cards and moves, and no statistics."""

import pytest
from django.test import Client

from agents import registry
from analysis.models import Trace
from analysis.traces.tables import collect, store_table
from game.models import Player, Seating, Table
from game.tables import changes
from game.tables.state import load
from tests.game.conftest import login, seated
from tests.game.played import finished, play_out


@pytest.fixture
def played(db: None) -> Table:
    """A finished game of Piers and IGGI."""
    return finished("rules:piers", "rules:iggi", seed="branch")


def go_on(client: Client, played: Table, turn: int, **form: str) -> Table:
    answer = client.post(f"/replays/{played.slug}/play-on/?turn={turn}", {"seat": "0", **form})
    assert answer.status_code == 302, answer.content
    return Table.objects.exclude(branch_of="").latest("pk")


def test_a_branch_continues_with_the_same_cards_after_the_same_moves(
    hers: Client, played: Table, alice: Player
) -> None:
    branch = go_on(hers, played, 10)
    one, other = load(played.slug), load(branch.slug)
    assert other.game.deck == one.playback.positions[10].deck
    assert [row.text for row in other.moves] == [row.text for row in one.moves[:10]]
    assert [seat.address for seat in other.seats] == ["", "rules:iggi"]
    assert (other.table.version, other.table.listed) == (10, False)
    mover = other.game.to_move
    actor = changes.Actor(alice, None) if mover == 0 else changes.Actor(None, mover)
    move = other.game.view(mover).legal_moves()[0]
    assert changes.submit(branch.slug, actor, move, 10) == 11


def test_in_a_branch_the_default_agent_plays_for_the_other_people(
    hers: Client, table: Table, alice: Player
) -> None:
    changes.give_up(table.slug, alice, 0)
    branch = go_on(hers, table, 0)
    state = load(branch.slug)
    usual = registry.partner_for(state.game.rules).address
    assert [seat.address for seat in load(branch.slug).seats] == ["", usual]


def test_a_branch_keeps_scoring_help_reasons_and_variant(hers: Client, alice: Player) -> None:
    kept = {"scoring": "stacks", "help": "clues", "reasons": "after", "variant": "6 Suits"}
    table = seated(alice, "rules:iggi", **kept)
    changes.give_up(table.slug, alice, 0)
    branch = go_on(hers, table, 0)
    assert {name: getattr(branch, name) for name in kept} == kept


@pytest.mark.parametrize(("turn", "seat"), [(4, 0), (5, 1)])
def test_without_a_choice_a_visitor_plays_for_the_seat_to_move(
    client: Client, played: Table, turn: int, seat: int
) -> None:
    client.post(f"/replays/{played.slug}/play-on/?turn={turn}")
    branch = Table.objects.exclude(branch_of="").latest("pk")
    assert [one.kind for one in load(branch.slug).seats].index("person") == seat


def test_without_a_choice_players_keep_their_own_seat(
    his: Client, table: Table, alice: Player, bob: Player
) -> None:
    changes.give_up(table.slug, alice, 0)
    his.post(f"/replays/{table.slug}/play-on/?turn=0")
    state = load(Table.objects.exclude(branch_of="").latest("pk").slug)
    assert state.seat_of(bob.pk) == 1


def test_the_seat_and_the_partner_of_a_branch_may_be_chosen(hers: Client, played: Table) -> None:
    branch = go_on(hers, played, 3, seat="1", agent="conv:expert")
    assert [seat.address for seat in load(branch.slug).seats] == ["conv:expert", ""]


@pytest.mark.parametrize("page", ["play-on/?turn=3", "same-deal/"])
def test_a_branch_offers_partners_that_play_at_its_table(
    client: Client, played: Table, page: str
) -> None:
    trio = finished("rules:piers", "rules:iggi", "rules:piers", seed="branch")
    for table, fits in ((played, True), (trio, False)):
        offered = client.get(f"/replays/{table.slug}/{page}").content.decode()
        assert 'value="rules:piers"' in offered
        assert ('value="mwum:knowing-2"' in offered) == fits, "it plays with one partner"


def test_a_branch_never_enters_the_statistics(hers: Client, played: Table) -> None:
    branch = play_out(go_on(hers, played, 0).slug)
    assert branch.status == Table.Status.FINISHED
    collect()
    store_table(branch.slug)
    assert not Trace.objects.filter(table=branch).exists()


def test_only_its_player_sees_a_branch_listed_at_the_replay(
    client: Client, played: Table, alice: Player, bob: Player
) -> None:
    branch = go_on(login(client, alice), played, 7)
    assert branch.slug in client.get(f"/replays/{played.slug}/").content.decode()
    assert branch.slug not in login(client, bob).get(f"/replays/{played.slug}/").content.decode()


def test_a_game_that_is_still_secret_has_no_branches(hers: Client, table: Table) -> None:
    assert hers.get(f"/replays/{table.slug}/play-on/").status_code == 403
    assert hers.post(f"/replays/{table.slug}/play-on/", {"seat": "0"}).status_code == 403


def test_a_game_of_agents_that_somebody_may_still_join_has_no_branches(hers: Client) -> None:
    """Who played on from it would know the cards that come there."""
    running = seated("rules:iggi", "rules:iggi")
    answer = hers.post(f"/replays/{running.slug}/play-on/", {"seat": "0"})
    assert answer.status_code == 403
    assert not Table.objects.exclude(branch_of="").exists()


def test_a_branch_does_not_reveal_a_blind_partner(hers: Client, played: Table) -> None:
    Seating.objects.filter(table=played, index=1).update(blind=True, name="Partner")
    answer = hers.post(f"/replays/{played.slug}/play-on/?turn=2", {"seat": "0"})
    said = answer.context["advice"]
    assert (answer.status_code, said) == (400, "Your partner is not named yet.")


@pytest.mark.parametrize(
    ("turn", "form", "status"),
    [
        ("9999", {"seat": "0"}, 404),
        ("x", {"seat": "0"}, 404),
        ("2", {"seat": "2"}, 400),
        ("2", {"seat": "-1"}, 400),
        ("2", {"seat": ""}, 400),
        ("2", {"seat": "0", "agent": "rules:nobody"}, 400),
        ("2", {"seat": "0", "agent": "cheat:careful"}, 400),
    ],
)
def test_a_branch_from_an_invalid_turn_or_seat_is_refused(
    hers: Client, played: Table, turn: str, form: dict[str, str], status: int
) -> None:
    address = f"/replays/{played.slug}/play-on/?turn={turn}"
    assert hers.post(address, form).status_code == status
    assert not Table.objects.exclude(branch_of="").exists()


def test_a_branch_cannot_start_where_the_game_is_over(client: Client, played: Table) -> None:
    turns = played.moves.count()
    assert client.get(f"/replays/{played.slug}/play-on/?turn={turns}").status_code == 404


def test_a_branch_says_where_it_came_from(hers: Client, played: Table) -> None:
    branch = play_out(go_on(hers, played, 0).slug)
    page = hers.get(f"/replays/{branch.slug}/").content.decode()
    assert f"/replays/{played.slug}/#0" in page
    assert load(branch.slug).irregular
