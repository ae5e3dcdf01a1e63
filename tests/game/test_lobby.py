"""From the lobby to a table: one button, or a form; guests with a name; accounts keep games."""

from __future__ import annotations

import pytest
from django.test import Client

from agents import registry
from agents.recommended import KINDS, recommended
from game.models import Player, Seating, Table
from game.tables import changes, series
from game.tables.changes.waiting_room import FRIENDLY
from game.tables.state import load
from tests.game import played
from tests.game.conftest import login

pytestmark = pytest.mark.django_db

FORM = {
    "players": "2",
    "seat_0": "me",
    "seat_1": "open",
    "scoring": "stacks",
    "help_level": "clues",
    "reasons": "after",
    "variant": "6 Suits",
    "delay": "0",
    "listed": "on",
}


def test_one_button_seats_a_guest_with_the_default_agent(client: Client) -> None:
    response = client.post("/play/", {"name": "Dana"})
    table = Table.objects.get()
    assert response["Location"] == f"/tables/{table.slug}/"
    partner = registry.called(registry.DEFAULT)
    assert [seat.name for seat in load(table.slug).seats] == ["Dana", partner]
    assert table.status == Table.Status.RUNNING
    assert client.get(response["Location"]).status_code == 200


@pytest.mark.parametrize("kind", ["new", "rules", "conventions"])
def test_an_answer_is_remembered_and_decides_the_partner(client: Client, kind: str) -> None:
    assert client.post("/accounts/plays/", {"plays": kind})["Location"] == "/"
    assert KINDS[kind] in client.get("/").content.decode()
    client.post("/play/", {"players": "3"})
    assert Player.objects.get().plays == kind
    assert Table.objects.get().seatings.get(index=1).address == recommended(kind, 3)


def test_strikes_keep_the_points_of_the_first_three_games_and_the_table_says_so(
    client: Client,
) -> None:
    client.post("/play/")
    player, table = Player.objects.get(), Table.objects.get()
    for number in range(3):
        assert table.scoring == "stacks", number
        assert load(table.slug).notes[0].text == FRIENDLY
        changes.give_up(table.slug, player, table.version)
        table = series.play_again(table.slug, player)
    assert table.scoring == "zero"
    assert not load(table.slug).notes
    client.post("/play/")
    assert Table.objects.latest("pk").scoring == "zero"


def test_whoever_plays_with_conventions_has_no_friendly_games(client: Client) -> None:
    client.post("/accounts/plays/", {"plays": "conventions"})
    client.post("/play/")
    assert Table.objects.get().scoring == "zero"


def test_whoever_is_new_is_taken_to_the_lessons_and_may_take_the_answer_back(
    client: Client,
) -> None:
    response = client.post("/accounts/plays/?then=learn", {"plays": "new"})
    assert response["Location"] == "/learn/"
    client.post("/accounts/plays/", {"plays": "unknown"})
    assert Player.objects.get().plays == ""


@pytest.mark.parametrize("url", ["/accounts/plays/", "/accounts/plays/?then=//elsewhere"])
def test_an_answer_that_is_none_is_refused(client: Client, url: str) -> None:
    answer = "expert" if url.endswith("/") else "new"
    assert client.post(url, {"plays": answer}).status_code == 400
    assert not Player.objects.exists()


def test_a_guest_without_a_name_gets_one(client: Client) -> None:
    client.post("/play/", {"name": "  \x07 "})
    assert len(Player.objects.get().name.split()) == 2


def test_the_same_guest_stays_the_same_person(client: Client) -> None:
    client.post("/play/", {"name": "Dana"})
    client.post("/play/", {"name": "Dana B."})
    assert Player.objects.get().name == "Dana B."
    assert Table.objects.count() == 2


def test_a_table_is_made_as_the_form_says(client: Client) -> None:
    client.post("/tables/new/", FORM | {"name": "Dana"})
    table = Table.objects.get()
    assert (table.scoring, table.help, table.reasons) == ("stacks", "clues", "after")
    assert (table.variant, table.delay, table.status) == ("6 Suits", 0, "open")


def test_the_invited_person_sits_down_and_the_game_starts(client: Client, bob: Player) -> None:
    client.post("/tables/new/", FORM | {"name": "Dana"})
    table = Table.objects.get()
    friend = login(Client(), bob)
    assert b"Dana" in friend.get(f"/tables/{table.slug}/").content
    friend.post(f"/tables/{table.slug}/sit/", {"seat": "1"})
    state = load(table.slug)
    assert state.table.status == Table.Status.RUNNING
    assert state.seats[1].name == "Bob"


def test_an_agent_takes_the_open_seats(client: Client) -> None:
    client.post("/tables/new/", FORM | {"name": "Dana"})
    slug = Table.objects.get().slug
    client.post(f"/tables/{slug}/fill/", {"agent": "rules:iggi"})
    assert load(slug).seats[1].kind == Seating.Kind.AGENT


@pytest.mark.long
@pytest.mark.parametrize(
    "wrong",
    [
        {"players": "9"},
        {"seat_1": "me"},
        {"seat_1": "rules:nobody"},
        {"delay": "-5"},
        {"variant": "Lava"},
        {"help_level": "all"},
    ],
)
def test_a_form_that_makes_no_table_is_refused(client: Client, wrong: dict[str, str]) -> None:
    assert client.post("/tables/new/", FORM | wrong).status_code == 400
    assert not Table.objects.exists()


def test_whoever_makes_a_mistake_keeps_their_name(client: Client) -> None:
    page = client.post("/tables/new/", {"players": "2", "seat_0": "me", "name": "Zoë"})
    assert page.status_code == 400
    assert 'value="Zoë"' in page.content.decode()


def test_the_waiting_page_says_what_is_played_and_asks_for_a_name_once(client: Client) -> None:
    plans = [changes.SeatPlan(address="rules:piers"), changes.SeatPlan(), changes.SeatPlan()]
    table = changes.create(plans, None, variant="6 Suits", clock_move=30)
    page = client.get(f"/tables/{table.slug}/").content.decode()
    assert "3 players · 6 Suits · Three strikes score 0 · 30 seconds a move" in page
    assert (page.count("Your name"), page.count("Sit here")) == (1, 2)


def test_a_taken_seat_is_refused_in_words(client: Client, bob: Player) -> None:
    client.post("/tables/new/", FORM | {"name": "Dana"})
    slug = Table.objects.get().slug
    response = login(Client(), bob).post(f"/tables/{slug}/sit/", {"seat": "0"})
    assert response.status_code == 409
    assert b"sits there already" in response.content


def test_an_account_keeps_the_guests_games(client: Client) -> None:
    client.post("/play/", {"name": "Dana"})
    password = "correct horse battery"
    form = {"username": "dana", "password1": password, "password2": password}
    assert client.post("/accounts/signup/", form).status_code == 302
    assert Player.objects.get().name == "dana"
    assert load(Table.objects.get().slug).seat_of(Player.objects.get().pk) == 0


def test_an_unlisted_table_is_not_in_the_lobby(client: Client) -> None:
    client.post("/tables/new/", {k: v for k, v in FORM.items() if k != "listed"} | {"name": "D"})
    slug = Table.objects.get().slug.encode()
    assert slug not in Client().get("/").content
    assert slug in client.get("/").content


def test_history_shows_only_my_finished_games(client: Client, table: Table, alice: Player) -> None:
    from game.tables import changes

    changes.give_up(table.slug, alice, table.version)
    assert table.slug.encode() in login(client, alice).get("/history/").content
    assert table.slug.encode() not in Client().get("/history/").content


def test_history_shows_everybody_what_agents_played_alone(
    client: Client, table: Table, alice: Player
) -> None:
    from game.tables import changes

    for slug, listed in (("alone", True), ("unlisted", False)):
        played.finished("rules:iggi", "rules:iggi", slug=slug, seed="alone", listed=listed)
    changes.give_up(table.slug, alice, table.version)
    page = client.get("/history/").content
    assert b"/replays/alone/" in page
    assert b"/replays/unlisted/" not in page
    assert table.slug.encode() not in page


def test_a_table_that_is_none_is_not_found(client: Client) -> None:
    assert client.get("/tables/nowhere/").status_code == 404
    assert client.post("/tables/nowhere/sit/", {"seat": "0"}).status_code == 404
