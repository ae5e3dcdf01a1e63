"""A replay that several look at: one leads, the others are told where to look and nothing else."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.conf import LazySettings

from game import protocol
from game.live import presence
from game.live.shared_replays import code_of
from hanabi_site.asgi import application
from tests.game.conftest import Socket
from tests.sockets import PatientCommunicator

Join = Callable[[str], Awaitable[Socket]]

pytestmark = pytest.mark.django_db(transaction=True)
SECRET = "0123456789abcdef" * 2
LEAD, FOLLOW = f"lead={SECRET}", f"follow={code_of(SECRET)}"


def view(turn: int, **other: Any) -> dict[str, Any]:
    return {"t": "view", "game": "a-game", "line": None, "turn": turn, "seat": "all"} | other


@pytest.fixture
async def join(transactional_db: None) -> AsyncIterator[Join]:
    opened: list[PatientCommunicator] = []

    async def join(query: str) -> Socket:
        headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
        communicator = PatientCommunicator(application, f"/ws/replays/?{query}", headers=headers)
        assert (await communicator.connect())[0]
        opened.append(communicator)
        return Socket(communicator)

    yield join
    for communicator in opened:
        await communicator.disconnect()


async def test_followers_see_the_leaders_view(join: Join) -> None:
    leader = await join(LEAD)
    assert await leader.until("room") == {
        "t": "room", "code": code_of(SECRET), "led": True, "followers": 0
    }  # fmt: skip
    follower = await join(FOLLOW)
    while (room := await leader.until("room"))["followers"] != 1:
        pass
    assert room["led"]
    await leader.send(**view(7, seat="1"))
    assert await follower.until("view") == view(7, seat="1")
    await leader.send(**view(3, game="another", line=12))
    assert await follower.until("view") == view(3, game="another", line=12)


async def test_a_follower_who_joins_late_receives_the_latest_view(join: Join) -> None:
    leader = await join(LEAD)
    for turn in (1, 2):
        await leader.send(**view(turn))
    await leader.send(t="ping", n=1)
    await leader.until("pong")
    follower = await join(FOLLOW)
    assert (await follower.until("view"))["turn"] == 2


@pytest.mark.long
async def test_followers_are_notified_whether_there_is_a_leader(join: Join) -> None:
    follower = await join(FOLLOW)
    assert not (await follower.until("room"))["led"]
    leader = await join(LEAD)
    assert (await follower.until("room"))["led"]
    await leader.communicator.disconnect()
    while (await follower.until("room"))["led"]:
        pass
    groups = get_channel_layer().groups
    assert len(groups[f"replay.{code_of(SECRET)}"]) == 1
    await follower.communicator.disconnect()
    assert not groups.get(f"replay.{code_of(SECRET)}")


async def test_the_leader_is_notified_of_the_number_of_followers(join: Join) -> None:
    leader = await join(LEAD)
    followers = [await join(FOLLOW), await join(FOLLOW)]
    while (await leader.until("room"))["followers"] != 2:
        pass
    await followers[0].communicator.disconnect()
    assert (await leader.until("room"))["followers"] == 1


async def test_too_many_views_close_the_socket(join: Join, settings: LazySettings) -> None:
    settings.LIMITS = replace(settings.LIMITS, messages_at_once=2, messages_a_second=0)
    leader = await join(LEAD)
    for turn in range(3):
        await leader.send(**view(turn))
    assert await leader.closed_with() == protocol.CLOSE_TOO_FAST


async def test_a_room_that_is_full_has_room_again_when_somebody_leaves(
    join: Join, settings: LazySettings
) -> None:
    settings.LIMITS = replace(settings.LIMITS, sockets_a_table=1)
    leader = await join(LEAD)
    await leader.until("room")
    assert presence.sockets_open() == 1
    assert presence.tables_open() == 0
    assert await (await join(FOLLOW)).closed_with() == protocol.CLOSE_TOO_MANY
    await leader.communicator.disconnect()
    assert not (await (await join(FOLLOW)).until("room"))["led"]


async def test_a_follower_cannot_lead(join: Join) -> None:
    """The code of the link tells nothing of the secret that leads."""
    follower, other = await join(FOLLOW), await join(FOLLOW)
    await follower.send(**view(5))
    assert await follower.closed_with() == protocol.CLOSE_NOT_ALLOWED
    await other.send(t="ping", n=1)
    assert "view" not in [(await other.receive())["t"] for _ in range(3)]


@pytest.mark.parametrize(
    "query", ["", "follow=", "follow=../x", "lead=short", "follow=" + "0" * 99]
)
async def test_an_invalid_link_to_a_shared_replay_is_refused(join: Join, query: str) -> None:
    assert await (await join(query)).closed_with() == protocol.CLOSE_NO_TABLE


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "../../etc"},
        {"game": "x" * 81},
        {"turn": -1},
        {"turn": 10**9},
        {"seat": "6"},
        {"seat": "all hands"},
        {"line": "1"},
        {"name": "Ana"},
    ],
    ids=str,
)
async def test_an_invalid_view_to_follow_is_refused(join: Join, wrong: dict[str, Any]) -> None:
    leader = await join(LEAD)
    await leader.send(**view(1) | wrong)
    assert await leader.closed_with() == protocol.CLOSE_GARBAGE
