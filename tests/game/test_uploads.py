"""A game from elsewhere, brought to be studied: shown like any replay, and counted nowhere."""

import json
import tarfile
import zlib
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings

from analysis.models import Person, Trace
from analysis.traces.tables import collect
from game.models import Player, Table, Upload
from hanabi_site.settings.limits import Limits
from tests.game.played import finished

pytestmark = pytest.mark.django_db


DATA = Path(__file__).parents[1] / "data" / "hanab_live_mit.tar.xz"


@pytest.fixture(scope="module")
def export() -> bytes:
    """A game of three people from hanab.live."""
    with tarfile.open(DATA) as archive:
        name = next(n for n in archive.getnames() if n.endswith("p3v0s1.json"))
        return archive.extractfile(name).read()


@pytest.fixture
def game(export: bytes) -> dict[str, object]:
    return dict(json.loads(export), players=["Ana", "Ben", "Cem"])


@pytest.fixture
def ours() -> Table:
    """A game of this site."""
    return finished("rules:piers", "rules:iggi", seed="upload")


@pytest.fixture
def trace(client: Client, ours: Table) -> dict[str, Any]:
    return client.get(f"/replays/{ours.slug}/trace.json").json()


def send(client: Client, data: object) -> str:
    """Paste it; where it leads."""
    text = data if isinstance(data, str) else json.dumps(data)
    answer = client.post("/replays/upload/", {"text": text})
    assert answer.status_code == 302, answer.context["refusal"]
    return answer["Location"]


def refusal(client: Client, data: object) -> str:
    text = data if isinstance(data, str) else json.dumps(data)
    answer = client.post("/replays/upload/", {"text": text})
    assert answer.status_code == 400
    return str(answer.context["refusal"])


def test_a_text_that_no_form_holds_is_refused_with_a_page(client: Client) -> None:
    answer = client.post("/replays/upload/", {"text": "x" * 3_000_000})
    assert (answer.status_code, answer.context["title"]) == (400, "That is too much text")


def test_a_pasted_game_is_a_replay_with_hindsight_and_a_trace(
    client: Client, game: dict[str, object]
) -> None:
    address = send(client, game | {"notes": [["", "kt"]]})
    assert "Ana, Ben and Cem" in client.get(address).content.decode()
    replay = client.get(f"{address}frames.json?seat=1").json()
    assert len(replay["frames"]) > 20
    assert [(note["order"], note["text"]) for note in replay["notes"]] == [(1, "kt")]
    assert client.get(f"{address}hindsight.json").status_code == 200
    trace = client.get(f"{address}trace.json").json()
    assert trace["deck"] == game["deck"]
    assert client.post(f"{address}play-on/?turn=3", {"seat": "0"}).status_code == 302


def test_a_variant_is_named_in_the_replay_and_with_its_number_in_the_list(
    client: Client, game: dict[str, object]
) -> None:
    other = {**game, "options": {"variant": "Pink (5 Suits)"}, "id": 81234, "score": None}
    other["actions"] = [{"type": 0, "target": 0}]
    plain, pink = send(client, game), send(client, other)
    said = "Ana, Ben and Cem · Pink (5 Suits)"
    page = client.get(pink).content.decode()
    assert page.count(said) >= 2
    assert "Pink (5 Suits): Every number touches pink cards." in page
    assert "notice" not in client.get(plain).content.decode()
    listed = client.get("/replays/upload/").content.decode()
    assert listed.count("Pink (5 Suits) · 1 turn · ended early · hanab.live 81234 · ") == 1
    assert "55 turns · perfect · " in listed
    assert "No Variant" not in listed


def test_a_game_may_be_uploaded_as_a_file(client: Client, export: bytes) -> None:
    answer = client.post("/replays/upload/", {"file": SimpleUploadedFile("g.json", export)})
    assert client.get(answer["Location"]).status_code == 200


def test_a_trace_with_bytes_that_are_not_utf_8_is_refused_with_a_message(
    client: Client, ours: Table
) -> None:
    trace = client.get(f"/replays/{ours.slug}/trace.json").content
    broken = trace.replace(b'"rules:piers"', b'"rules:\xff"')
    assert broken != trace
    file = SimpleUploadedFile("trace.json", broken)
    answer = client.post("/replays/upload/", {"file": file})
    assert answer.status_code == 400
    assert "its text is not UTF-8" in answer.context["refusal"]


@pytest.mark.long
def test_an_uploaded_trace_of_this_site_shows_its_reasons(
    client: Client, ours: Table, trace: dict[str, Any]
) -> None:
    address = send(client, trace)
    mine, theirs = (
        client.get(f"{one}frames.json").json()["frames"]
        for one in (address, f"/replays/{ours.slug}/")
    )
    assert [f["log"] for f in mine][1:] == [f["log"] for f in theirs][1:]
    assert any(entry.get("why") for frame in mine for entry in frame["log"])


def test_an_uploaded_game_is_in_no_statistics_and_no_public_list(
    client: Client, game: dict[str, object]
) -> None:
    address = send(client, game)
    collect()
    assert not Trace.objects.exists()
    assert not Table.objects.exists()
    assert not Person.objects.exists()
    for page in ("/", "/history/", "/analysis/games/"):
        assert address not in Client().get(page).content.decode()
    assert address in client.get("/replays/upload/").content.decode()
    assert address not in Client().get("/replays/upload/").content.decode()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("", "Choose a file"),
        ("hello", "cannot be read"),
        ("https://hanab.live/shared-replay-json/4aabc", "a link"),
        ("{", "not JSON"),
        ("[1, 2]", "several games"),
        ("{}", "cannot be read"),
        ('{"a": ' + "[" * 5000, "cannot be read"),
        ("2 players, suits rg, ranks 2, hand size 2, copies 2 1 | r1g2 g1r2 r1g1 | p0", "JSON"),
    ],
)
def test_an_invalid_game_is_refused_with_a_message_and_not_stored(
    data: str, words: str, client: Client
) -> None:
    assert words in refusal(client, data)
    assert not Upload.objects.exists()
    assert not Player.objects.exists()
    again = client.post("/replays/upload/", {"text": data})
    assert again.context["text"] == data, "nobody has to write it again"
    assert "<title>Error: " in again.content.decode()


def test_a_pasted_link_or_number_leads_to_the_address_of_the_game(client: Client) -> None:
    for text in ("8123", " hanab.live/replay/8123", "https://hanab.live/shared-replay/8123#7"):
        page = client.post("/replays/upload/", {"text": text}).content.decode()
        assert 'href="https://hanab.live/export/8123"' in page, text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"actions": [], "score": 0}, "no moves"),
        ({"actions": [{"type": 0, "target": 40}]}, "turn 1"),
        ({"deck": []}, "cannot be replayed"),
        ({"options": {"variant": "No such variant"}}, "variant"),
        ({"options": {"cardCycle": True}}, "cardCycle"),
        ({"players": ["Ana"]}, "cannot be read"),
        ({"lab": {}}, "cannot be read"),
        ({"lab": {"zero": 0, "seats": []}}, "who sat"),
        ({"lab": {"zero": 0, "seats": [{"seat": 9, "kind": "cat", "name": ""}]}}, "no trace"),
        ({"score": 3}, "3 points"),
    ],
)
def test_an_unplayable_game_is_refused_with_a_message_and_not_stored(
    change: dict[str, object], words: str, client: Client, game: dict[str, object]
) -> None:
    assert words in refusal(client, game | change)
    assert not Upload.objects.exists()


def test_an_upload_over_a_limit_is_refused_unread(client: Client, game: dict[str, object]) -> None:
    with override_settings(LIMITS=Limits()):
        assert "more than 256 kB" in refusal(client, game | {"more": "x" * (256 << 10)})
    with override_settings(LIMITS=Limits(uploads_a_person=1)):
        send(client, game)
        assert client.post("/replays/upload/", {"text": json.dumps(game)}).status_code == 429
    assert Upload.objects.count() == 1


def test_a_file_that_is_too_long_is_refused_like_a_text(client: Client) -> None:
    with override_settings(LIMITS=Limits()):
        long = SimpleUploadedFile("g.json", b" " * ((256 << 10) + 1))
        answer = client.post("/replays/upload/", {"file": long})
    assert answer.status_code == 400
    assert "more than 256 kB" in answer.context["refusal"]


def test_names_from_anywhere_are_shown_as_text(client: Client, game: dict[str, object]) -> None:
    address = send(client, game | {"players": ["<b>Ana</b>", "\u0000\n\u202e", "C" * 500]})
    page = client.get(address).content.decode()
    assert "<b>Ana" not in page
    assert "&lt;b&gt;Ana&lt;/b&gt;, Player 2 and CCC" in page
    assert client.get(f"{address}frames.json").status_code == 200


def test_after_the_third_strike_an_upload_is_listed_with_no_points(
    client: Client, export: bytes
) -> None:
    deck = sorted(json.loads(export)["deck"], key=lambda card: card["rank"])
    # Ana holds a 1 and 5s, Ben and Cem 5s alone, and Ana begins.
    deck = [deck[0], *deck[-14:], *deck[1:-14]]
    plays = [{"type": 0, "target": order} for order in (0, 5, 10, 1)]
    send(client, {"players": ["Ana", "Ben", "Cem"], "deck": deck, "actions": plays})
    assert Upload.objects.get().score == 0
    assert "<strong>0</strong> points" in client.get("/replays/upload/").content.decode()


def test_an_odd_address_of_an_agent_leads_nowhere(client: Client, trace: dict[str, Any]) -> None:
    trace["lab"]["seats"][0]["agent"] = "rules:\npiers"
    trace["lab"]["seats"][1]["agent"] = "rules:" + "?" * 200
    address = send(client, trace)
    assert client.get(f"{address}frames.json").status_code == 200
    assert client.get(f"{address}play-on/?turn=3").status_code == 200
    client.post(f"{address}play-on/?turn=3", {"seat": "0"})
    assert Table.objects.filter(branch_of=address.split("/")[2]).exists()


def test_the_same_game_is_kept_once_and_only_its_owner_deletes_it_and_it_alone(
    client: Client, game: dict[str, object], hers: Client
) -> None:
    address = send(client, game)
    assert send(client, game) == address
    other = send(client, game | {"players": ["Dan", "Eva", "Fay"]})
    assert hers.post(f"{address}delete/").status_code == 404
    assert Client().post(f"{address}delete/").status_code == 404
    assert client.get(address).status_code == 200
    client.post(f"{address}delete/")
    assert client.get(address).status_code == 404
    assert client.get(other).status_code == 200


def test_a_trace_keeps_who_sat_at_its_seats_and_when(client: Client, trace: dict[str, Any]) -> None:
    seats = trace["lab"]["seats"]
    later = {"seat": 1, "kind": "person", "name": "Ana", "from_turn": 5}
    trace["lab"]["seats"] = [*seats, later]
    address = send(client, trace)
    frames = client.get(f"{address}frames.json").json()["frames"]
    kinds = [[seat["kind"] for seat in frame["seats"]] for frame in frames]
    assert kinds[0] == ["agent", "agent"]
    assert kinds[-1] == ["agent", "person"]
    for seat in (2, 5):
        trace["lab"]["seats"] = [*seats, later | {"seat": seat}]
        assert "it must say who sat at each seat" in refusal(client, trace)


def test_a_trace_made_by_hand_need_not_repeat_its_moves(
    client: Client, trace: dict[str, Any]
) -> None:
    del trace["lab"]["stacks"], trace["lab"]["strikes"]
    trace["lab"]["turns"] = [{"turn": 1, "why": "Said by hand."}]
    trace["lab"]["seats"][0]["name"] = "P" * 500
    frames = client.get(f"{send(client, trace)}frames.json").json()["frames"]
    assert frames[1]["log"][0]["why"] == "Said by hand."
    assert frames[0]["seats"][0]["name"] == "P" * 60


def test_a_stored_upload_that_is_now_invalid_is_not_found(
    client: Client, game: dict[str, object]
) -> None:
    address = send(client, game)
    Upload.objects.update(body=zlib.compress(b"{}"))
    assert client.get(address).status_code == 404
