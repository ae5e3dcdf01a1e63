"""Limits: named in one place, and whoever meets one is told in words."""

from dataclasses import replace
from math import inf

import pytest
from channels.db import database_sync_to_async
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from game import protocol
from game.live import presence, runner
from game.live.socket import TokenBucket
from game.models import Player, Table
from game.tables import changes
from hanabi_site.settings.limits import Limits, limits
from tests.game.conftest import Connect, seated
from tests.game.doors import NEW_TABLE

pytestmark = pytest.mark.django_db


AGENTS = {"players": "2", "games": "3", "delay": "900"}


@pytest.fixture(autouse=True)
def nobody_was_counted() -> None:
    cache.clear()


def limit(settings: LazySettings, **numbers: float) -> None:
    settings.LIMITS = replace(limits("off"), **numbers)


def test_the_environment_variable_sets_single_limits_or_removes_all() -> None:
    assert limits("") == Limits()
    assert limits("signups_an_hour=3, sockets_a_table=9") == replace(
        Limits(), signups_an_hour=3, sockets_a_table=9
    )
    assert set(vars(limits("off")).values()) == {inf}
    assert limits("off,sockets_a_table=9") == replace(limits("off"), sockets_a_table=9)


@pytest.mark.parametrize(
    "text", ["on", "signups=3", "signups_an_hour=many", "heavy_percent=0", "heavy_percent=101"]
)
def test_a_senseless_limit_is_refused_with_a_message(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"sockets_a_table|heavy_percent must be"):
        limits(text)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ({"tables_going": 2}, "You have 2 games going"),
        ({"tables_an_hour": 2}, "You made many tables"),
        ({"tables_an_hour_an_address": 2}, "from your network"),
    ],
)
def test_a_table_over_the_limit_is_refused_and_not_made(
    settings: LazySettings, client: Client, numbers: dict[str, float], words: str
) -> None:
    limit(settings, **numbers)
    for _ in range(2):
        assert client.post("/play/").status_code == 302
    refused = client.post("/play/")
    assert refused.status_code == 429
    assert words in refused.content.decode()
    assert Table.objects.count() == 2


@pytest.mark.parametrize(
    ("door", "form"),
    [
        ("/play/", {}),
        ("/tables/new/", NEW_TABLE),
        ("/watch/", AGENTS),
        ("/daily/play/", {}),
        ("/replays/over/play-on/", {"seat": "0"}),
        ("/tables/over/again/", {}),
    ],
)
def test_every_way_to_a_new_table_counts_against_the_limit(
    settings: LazySettings, door: str, form: dict[str, str], alice: Player, hers: Client
) -> None:
    changes.give_up(seated(alice, "rules:iggi", slug="over").slug, alice, 0)
    limit(settings, tables_an_hour=0)
    assert hers.post(door, form).status_code == 429
    assert Table.objects.count() == 1
    limit(settings, tables_an_hour=2)
    assert hers.post(door, form).status_code == 302
    assert Table.objects.count() == 2


def test_games_of_agents_alone_have_their_own_limit(settings: LazySettings, client: Client) -> None:
    limit(settings, series_going=1)
    assert client.post("/play/").status_code == 302
    assert client.post("/watch/", AGENTS).status_code == 302
    assert "agents already" in client.post("/watch/", AGENTS).content.decode()
    assert client.post("/play/").status_code == 302


def test_a_finished_game_counts_no_more(settings: LazySettings, client: Client) -> None:
    limit(settings, tables_going=1)
    client.post("/play/")
    Table.objects.update(status=Table.Status.FINISHED)
    assert client.post("/play/").status_code == 302


def test_accounts_from_one_address_are_counted(settings: LazySettings) -> None:
    limit(settings, signups_an_hour=1)
    asked = []
    for name in ("ana", "bo"):
        form = {"username": name, "password1": "long-enough-1", "password2": "long-enough-1"}
        asked.append(Client().post("/accounts/signup/", form).status_code)
    assert asked == [302, 429]
    assert User.objects.count() == 1


def test_after_too_many_wrong_passwords_a_login_must_wait(settings: LazySettings) -> None:
    settings.AXES_FAILURE_LIMIT = 3
    User.objects.create_user("ana", password="right")
    wrong = {"username": "ana", "password": "wrong"}
    answers = [Client().post("/accounts/login/", wrong) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
    assert "quarter of an hour" in answers[-1].content.decode()
    right = Client().post("/accounts/login/", {"username": "ana", "password": "right"})
    assert right.status_code == 429


def test_wrong_passwords_for_one_name_stop_nobody_else(settings: LazySettings) -> None:
    """Neither others of the same network, nor the same person elsewhere."""
    settings.AXES_FAILURE_LIMIT = 3
    for name in ("ana", "bo"):
        User.objects.create_user(name, password="right")
    for _ in range(3):
        Client().post("/accounts/login/", {"username": "ana", "password": "wrong"})

    def login(name: str, address: str) -> int:
        form = {"username": name, "password": "right"}
        return Client(REMOTE_ADDR=address).post("/accounts/login/", form).status_code

    assert login("ana", "127.0.0.1") == 429
    assert login("bo", "127.0.0.1") == 302
    assert login("ana", "192.0.2.7") == 302


def test_logins_from_one_address_are_counted(settings: LazySettings, client: Client) -> None:
    limit(settings, logins_an_hour=1)
    form = {"username": "ana", "password": "wrong"}
    assert client.post("/accounts/login/", form).status_code == 200
    assert "Many people of your network" in client.post("/accounts/login/", form).content.decode()


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ({"sockets_a_person": 1}, "too many windows"),
        ({"sockets_a_table": 1}, "look at this table"),
        ({"sockets_an_address": 1}, "Your network"),
    ],
)
async def test_one_socket_too_many_is_refused_with_a_reason_until_one_closes(
    settings: LazySettings,
    table: Table,
    alice: Player,
    connect: Connect,
    numbers: dict[str, float],
    words: str,
) -> None:
    limit(settings, **numbers)
    first = await connect(table.slug, alice)
    await first.until("frame")
    second = await connect(table.slug, alice)
    refused = await second.until("refused")
    assert refused["reason"] == "too_many"
    assert words in refused["text"]
    assert await second.closed_with() == protocol.CLOSE_TOO_MANY
    await first.communicator.disconnect(timeout=5)
    await (await connect(table.slug, alice)).until("frame")
    assert presence.sockets_open() == presence.tables_open() == 1


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
async def test_a_series_of_agents_waits_until_somebody_looks_on(
    alice: Player, connect: Connect
) -> None:
    create = database_sync_to_async(seated)
    first = await create(
        "rules:piers", "rules:piers", by=alice, delay=0, planned=2, seed="a series"
    )
    count = database_sync_to_async(Table.objects.count)
    runner.wake(first.slug)
    await runner.settle()
    assert await count() == 1
    socket = await connect(first.slug)
    await socket.until("frame")
    while await count() == 1:
        await socket.receive()


def test_each_network_address_is_counted_separately(settings: LazySettings, client: Client) -> None:
    limit(settings, tables_an_hour_an_address=1)
    assert [client.post("/play/").status_code for _ in range(2)] == [302, 429]
    assert client.post("/play/", REMOTE_ADDR="198.51.100.7").status_code == 302


def test_while_the_cache_is_away_nobody_is_counted_and_the_log_says_so(
    settings: LazySettings,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def away(*_: object) -> None:
        raise OSError("no such host")

    limit(settings, tables_an_hour_an_address=0)
    for call in ("add", "get", "set"):
        monkeypatch.setattr(f"game.limits.cache.{call}", away)
    assert (client.get("/").status_code, client.post("/play/").status_code) == (200, 302)
    assert "Limits are not enforced while the cache is unavailable: no such host" in caplog.messages


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def taken(bucket: TokenBucket, times: int) -> int:
    return sum(bucket.take() for _ in range(times))


def test_a_bucket_is_full_at_first_fills_with_time_and_never_holds_more() -> None:
    clock = Clock()
    bucket = TokenBucket(4, 2.0, clock)
    assert taken(bucket, 10) == 4
    clock.now += 0.4
    assert taken(bucket, 10) == 0
    clock.now += 0.2
    assert taken(bucket, 10) == 1
    clock.now += 1.5
    assert taken(bucket, 10) == 3
    clock.now += 3600
    assert taken(bucket, 100) == 4
