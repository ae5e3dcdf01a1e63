"""From the lobby to a table: one button, or a form; guests with a name; accounts keep games."""

import json
import re

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from agents import registry
from agents.recommended import KINDS, recommended
from game.forms import NewTableForm
from game.learn.showcase import recorded_game, showcase
from game.models import Player, Seating, Table
from game.tables import changes, daily, series
from game.tables.changes.sitting_in import let_sit_in
from game.tables.changes.waiting_room import FRIENDLY
from game.tables.state import load
from game.views.summaries import TableSummary, summaries, title_of
from native import Card, Move
from tests.game import played
from tests.game.conftest import login, seated
from tests.game.doors import NEW_TABLE

pytestmark = pytest.mark.django_db

FORM = NEW_TABLE | {"seat_1": "open", "scoring": "stacks", "help_level": "clues"}
FORM |= {"reasons": "after", "variant": "6 Suits", "listed": "on"}


def test_one_button_seats_a_guest_with_the_default_agent(client: Client) -> None:
    response = client.post("/play/", {"name": "Dana"})
    table = Table.objects.get()
    assert response["Location"] == f"/tables/{table.slug}/"
    partner = registry.called(recommended("unknown", 2))
    assert [seat.name for seat in load(table.slug).seats] == ["Dana", partner]
    assert table.status == Table.Status.RUNNING
    assert client.get(response["Location"]).status_code == 200


@pytest.mark.parametrize("kind", ["new", "rules", "conventions"])
def test_an_answer_about_experience_is_remembered_and_decides_partner_and_scoring(
    client: Client, kind: str
) -> None:
    assert client.post("/accounts/plays/", {"plays": kind})["Location"] == "/"
    assert KINDS[kind] in client.get("/").content.decode()
    client.post("/play/", {"players": "3"})
    assert Player.objects.get().plays == kind
    table = Table.objects.get()
    assert table.seatings.get(index=1).address == recommended(kind, 3)
    assert table.scoring == ("zero" if kind == "conventions" else "stacks")


def test_a_chosen_seed_gives_the_same_deal_and_counts_for_nobody(
    client: Client, hers: Client
) -> None:
    for one in (client, hers):
        one.post("/tables/new/", NEW_TABLE | {"seat_1": AGENTS[0], "seed": "club 7"})
    first, second = (load(table.slug) for table in Table.objects.all())
    assert first.table.deck == second.table.deck
    assert (first.irregular, "club 7" in first.notes[0].text) == (True, True)
    changes.give_up(first.table.slug, first.table.creator, first.table.version)
    again = load(series.play_again(first.table.slug, first.table.creator).slug)
    assert (again.table.deck == first.table.deck, len(again.notes)) == (False, 0)


def test_strikes_keep_the_points_of_the_first_three_games_and_the_table_says_so(
    client: Client,
) -> None:
    client.post("/play/")
    player, table = Player.objects.get(), Table.objects.get()
    played.play_out(daily.begin(player, AGENTS[0]).slug)
    for number in range(3):
        assert table.scoring == "stacks", number
        assert load(table.slug).notes[0].text == FRIENDLY
        changes.give_up(table.slug, player, table.version)
        table = series.play_again(table.slug, player)
    assert table.scoring == "zero"
    assert not load(table.slug).notes
    client.post("/play/")
    assert Table.objects.latest("pk").scoring == "zero"


def test_a_newcomer_is_taken_to_the_first_lesson_and_may_change_the_answer(client: Client) -> None:
    response = client.post("/accounts/plays/?then=learn", {"plays": "new", "name": "Dana"})
    assert response["Location"] == "/learn/1/"
    client.post("/accounts/plays/", {"plays": "unknown"})
    assert list(Player.objects.values_list("plays", "name")) == [("", "Dana")]


def test_a_newcomer_who_learned_the_chop_is_seated_with_a_partner_who_knows_it(
    client: Client,
) -> None:
    client.post("/accounts/plays/", {"plays": "new"})
    client.post("/play/")
    client.cookies["lessons"] = "123"
    client.post("/play/")
    seated = Seating.objects.exclude(address="").order_by("pk").values_list("address", flat=True)
    assert [registry.find(one).conventions != "" for one in seated] == [False, True]


def test_only_a_visitor_without_an_answer_is_asked_beside_play_now_whether_they_are_new(
    client: Client,
) -> None:
    assert "teach me" in client.get("/").content.decode()
    client.post("/accounts/plays/", {"plays": "conventions"})
    assert "teach me" not in client.get("/").content.decode()


@pytest.mark.parametrize("url", ["/accounts/plays/", "/accounts/plays/?then=//elsewhere"])
def test_an_invalid_answer_about_experience_is_refused(client: Client, url: str) -> None:
    answer = "expert" if url.endswith("/") else "new"
    assert client.post(url, {"plays": answer}).status_code == 400
    assert not Player.objects.exists()


@pytest.fixture
def danas(client: Client) -> Table:
    """The table that Dana set up with the form."""
    client.post("/tables/new/", FORM | {"name": "Dana"})
    return Table.objects.get()


def test_a_table_is_made_as_the_form_says(danas: Table) -> None:
    assert (danas.scoring, danas.help, danas.reasons) == ("stacks", "clues", "after")
    assert (danas.variant, danas.delay, danas.status) == ("6 Suits", 0, "open")
    assert danas.listed


def test_open_seats_are_for_people_with_the_link_until_the_creator_opens_them(
    client: Client, his: Client
) -> None:
    assert not NewTableForm()["listed"].value()
    client.post("/tables/new/", FORM | {"listed": ""})
    page = Table.objects.get().get_absolute_url()
    for listed, said in (("", "Only people with the link"), ("on", "Everybody")):
        client.post(f"{page}listed/", {"listed": listed})
        assert f"{said} can sit down" in his.get(page).content.decode()
        assert shown(his, "/", "open_tables") == ([page.split("/")[2]] if listed else [])
    assert his.post(f"{page}listed/").status_code == 409
    assert b"Let everybody" not in his.get(page).content
    assert Table.objects.get().listed


def test_the_invited_person_takes_the_open_seat_alone_and_the_game_starts(
    danas: Table, his: Client
) -> None:
    assert b"Dana" in his.get(f"/tables/{danas.slug}/").content
    refused = his.post(f"/tables/{danas.slug}/sit/", {"seat": "0"})
    assert refused.status_code == 409
    assert b"sits there already" in refused.content
    his.post(f"/tables/{danas.slug}/sit/", {"seat": "1"})
    state = load(danas.slug)
    assert state.table.status == Table.Status.RUNNING
    assert state.seats[1].name == "Bob"


def test_an_agent_takes_the_open_seats(client: Client, danas: Table) -> None:
    client.post(f"/tables/{danas.slug}/fill/", {"agent": "rules:iggi"})
    assert load(danas.slug).seats[1].kind == Seating.Kind.AGENT


def test_a_rejected_form_keeps_the_name(client: Client) -> None:
    page = client.post("/tables/new/", {"players": "2", "seat_0": "me", "name": "Zoë"})
    assert page.status_code == 400
    assert 'value="Zoë"' in page.content.decode()
    assert not Table.objects.exists()


def test_the_waiting_page_says_what_is_played_and_asks_for_a_name_once(client: Client) -> None:
    table = seated("rules:piers", "", "", variant="6 Suits", clock_move=30, at_zero="bot")
    page = client.get(f"/tables/{table.slug}/").content.decode()
    assert "3 players · 6 Suits · Three strikes score 0 · 30 seconds a move · When time" in page
    assert (page.count("Your name"), page.count("Sit here")) == (1, 2)


def test_an_account_keeps_the_guests_games(client: Client) -> None:
    client.post("/play/", {"name": "Dana"})
    password = "correct horse battery"
    form = {"username": "dana", "password1": password, "password2": password}
    weak = client.post("/accounts/signup/", form | {"password1": "abc", "password2": "abc"})
    assert [*weak.context["form"].errors] == ["password1"]
    page = weak.content.decode()
    assert re.findall(r'autofocus[^>]* id="(\w+)"', page) == ["id_password1"]
    assert "<title>Error: Sign up" in page
    wrong = client.post("/accounts/login/", form | {"password": "abc"}).content.decode()
    assert re.findall(r"<[^>]* autofocus", wrong) == ['<div role="alert" tabindex="-1" autofocus']
    assert client.post("/accounts/signup/", form).status_code == 302
    assert Player.objects.get().name == "dana"
    assert load(Table.objects.get().slug).seat_of(Player.objects.get().pk) == 0


def test_an_unknown_table_is_not_found(client: Client) -> None:
    assert client.get("/tables/nowhere/").status_code == 404
    assert client.post("/tables/nowhere/sit/", {"seat": "0"}).status_code == 404


def test_a_guest_gets_a_friendly_name_and_may_change_it(client: Client) -> None:
    for guest, given in ((Client(), {"name": "  \x07 "}), (client, {})):
        guest.post("/play/", given)
        player = Player.objects.latest("pk")
        assert len(player.name.split()) == 2
        assert f'value="{player.name}"' in guest.get("/").content.decode()
    client.post("/play/", {"name": "Dana"})
    player.refresh_from_db()
    assert player.name == "Dana"
    assert (Player.objects.count(), Table.objects.count()) == (2, 3)


def test_two_guests_are_rarely_called_the_same() -> None:
    names = set()
    for _ in range(12):
        Client().post("/play/")
        names.add(Player.objects.order_by("-pk")[0].name)
    assert len(names) > 6


def test_a_site_without_games_shows_no_empty_lists(client: Client) -> None:
    page = client.get("/").content.decode()
    for words in ("none yet", "No open", "No games", "No results", "At the tables now"):
        assert words not in page
    assert page.count('type="radio"') == 5
    assert page.count("Solve<") == 3
    assert "A new deal in " in page


def test_a_good_game_of_bots_is_shown_with_its_score(client: Client) -> None:
    table = played.finished("rules:iggi", "rules:iggi", slug="over", seed="front")
    page = client.get("/").content.decode()
    assert f"{table.zero} points" in page
    assert "/replays/over/" in page


def test_the_showcase_is_a_whole_game() -> None:
    state = recorded_game()
    assert state.game.end is not None
    assert state.game.score >= 23
    assert all(move.detail for move in state.moves)
    cards = [Card.parse(state.table.deck[i : i + 2], "rygbp") for i in range(0, 100, 2)]
    assert len(cards) == 50


def test_the_showcase_is_served_without_the_database(
    client: Client, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        answer = client.get("/learn/recorded.json")
    assert answer.content == showcase()
    frames = json.loads(answer.content)["frames"]
    assert len(frames) == len(recorded_game().moves) + 1
    for frame in frames:
        mine, theirs = frame["hands"]
        assert not any("id" in card for card in mine)
        assert all("id" in card for card in theirs)


def preview(client: Client, address: str) -> dict[str, str]:
    page = client.get(address).content.decode()
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))


def test_a_link_to_a_game_says_who_plays_and_to_its_replay_the_points_too(client: Client) -> None:
    table = played.finished("rules:iggi", "rules:piers", seed="a preview")
    shown = preview(client, reverse("replay", args=[table.slug]))
    watched = preview(client, table.get_absolute_url())
    assert shown["title"] == watched["title"] == "Ida and Piers"
    assert f"with {table.zero} of 25 points" in shown["description"]


def test_an_invitations_preview_names_the_number_of_players(client: Client, alice: Player) -> None:
    shown = preview(client, seated(alice, "", "").get_absolute_url())
    assert shown["title"] == "Join a game of Hanabi"
    assert "3 players" in shown["description"]


def test_the_image_of_a_link_preview_has_an_absolute_address(client: Client) -> None:
    assert preview(client, "/")["image"].startswith("http://testserver/static/img/")


AGENTS = ("rules:piers", "rules:iggi")
OPEN = ""


def shown(client: Client, page: str, name: str) -> list[str]:
    """The slugs of the tables in one list of a page."""
    return [summary.table.slug for summary in client.get(page).context[name]]


def summary_of(table: Table, player: Player | None) -> TableSummary:
    return summaries(Table.objects.filter(pk=table.pk), player)[0]


@pytest.mark.long
def test_the_lobby_shows_listed_tables_where_they_belong(
    alice: Player, bob: Player, his: Client, charlie: Player
) -> None:
    made = {
        name: seated(alice, other, slug=name, listed=not name.startswith("private"))
        for name, other in {
            "open": OPEN,
            "private-open": OPEN,
            "running": bob,
            "private-running": bob,
            "over": bob,
        }.items()
    }
    changes.give_up(made["over"].slug, alice, 0)
    for who, mine in ((charlie, set()), (alice, set(made) - {"over"})):
        client = login(Client(), who)
        assert shown(client, "/", "open_tables") == ([] if mine else ["open"])
        assert shown(client, "/", "running_tables") == ([] if mine else ["running"])
        assert set(shown(client, "/", "my_tables")) == mine
        page = client.get("/").content.decode()
        assert [f"/tables/{name}/" in page for name in made] == [
            name in {"open", "running"} | mine for name in made
        ]
    assert set(shown(his, "/", "my_tables")) == {"running", "private-running"}
    page = his.get("/").content.decode()
    assert page.index('big" href="/tables/private-running/">Continue') < page.index("Play now")
    assert shown(Client(), "/", "my_tables") == []


@pytest.mark.long
def test_tables_of_agents_alone_are_offered_for_watching(alice: Player) -> None:
    seated(*AGENTS, by=alice, slug="alone", paused=True)
    seated(*AGENTS, by=alice, slug="private", paused=True, listed=False)
    seated(alice, AGENTS[0], slug="mixed")
    seated(AGENTS[0], OPEN, by=alice, slug="waiting")
    played.finished("rules:iggi", "rules:piers", slug="over", seed="over")
    assert shown(Client(), "/watch/", "running_tables") == ["alone"]


def test_the_history_lists_ones_own_games_and_those_of_agents(alice: Player, bob: Player) -> None:
    changes.give_up(seated(alice, AGENTS[0], slug="mine", scoring="stacks").slug, alice, 0)
    Table.objects.update(stacks=13)
    seated(alice, AGENTS[0], slug="running")
    for slug, listed in (("alone", True), ("private", False)):
        played.finished("rules:iggi", "rules:piers", slug=slug, seed="alone", listed=listed)
    played.finished("rules:iggi", "rules:piers", slug="empty", seed="e").seatings.all().delete()
    for player, games in ((alice, ["mine"]), (bob, [])):
        client = login(Client(), player)
        assert shown(client, "/history/", "games") == games
        assert shown(client, "/history/", "by_agents") == ["alone"]
        page = client.get("/history/").content.decode()
        assert ("<strong>13</strong> points · " in page) == bool(games)
        assert set(re.findall(r"/replays/(\w+)/", page)) == {"alone", "upload", *games}
    assert shown(Client(), "/history/", "games") == []


def test_own_games_are_found_by_partner_players_variant_and_score(
    hers: Client, alice: Player
) -> None:
    kept = {"scoring": "stacks", "stacks": 9, "variant": "Rainbow (5 Suits)"}
    for slug, partners, fields in (
        ("low", ["rules:piers"], {"zero": 3, "stacks": 20}),
        ("three", ["rules:iggi", "rules:piers"], {"zero": 5}),
        ("kept", ["rules:iggi"], kept),
    ):
        seated(alice, *partners, slug=slug)
        Table.objects.filter(slug=slug).update(status="finished", finished=timezone.now(), **fields)
    for query, games in (
        ("partner=piers&order=worst", ["low", "three"]),
        ("partner=alice", []),
        ("order=best", ["kept", "three", "low"]),
        ("players=2&variant=", ["kept", "low"]),
        ("variant=Rainbow (5 Suits)", ["kept"]),
    ):
        assert shown(hers, f"/history/?{query}", "games") == games, query
    assert hers.get("/history/?players=two").status_code == 400


def test_a_game_with_a_substitute_bot_is_no_game_of_agents_alone(alice: Player) -> None:
    """Not even where it sat in before the first move."""
    table = seated(alice, AGENTS[0], slug="away")
    with transaction.atomic():
        let_sit_in(load(table.slug, lock=True), 0, "for Alice, whose time is up")
    assert shown(Client(), "/watch/", "running_tables") == []
    changes.give_up(table.slug, alice, load(table.slug).table.version)
    assert not table.seatings.filter(kind="person").exists()
    assert shown(Client(), "/history/", "by_agents") == []


def test_a_game_is_listed_once_for_a_player_who_left_and_came_back(
    table: Table, alice: Player, hers: Client
) -> None:
    changes.submit(table.slug, changes.Actor(player=alice), Move.play(0), 0)
    with transaction.atomic():
        let_sit_in(load(table.slug, lock=True), 0, "for Alice, who is away")
    changes.come_back(table.slug, alice)
    assert table.seatings.filter(player=alice).count() == 2
    assert shown(hers, "/", "my_tables") == [table.slug]
    changes.give_up(table.slug, alice, load(table.slug).table.version)
    assert shown(hers, "/history/", "games") == [table.slug]


def test_a_line_of_the_lobby_says_whose_turn_it_is_and_the_score(
    table: Table, alice: Player, bob: Player
) -> None:
    assert summary_of(table, alice).your_turn
    assert not summary_of(table, bob).your_turn
    assert not summary_of(table, None).your_turn
    state = load(table.slug)
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
    assert (line.score, line.your_turn, line.table.status) == (1, True, "running")
    changes.give_up(table.slug, alice, 1)
    line = summary_of(table, bob)
    assert (line.score, line.table.zero, line.your_turn) == (1, 1, False)
    assert line.ended == "ended early"


def test_the_title_of_a_table_names_its_players_and_the_number_of_open_seats(alice: Player) -> None:
    titles = {
        "Alice and an open seat": [alice, OPEN],
        "Alice and 2 open seats": [alice, OPEN, OPEN],
        "Alice, Piers and an open seat": [alice, AGENTS[0], OPEN],
        "Alice and Piers": [alice, AGENTS[0]],
        "2 open seats": [OPEN, OPEN],
    }
    for title, who in titles.items():
        table = seated(*who, by=alice)
        assert title_of(load(table.slug)) == title
        assert summary_of(table, None).free == who.count(OPEN)


def test_the_waiting_room_offers_what_each_may_do(alice: Player, hers: Client, his: Client) -> None:
    address = seated(alice, OPEN).get_absolute_url()
    host = hers.get(address).context
    guest = his.get(address).context
    assert (host["can_sit"], host["can_start"]) == (False, True)
    assert (guest["can_sit"], guest["can_start"]) == (True, False)
    assert [seat["mine"] for seat in host["seats"]] == [True, False]
    assert host["invite_url"] == f"http://testserver{address}"


@pytest.mark.long
def test_a_player_who_comes_too_late_is_led_to_the_game(table: Table, charlie: Player) -> None:
    for path, form in (("sit/", {"seat": "1"}), ("stand-up/", {}), ("fill/", {})):
        answer = login(Client(), charlie).post(f"/tables/{table.slug}/{path}", form)
        assert (answer.status_code, answer["Location"]) == (302, f"/tables/{table.slug}/")


@pytest.mark.parametrize("seat", ["", "x", "-1", "7", "²", "9" * 5000])
def test_an_invalid_seat_gets_a_message(alice: Player, client: Client, seat: str) -> None:
    table = seated(alice, OPEN)
    response = client.post(f"/tables/{table.slug}/sit/", {"seat": seat})
    assert response.status_code == 409
    assert "no such seat" in response.content.decode()


@pytest.mark.parametrize("players", ["2", "5", "6"])
def test_play_now_fills_the_table_with_copies_of_one_agent(client: Client, players: str) -> None:
    form = {"agent": "rules:iggi", "players": players, "name": "Dana"}
    assert client.post("/play/", form).status_code == 302
    seats = load(Table.objects.get().slug).seats
    assert [seat.address for seat in seats] == ["", *["rules:iggi"] * (int(players) - 1)]


@pytest.mark.parametrize("wrong", [{"players": "1"}, {"players": "7"}, {"agent": "rules:nobody"}])
def test_play_now_with_an_invalid_size_or_agent_is_refused(
    client: Client, wrong: dict[str, str]
) -> None:
    assert client.post("/play/", {"agent": "rules:iggi"} | wrong).status_code == 400
    assert not Table.objects.exists()
