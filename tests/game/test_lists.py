"""The tables that the lobby, the page for watching and the list of replays show, and to whom."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.test import Client

from game.models import Player, Table
from game.tables import changes
from game.tables.changes.sitting_in import let_sit_in
from game.tables.state import load
from game.views.summaries import Summary, summaries, title_of
from native import Move
from tests.game import played
from tests.game.conftest import login

pytestmark = pytest.mark.django_db
AGENTS = [changes.SeatPlan(address="rules:piers"), changes.SeatPlan(address="rules:iggi")]
OPEN = changes.SeatPlan()


def shown(client: Client, page: str, name: str) -> list[str]:
    """The slugs of the tables in one list of a page."""
    return [summary.url.split("/")[2] for summary in client.get(page).context[name]]


def summary_of(table: Table, player: Player | None) -> Summary:
    return summaries(Table.objects.filter(pk=table.pk), player)[0]


@pytest.mark.long
def test_the_lobby_shows_listed_tables_where_they_belong(
    alice: Player, bob: Player, charlie: Player
) -> None:
    seats = [changes.SeatPlan(player=alice), changes.SeatPlan(player=bob)]
    made = {
        name: changes.create(plans, alice, slug=name, listed=not name.startswith("private"))
        for name, plans in {
            "open": [seats[0], OPEN],
            "private-open": [seats[0], OPEN],
            "running": seats,
            "private-running": seats,
            "over": seats,
        }.items()
    }
    changes.give_up(made["over"].slug, alice, 0)
    for who, mine in ((charlie, set()), (alice, set(made) - {"over"})):
        client = login(Client(), who)
        assert shown(client, "/", "open_tables") == ["open"]
        assert shown(client, "/", "running_tables") == ["running"]
        assert set(shown(client, "/", "my_tables")) == mine
    assert set(shown(login(Client(), bob), "/", "my_tables")) == {"running", "private-running"}
    assert shown(Client(), "/", "my_tables") == []


@pytest.mark.long
def test_agents_that_play_alone_are_to_be_watched(alice: Player) -> None:
    changes.create(AGENTS, alice, slug="alone", paused=True)
    changes.create(AGENTS, alice, slug="private", paused=True, listed=False)
    changes.create([changes.SeatPlan(player=alice), AGENTS[0]], alice, slug="mixed")
    changes.create([AGENTS[0], OPEN], alice, slug="waiting")
    played.finished("rules:iggi", "rules:piers", slug="over", seed="over")
    assert shown(Client(), "/watch/", "running_tables") == ["alone"]


def test_replays_are_ones_own_and_those_of_agents(alice: Player, bob: Player) -> None:
    mine = [changes.SeatPlan(player=alice), AGENTS[0]]
    changes.give_up(changes.create(mine, alice, slug="mine").slug, alice, 0)
    changes.create(mine, alice, slug="running")
    for slug, listed in (("alone", True), ("private", False)):
        played.finished("rules:iggi", "rules:piers", slug=slug, seed="alone", listed=listed)
    for player, games in ((alice, ["mine"]), (bob, [])):
        client = login(Client(), player)
        assert shown(client, "/history/", "games") == games
        assert shown(client, "/history/", "by_agents") == ["alone"]
    assert shown(Client(), "/history/", "games") == []


def test_a_game_that_a_bot_played_for_somebody_is_no_game_of_agents_alone(alice: Player) -> None:
    """Not even where it sat in before the first move."""
    table = changes.create([changes.SeatPlan(player=alice), AGENTS[0]], alice, slug="away")
    with transaction.atomic():
        let_sit_in(load(table.slug, lock=True), 0, "for Alice, whose time is up")
    assert shown(Client(), "/watch/", "running_tables") == []
    changes.give_up(table.slug, alice, load(table.slug).table.version)
    assert not table.seatings.filter(kind="person").exists()
    assert shown(Client(), "/history/", "by_agents") == []


def test_a_game_stands_once_in_the_lists_of_who_left_their_seat_and_came_back(
    table: Table, alice: Player
) -> None:
    changes.submit(table.slug, changes.Actor(player=alice), Move.play(0), 0)
    with transaction.atomic():
        let_sit_in(load(table.slug, lock=True), 0, "for Alice, who is away")
    changes.come_back(table.slug, alice)
    assert table.seatings.filter(player=alice).count() == 2
    client = login(Client(), alice)
    assert shown(client, "/", "my_tables") == [table.slug]
    version = load(table.slug).table.version
    changes.give_up(table.slug, alice, version)
    assert shown(client, "/history/", "games") == [table.slug]


def test_a_line_says_whose_turn_it_is_and_how_it_stands(
    table: Table, alice: Player, bob: Player
) -> None:
    assert summary_of(table, alice).your_turn
    assert not summary_of(table, bob).your_turn
    assert not summary_of(table, None).your_turn
    state = load(table.slug)
    assert state.game
    ones = [slot for slot, card in enumerate(state.game.hands[0]) if card and card.rank == 1]
    if not ones:
        Table.objects.update(deck=state.table.deck[2:] + state.table.deck[:2])
    playable = next(
        slot
        for slot, card in enumerate(load(table.slug).game.hands[0])  # type: ignore[union-attr]
        if card and card.rank == 1
    )
    changes.submit(table.slug, changes.Actor(player=alice), Move.play(playable), 0)
    line = summary_of(table, bob)
    assert (line.score, line.your_turn, line.status) == (1, True, "running")
    changes.give_up(table.slug, alice, 1)
    line = summary_of(table, bob)
    assert (line.score, line.stacks, line.zero, line.your_turn) == (1, 1, 1, False)
    assert line.ended == "ended early"


def test_a_title_names_who_sits_there_and_how_many_seats_are_open(alice: Player) -> None:
    me = changes.SeatPlan(player=alice)
    titles = {
        "Alice and an open seat": [me, OPEN],
        "Alice and 2 open seats": [me, OPEN, OPEN],
        "Alice, Piers and an open seat": [me, AGENTS[0], OPEN],
        "Alice and Piers": [me, AGENTS[0]],
        "2 open seats": [OPEN, OPEN],
    }
    for title, plans in titles.items():
        table = changes.create(plans, alice)
        assert title_of(load(table.slug)) == title
        assert summary_of(table, None).free == plans.count(OPEN)


def test_the_waiting_room_offers_what_each_may_do(alice: Player, bob: Player) -> None:
    table = changes.create([changes.SeatPlan(player=alice), OPEN], alice)
    address = f"/tables/{table.slug}/"
    host = login(Client(), alice).get(address).context
    guest = login(Client(), bob).get(address).context
    assert (host["can_sit"], host["can_start"]) == (False, True)
    assert (guest["can_sit"], guest["can_start"]) == (True, False)
    assert [seat["mine"] for seat in host["seats"]] == [True, False]
    assert host["invite_url"] == f"http://testserver{address}"


def test_who_comes_too_late_is_led_to_the_game(table: Table, charlie: Player) -> None:
    client = login(Client(), charlie)
    for path, form in (("sit/", {"seat": "1"}), ("stand-up/", {}), ("fill/", {})):
        response = client.post(f"/tables/{table.slug}/{path}", form)
        assert response.status_code == 302
        assert response["Location"] == f"/tables/{table.slug}/"


@pytest.mark.parametrize("seat", ["", "x", "-1", "7", "²", "9" * 5000])
def test_a_seat_that_is_none_is_refused_in_words(alice: Player, client: Client, seat: str) -> None:
    table = changes.create([changes.SeatPlan(player=alice), OPEN], alice)
    response = client.post(f"/tables/{table.slug}/sit/", {"seat": seat})
    assert response.status_code == 409
    assert "no such seat" in response.content.decode()


@pytest.mark.parametrize(
    ("players", "status"), [("2", 302), ("5", 302), ("6", 302), ("1", 400), ("7", 400)]
)
def test_playing_at_once_takes_copies_of_one_agent(
    client: Client, players: str, status: int
) -> None:
    form = {"agent": "rules:iggi", "players": players, "name": "Dana"}
    assert client.post("/play/", form).status_code == status
    if status == 302:
        seats = load(Table.objects.get().slug).seats
        assert [seat.address for seat in seats] == ["", *["rules:iggi"] * (int(players) - 1)]
    else:
        assert not Table.objects.exists()


def test_playing_at_once_with_nobody_is_refused(client: Client) -> None:
    assert client.post("/play/", {"agent": "rules:nobody"}).status_code == 400
    assert not Table.objects.exists()
