"""Who is asking: guests by their session, accounts by their login, and what each may be called."""

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import User
from django.test import Client

from game import protocol
from game.models import Player, Table, new_slug
from game.tables.people import clean_name
from tests.game.conftest import Connect, login, seated

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def dana(db: None) -> Player:
    """Somebody with an account."""
    user = User.objects.create_user("dana", password="correct horse battery")
    return Player.objects.create(name="dana", user=user)


def name_shown(client: Client) -> str:
    return str(client.get("/").context["player_name"])


def test_a_guest_is_known_by_their_session_alone(hers: Client) -> None:
    assert name_shown(hers) == "Alice"
    assert name_shown(Client()) == ""


def test_an_account_is_not_opened_by_an_old_guests_session(dana: Player) -> None:
    assert name_shown(login(Client(), dana)) == ""


def test_an_account_plays_under_its_own_name(dana: Player, client: Client) -> None:
    client.force_login(dana.user)  # type: ignore[arg-type]
    client.post("/play/", {"name": "Somebody else"})
    dana.refresh_from_db()
    assert dana.name == "dana"
    assert Player.objects.count() == 1


def test_an_account_without_a_person_becomes_one(client: Client) -> None:
    user = User.objects.create_user("x" * 40)
    client.force_login(user)
    Player.objects.all().delete()
    client.post("/play/", {"name": "Somebody else"})
    assert Player.objects.get().name == "x" * 30
    assert Player.objects.get().user == user


def test_a_guest_who_logs_in_keeps_their_games(alice: Player, hers: Client) -> None:
    User.objects.create_user("al", password="correct horse battery")
    hers.post("/accounts/login/", {"username": "al", "password": "correct horse battery"})
    alice.refresh_from_db()
    assert (alice.user.username, alice.name) == ("al", "al")
    assert Player.objects.count() == 1


def test_an_account_with_games_takes_no_guest_over(
    dana: Player, alice: Player, hers: Client
) -> None:
    said = "an account that has games already does not take them over"
    assert said in hers.get("/accounts/login/").content.decode()
    assert said not in Client().get("/accounts/login/").content.decode()
    hers.post("/accounts/login/", {"username": "dana", "password": "correct horse battery"})
    alice.refresh_from_db()
    assert alice.user is None
    assert Player.objects.get(user__username="dana") == dana


def test_a_new_account_takes_over_no_other_account_of_this_browser(
    dana: Player, client: Client
) -> None:
    """Where Dana played as a guest before, and logged out."""
    login(client, dana)
    User.objects.create_user("eve", password="correct horse battery")
    client.post("/accounts/login/", {"username": "eve", "password": "correct horse battery"})
    dana.refresh_from_db()
    assert (dana.user.username if dana.user else "", dana.name) == ("dana", "dana")
    assert Player.objects.get(user__username="eve") != dana


async def test_logging_out_closes_ones_sockets_and_nobody_elses(
    table: Table, alice: Player, bob: Player, connect: Connect
) -> None:
    def logged_in() -> Client:
        alice.user = User.objects.create_user("alice")
        alice.save()
        client = Client()
        client.force_login(alice.user)
        return client

    client = await database_sync_to_async(logged_in)()
    other = await connect(table.slug, bob)
    await other.until("frame")
    cookie = client.cookies["sessionid"].value
    mine = await connect(table.slug, cookie=f"sessionid={cookie}")
    assert (await mine.until("frame"))["frame"]["you"] == 0
    await database_sync_to_async(client.post)("/accounts/logout/")
    assert await mine.closed_with() == protocol.CLOSE_NOT_ALLOWED
    await other.send(t="ping", n=7)
    assert (await other.until("pong"))["n"] == 7


@pytest.mark.parametrize(
    ("name", "clean"),
    [("  Ann \t Lee ", "Ann Lee"), ("a\x00b", "a b"), ("x" * 99, "x" * 30), (" \n", "")],
)
def test_a_name_is_printable_and_short(name: str, clean: str) -> None:
    assert clean_name(name) == clean


def test_a_guests_name_stays_when_none_is_given(hers: Client) -> None:
    hers.post("/play/", {"name": ""})
    assert Player.objects.get().name == "Alice"


def test_secrets_are_long_and_slugs_avoid_similar_letters(alice: Player) -> None:
    tables = [seated("", "", by=alice) for _ in range(3)]
    assert {(len(table.slug), len(table.seed)) for table in tables} == {(12, 32)}
    assert len(alice.key) >= 32
    for secret in ("slug", "seed"):
        assert len({getattr(table, secret) for table in tables}) == 3
    names = {new_slug() for _ in range(200)}
    assert len(names) == 200
    assert not set("".join(names)) & set("01ilo")


def test_every_account_plays_as_itself() -> None:
    names = ("first", "second", "third")
    clients = {}
    for name in names:
        clients[name] = Client()
        clients[name].force_login(User.objects.create_user(name))
        clients[name].post("/play/")
    assert set(Player.objects.values_list("name", "user__username")) == {(n, n) for n in names}
    for name in names:
        mine = clients[name].get("/").context["my_tables"]
        (table,) = Table.objects.filter(creator__name=name)
        assert [summary.table for summary in mine] == [table]
