"""What every page of the tables' room tells each visitor, to the last word and number."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from game.models import DailyDeal, Player, Table, Upload
from game.puzzles.position import act
from game.puzzles.puzzle import puzzles
from game.tables import changes
from game.tables.changes import SeatPlan
from game.tables.state import load
from native import Move
from tests.game.conftest import login
from tests.game.played import finished, play_out
from tests.kept import as_text, digest_of_text, same_as_kept, told, without_moments

pytestmark = [pytest.mark.long, pytest.mark.django_db]


SINCE_1970 = re.compile(r"(\b(?:away_since|began|deadline|now)'?:?) \d+\.?\d*(?:e\+\d+)?")


BOT, OTHER = "rules:piers", "rules:iggi"


@pytest.fixture(autouse=True)
def _runs_of_its_own(settings: LazySettings, tmp_path: Path) -> None:
    """No run but those that come with the program."""
    settings.RUNS_DIR = str(tmp_path)


@pytest.fixture
def tables(alice: Player, bob: Player) -> None:
    """One of each kind, with names for addresses."""
    me, other, bot = SeatPlan(player=alice), SeatPlan(player=bob), SeatPlan(address=BOT)

    def made(slug: str, *plans: SeatPlan, by: Player | None = alice, **fields: object) -> None:
        changes.create(list(plans), by, slug=slug, seed=slug, delay=0, **fields)

    made("open", me, SeatPlan(), SeatPlan(), clock_move=30, scoring="stacks")
    made("full", me, other, bot, help="common")
    made("watched", me, bot, watching="seats", watch_delay=2, clock_base=300, clock_increment=10)
    made("alone", bot, SeatPlan(address=OTHER), paused=True, planned=3)
    made("people", me, other)
    made("branch", me, other, branch_of="agents", branch_turn=7)
    made("closed", me, bot, watching="closed")
    made("drawn", me, bot, drawn=True)
    finished(BOT, OTHER, slug="agents", seed="agents")
    play_out("full", leave=40)
    play_out("watched", leave=40)
    play_out("people")
    moment = datetime(2026, 3, 1, 12, tzinfo=UTC)
    for minutes, table in enumerate(Table.objects.order_by("pk")):
        Table.objects.filter(pk=table.pk).update(
            created=moment + timedelta(minutes=minutes),
            finished=table.finished and moment + timedelta(minutes=minutes),
        )


@pytest.fixture
def visitors(alice: Player, charlie: Player) -> dict[str, Client]:
    return {"alice": login(Client(), alice), "charlie": login(Client(), charlie), "": Client()}


def text_of(response: Any, part: str, but: tuple[str, ...] = ()) -> str:
    """The answer's number and address, and what its page was given."""
    head = f"{response.status_code} {response.headers.get('Location', '')}\n"
    if response.headers.get("Content-Type", "").startswith("application/json"):
        return head + as_text(json.loads(response.content))
    if not getattr(response, "context", None):
        return head + response.content.decode()
    try:
        text = told(response, but=(*but, "hands"), part=part)
    except StopIteration:
        return head + told(response, part="advice")
    hands = response.context.get("hands")
    return head + text + (f"hands {digest_of_text(hands)}\n" if hands else "")


PAGES = {
    "lobby": ("play_now_url", ["/"]),
    "waiting": ("socket_path", ["/tables/open/"]),
    "table": (
        "socket_path",
        ["/tables/full/", "/tables/watched/?seat=1", "/tables/watched/", "/tables/closed/"],
    ),
    "table-of-agents": ("socket_path", ["/tables/alone/", "/tables/alone/?seat=1"]),
    "table-over": ("socket_path", ["/tables/people/", "/tables/nowhere/", "/tables/full/?seat=7"]),
    "replay": (
        "table_id",
        ["/replays/agents/", "/replays/people/", "/replays/full/", "/replays/nowhere/"],
    ),
    "history": ("games", ["/history/", "/history/?page=2"]),
    "how-known": (
        "table_id",
        [
            "/replays/agents/how-known/?turn=9",
            "/replays/agents/how-known/?turn=9&seats=1",
            "/replays/agents/how-known/?turn=999",
            "/replays/agents/how-known/?turn=9&seats=x",
        ],
    ),
    "play-on": (
        "table_id",
        [
            "/replays/agents/play-on/?turn=9",
            "/replays/agents/play-on/?turn=999",
            "/replays/full/play-on/",
        ],
    ),
    "same-deal": ("table_id", ["/replays/agents/same-deal/", "/replays/people/same-deal/"]),
    "plays-like": (
        "told",
        [
            "/replays/agents/plays-like/?pool=literature7&turn=20",
            "/replays/agents/plays-like/?pool=literature7&turn=20&seat=1",
            "/replays/agents/plays-like/?pool=paper-1&turn=30",
            "/replays/agents/plays-like/?pool=nobody",
            "/replays/agents/plays-like/?seat=2",
            "/replays/agents/plays-like.json?pool=literature7&turn=20",
            "/tables/full/plays-like/?pool=literature7",
            "/tables/drawn/plays-like/?pool=literature7",
        ],
    ),
    "stages": (
        "",
        [
            "/replays/agents/stages.json?turn=4",
            "/replays/agents/stages.json?turn=4&seats=0",
            "/replays/agents/stages.json?seats=9",
            "/replays/agents/stages.json?turn=x",
        ],
    ),
    "line": (
        "table_id",
        [
            "/replays/agents/line/30/",
            "/replays/agents/line/999/",
            "/replays/agents/hindsight.json",
        ],
    ),
    "empathy": ("choices", ["/empathy/", "/empathy/?seats=0", "/empathy/?seats=2"]),
    "upload": ("refusal", ["/replays/upload/"]),
    "watch": ("form", ["/watch/", f"/watch/?seats={BOT}&seats=search:100:{OTHER}&seats={BOT}"]),
    "learn": ("steps", ["/learn/"]),
    "rules": ("stacks", ["/learn/rules/"]),
    "signup": ("form", ["/accounts/signup/"]),
}


MANY = (
    "examples",
    "partner_menu",
    "partners",
    "recommended",
    "replacements",
    "form",
    "sections",
    "pools",
)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.usefixtures("tables")
def test_a_page_tells_what_is_kept_of_it(page: str, visitors: dict[str, Client]) -> None:
    part, addresses = PAGES[page]
    parts = []
    for address in addresses:
        before = ""
        for who, client in visitors.items():
            text = text_of(client.get(address), part, MANY)
            parts.append(f"{address} {who}\n{'the same' if text == before else text}\n")
            before = text
    kept = without_moments("\n".join(parts))
    kept = SINCE_1970.sub(r"\1 ...", kept)
    assert same_as_kept(f"game/{page}", kept)


@pytest.mark.usefixtures("tables")
def test_whom_one_may_play_with(client: Client) -> None:
    """The menus of partners, as pages show them."""
    daily, replay = client.get("/daily/"), client.get("/replays/agents/play-on/?turn=3")
    watched = client.get("/tables/alone/")
    listed = {
        "menu": str(client.get("/").context["partner_menu"]).splitlines(),
        "recommended": [one.entry.address for one in client.get("/").context["recommended"]],
        "daily": [one.address for one in daily.context["partners"]],
        "daily, usual": daily.context["usual"],
        "replay": [one.address for one in replay.context["partners"]],
        "replacements": [one["name"] for one in watched.context["replacements"]],
    }
    listed |= {f"menu {number}": line for number, line in enumerate(listed["menu"])}
    assert same_as_kept("game/partners", as_text(listed))


POSTS: list[tuple[str, dict[str, str]]] = [
    ("/play/", {"players": "7"}),
    ("/play/", {"players": "1"}),
    ("/play/", {"agent": "rules:nobody"}),
    ("/play/", {"agent": "cheat:priority"}),
    ("/tables/new/", {"players": "9", "name": "Dora"}),
    ("/tables/open/sit/", {"seat": "0"}),
    ("/tables/open/sit/", {"seat": "7"}),
    ("/tables/open/sit/", {"seat": "x"}),
    ("/tables/full/sit/", {"seat": "0"}),
    ("/tables/nowhere/sit/", {"seat": "0"}),
    ("/tables/full/stand-up/", {}),
    ("/tables/open/fill/", {"agent": "rules:nobody"}),
    ("/tables/alone/again/", {}),
    ("/tables/full/again/", {}),
    ("/tables/agents/again/", {}),
    ("/daily/play/", {"agent": "rules:nobody"}),
    ("/replays/agents/play-on/?turn=9", {"seat": "2"}),
    ("/replays/agents/play-on/?turn=9", {"seat": "0", "agent": "rules:nobody"}),
    ("/replays/upload/", {}),
    ("/replays/upload/", {"text": "x" * (300 << 10)}),
    ("/replays/upload/", {"text": '{"players": ["A", "B"], "deck": [], "actions": []}'}),
    ("/replays/upload/", {"text": "nothing"}),
    ("/replays/nowhere/delete/", {}),
    ("/puzzles/1/", {"move": "play 99"}),
    ("/puzzles/999/", {"move": "play 1"}),
    ("/watch/", {"players": "2", "seat_0": "rules:nobody"}),
    ("/accounts/signup/", {"username": "", "password1": "a", "password2": "b"}),
    (
        "/accounts/signup/",
        {"username": "a b", "password1": "correct horse", "password2": "correct horse"},
    ),
    ("/accounts/login/", {"username": "nobody", "password": "wrong"}),
]


@pytest.mark.usefixtures("tables")
def test_what_is_refused_on_a_page(visitors: dict[str, Client]) -> None:
    said = []
    for address, fields in POSTS:
        for who in ("alice", ""):
            answer = visitors[who].post(address, fields)
            words = re.sub(r"<[^>]*>|\s+", " ", answer.content.decode())
            found = re.findall(r"[^.<>]*\.", words) if answer.status_code != 302 else []
            errors = []
            if getattr(answer, "context", None):
                form = answer.context.get("form")
                errors = [dict(form.errors)] if form is not None else []
                errors += [answer.context.get(key) for key in ("refusal", "advice", "title")]
                errors = [one for one in errors if one]
            elif answer.status_code != 302:
                errors = [" ".join(found) or words]
            where = re.sub(
                r"/tables/[2-9a-z]{12}/", "/tables/.../", str(answer.headers.get("Location", ""))
            )
            short = {name: value[:60] for name, value in fields.items()}
            said.append(f"{address} {short} {who}: {answer.status_code} {where} {errors}")
    assert same_as_kept("game/refused", "\n".join(said) + "\n")


def test_the_daily_deal(alice: Player, bob: Player, charlie: Player) -> None:
    today = timezone.now().date()
    deals = [
        DailyDeal.objects.create(day=today - timedelta(days=back), seed=f"daily {back}")
        for back in range(10)
    ]
    for number, person in enumerate((alice, bob)):
        for deal in deals[:2]:
            plans = [SeatPlan(player=person), SeatPlan(address=(BOT, OTHER)[number])]
            slug = f"d{number}{deal.seed[-1]}"
            changes.create(plans, person, slug=slug, daily=deal, seed=deal.seed, listed=False)
            if number or deal is deals[1]:
                play_out(slug)
    changes.give_up("d00", alice, load("d00").table.version)
    parts = []
    for address in ("/daily/", f"/daily/{deals[1].day}/", "/daily/2020-01-01/", "/daily/x/"):
        for person in (alice, charlie):
            response = login(Client(), person).get(address)
            parts.append(text_of(response, "deal", ("partners", "earlier", "csrf_token")))
            if response.status_code == 200:
                earlier = response.context["earlier"]
                parts.append(str([(today - one.day).days for one in earlier]))
                parts.append(str((today - response.context["deal"].day).days))
    assert same_as_kept("game/daily", "\n".join(parts))


def test_uploads(alice: Player) -> None:
    client = login(Client(), alice)
    table = finished(BOT, OTHER, slug="mine", seed="mine")
    trace = client.get(f"/replays/{table.slug}/trace.json").content.decode()
    there = client.post("/replays/upload/", {"text": trace})
    assert there.status_code == 302
    upload = Upload.objects.get()
    page = client.get(there["Location"])
    kept = [upload.title, str(upload.score), text_of(page, "table_id")]
    kept += [text_of(client.get("/replays/upload/"), "refusal", ("mine",))]
    assert [one.slug for one in client.get("/replays/upload/").context["mine"]] == [upload.slug]
    assert same_as_kept("game/uploads", "\n".join(kept).replace(upload.slug, "SLUG"))


def test_a_trace_as_a_file(client: Client) -> None:
    finished(BOT, OTHER, slug="kept", seed="kept")
    answer = client.get("/replays/kept/trace.json")
    assert answer["Content-Disposition"] == 'attachment; filename="hanabi-kept.json"'
    assert answer["Content-Type"] == "application/json"
    trace = json.loads(without_moments(answer.content.decode()))
    # A database may keep the keys of JSON in an order of its own.
    trace = json.loads(json.dumps(trace, sort_keys=True))
    assert same_as_kept("game/trace", as_text(trace))


def test_the_page_of_a_puzzle(client: Client) -> None:
    parts = [text_of(client.get("/puzzles/"), "levels", ("levels",))]
    for number in (1, 50, 120):
        address = f"/puzzles/{number}/"
        parts.append(text_of(client.get(address), "number"))
        puzzle = puzzles()[number - 1]
        moves = [Move.parse(text, puzzle.position.rules) for text in puzzle.costs]
        answer = client.post(address, {"move": act(puzzle, moves[-1])})
        parts.append(text_of(answer, "number"))
        parts.append(text_of(client.get(address), "number"))
    parts.append(text_of(client.get("/puzzles/"), "levels", ("levels",)))
    parts.append(as_text([str(one) for one in client.get("/puzzles/").context["levels"]]))
    client.post("/puzzles/forget/")
    parts.append(text_of(client.get("/puzzles/"), "levels", ("levels",)))
    parts.append(text_of(client.get("/puzzles/999/"), "number"))
    assert same_as_kept("game/puzzle-page", "\n".join(parts))


@pytest.mark.usefixtures("tables")
def test_what_operators_see(alice: Player) -> None:
    staff = Client()
    staff.force_login(User.objects.create_user("boss", is_staff=True, is_superuser=True))
    parts = []
    for address in (
        "table/",
        "table/?q=Alice",
        "player/",
        "player/?q=Bob",
        f"player/{alice.pk}/change/",
    ):
        page = staff.get(f"/admin/game/{address}").content.decode()
        main = page[page.index('<div id="content"') : page.index("</main>")]
        words = re.sub(r"<script.*?</script>|<[^>]*>", " ", main, flags=re.S)
        words = re.sub(
            r"(?:[A-Z][a-z]{2,8}\.? \d+, \d{4}, [\w:. ]+?m\.|midnight|noon)", "(time)", words
        )
        parts.append(
            f"{address.replace(str(alice.pk), 'PK')}\n"
            + "\n".join(w for w in (line.strip() for line in words.splitlines()) if w)
        )
    assert same_as_kept("game/admin", "\n\n".join(parts) + "\n")
