"""What each person may do at each kind of table, and the words in which the rest is refused."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import transaction
from django.test import RequestFactory
from django.utils import timezone

from game import limits
from game import protocol as p
from game.live import attendance
from game.live.consumers import _read
from game.models import Chat, DailyDeal, Player, Table, Upload
from game.tables import agent_turns, changes, daily, series, talk
from game.tables.changes import SeatPlan, Visitor
from game.tables.refusals import SENTENCES, Refused
from game.tables.requests import Act, carry_out
from game.tables.state import load
from hanabi_site.limits import Limits
from tests.game.played import play_out
from tests.kept import as_text, same_as_kept

pytestmark = pytest.mark.django_db

SEED = "refusals"
BOT = "rules:piers"


def acts(version: int) -> dict[str, Act]:
    """One of every request, and some that can never be."""
    v = version
    return {
        "play 0": p.Play("a", v, 0),
        "play 99": p.Play("b", v, 63),
        "discard 0": p.Discard("c", v, 0),
        "clue 1": p.Clue("d", v, 1, "1"),
        "clue r to 1": p.Clue("e", v, 1, "r"),
        "clue x": p.Clue("f", v, 1, "x"),
        "clue 9": p.Clue("g", v, 1, "9"),
        "clue to 5": p.Clue("h", v, 5, "r"),
        "clue to 0": p.Clue("i", v, 0, "r"),
        "replace 1": p.Replace("j", v, 1, "rules:iggi"),
        "replace 1 by nobody": p.Replace("k", v, 1, "rules:nobody"),
        "replace 5": p.Replace("l", v, 5, "rules:iggi"),
        "delay": p.Delay("m", 100),
        "pause": p.Pause("n", paused=True),
        "go on": p.Pause("o", paused=False),
        "step": p.Step("p", v),
        "take over 1": p.TakeOver("q", v, 1),
        "take over 0": p.TakeOver("r", v, 0),
        "give up": p.GiveUp("s", v),
        "undo": p.Undo("t", v),
        "agree": p.Answer("u", v, agreed=True),
        "decline": p.Answer("v", v, agreed=False),
        "sit in for 1": p.SitIn("w", v, 1),
        "sit in for 5": p.SitIn("x", v, 5),
        "come back": p.ComeBack("y"),
        "stale": p.GiveUp("z", v + 1),
    }


def said(do: Callable[[], object]) -> str:
    """What came of it, which is undone again; the lines that it adds to the log are told too."""
    answer = ""
    with transaction.atomic():
        try:
            answer = str(do())
        except (Refused, limits.TooMuch) as refused:
            answer = f"{getattr(refused, 'reason', 'too much')}: {refused}"
        transaction.set_rollback(True)
    return answer


def done(table: Table, player: Player | None, act: Act) -> str:
    def do() -> str:
        version = carry_out(table.slug, player, act)
        after = load(table.slug)
        rose = version - table.version
        facts = [
            f"+{rose}",
            after.table.status if after.over else "",
            *(str(x) for x in after.notes),
        ]
        facts += ["asks" if after.table.proposal else "", "paused" if after.table.paused else ""]
        return " ".join(filter(None, facts))

    return said(do)


def by_answer(given: dict[str, str]) -> dict[str, str]:
    """Who is answered so, by the answer."""
    return {
        answer: ", ".join(who for who, same in given.items() if same == answer)
        for answer in dict.fromkeys(given.values())
    }


def tables(alice: Player, bob: Player) -> dict[str, Table]:
    person, other, bot = SeatPlan(player=alice), SeatPlan(player=bob), SeatPlan(address=BOT)

    def made(name: str, *plans: SeatPlan, by: Player | None = alice, **fields: object) -> Table:
        return changes.create(list(plans), by, slug=name, seed=SEED, delay=0, **fields)

    found = {
        "open": made("open", person, SeatPlan()),
        "two people": made("people", person, other),
        "a bot": made("bot", person, bot),
        "bots alone": made("alone", bot, bot, paused=True),
        "over": made("over", person, other),
        "an experiment": made("drawn", person, bot, drawn=True),
    }
    today = DailyDeal.objects.create(day=timezone.now().date(), seed=SEED)
    found["the daily deal"] = made("daily", person, bot, daily=today)
    found["mid-game"] = made("mid", person, other)
    found["proposed"] = made("proposed", person, other)
    found["an experiment that is over"] = made("drawn-over", person, bot, drawn=True)
    gone = DailyDeal.objects.create(day=timezone.now().date() - timedelta(days=1), seed=SEED)
    found["a daily deal that is over"] = made("daily-over", person, bot, daily=gone)
    for slug in ("over", "drawn-over", "daily-over"):
        play_out(slug)
    play_out("mid", leave=30)
    now = timezone.now()
    for seat in load("proposed").seatings:
        type(seat).objects.filter(pk=seat.pk).update(last_seen=now)
    changes.give_up("proposed", bob, 0)
    type(seat).objects.filter(table__slug="mid", index=1).update(
        last_seen=now - timedelta(hours=1), left=now - timedelta(hours=1)
    )
    return {name: Table.objects.get(pk=table.pk) for name, table in found.items()}


@pytest.mark.slow
def test_what_everybody_may_do(alice: Player, bob: Player, charlie: Player) -> None:
    people = {"Alice": alice, "Bob": bob, "Charlie": charlie, "nobody": None}
    told: dict[str, Any] = {}
    for name, table in tables(alice, bob).items():
        told[name] = {
            act: by_answer({who: done(table, person, asked) for who, person in people.items()})
            for act, asked in acts(table.version).items()
        }
    alice.blocked = True
    told["blocked"] = done(Table.objects.get(slug="bot"), alice, p.GiveUp("a", 0))
    assert same_as_kept("refusals-of-tables", as_text(told))


@pytest.mark.long
def test_what_is_refused_around_a_table(alice: Player, bob: Player, charlie: Player) -> None:
    made = tables(alice, bob)
    visitor = Visitor("Ada", "somebody", "1")
    long = Visitor("A" * 40, "B" * 40, "1")
    told: dict[str, Any] = {
        "sentences": SENTENCES,
        "visitors": [visitor.address, visitor.title, long.title],
    }
    asked: dict[str, Callable[[str], object]] = {
        "sit": lambda slug: changes.sit(slug, charlie, 1),
        "sit on a taken seat": lambda slug: changes.sit(slug, charlie, 0),
        "sit twice": lambda slug: changes.sit(slug, alice, 1),
        "sit on no seat": lambda slug: changes.sit(slug, charlie, -1),
        "stand up": lambda slug: changes.stand_up(slug, alice),
        "stand up from nowhere": lambda slug: changes.stand_up(slug, charlie),
        "fill": lambda slug: changes.fill(slug, alice, BOT),
        "fill with nobody": lambda slug: changes.fill(slug, alice, "rules:nobody"),
        "fill as a stranger": lambda slug: changes.fill(slug, charlie, BOT),
        "again": lambda slug: series.play_again(slug, alice).number,
        "again as a stranger": lambda slug: series.play_again(slug, charlie).number,
        "come in as a visitor": lambda slug: changes.welcome(slug, visitor),
        "step": lambda slug: agent_turns.step(slug, alice, 0),
        "say": lambda slug: talk.say(load(slug), alice, " Hello \n there "),
        "say nothing": lambda slug: talk.say(load(slug), alice, " \n "),
        "say as a stranger": lambda slug: talk.say(load(slug), charlie, "Hello"),
        "note": lambda slug: talk.write_note(load(slug), alice, 9, "two?"),
        "note on a card of the deck": lambda slug: talk.write_note(load(slug), alice, 10, "two?"),
    }
    for name, do in asked.items():
        told[name] = by_answer(
            {kind: said(partial(do, table.slug)) for kind, table in made.items()}
        )
    told["nowhere"] = by_answer({name: said(partial(do, "nowhere")) for name, do in asked.items()})
    told["daily"] = said(lambda: daily.begin(charlie, "rules:nobody"))
    for number in range(talk.AT_ONCE):
        Chat.objects.create(table=made["mid-game"], player=alice, seat=0, turn=1, text=str(number))
    told["say six times"] = said(lambda: talk.say(load("mid"), alice, "Hello"))
    assert same_as_kept("refusals-around-tables", as_text(told))


@pytest.mark.parametrize("most", [0, 1])
def test_each_limit_is_told(most: int, alice: Player, settings: Any) -> None:
    """With none allowed, and with one, which is there already or comes first."""
    request = RequestFactory().get("/", REMOTE_ADDR=f"10.0.0.{most}")
    request.user, request.session = AnonymousUser(), {}  # type: ignore[assignment]
    plan = SeatPlan(address=BOT)
    changes.create([plan, plan], alice)
    Upload.objects.create(player=alice, title="", score=0, body=b"")
    asks: dict[str, Callable[[], object]] = {
        "tables_going": lambda: limits.refuse_one_more_table(request, alice, alone=False),
        "series_going": lambda: limits.refuse_one_more_table(request, alice, alone=True),
        "tables_an_hour": lambda: limits.refuse_one_more_table(request, alice, alone=False),
        "tables_an_hour_an_address": lambda: limits.refuse_one_more_table(
            request, None, alone=False
        ),
        "uploads_a_person": lambda: limits.refuse_one_more_upload(request, alice),
        "uploads_an_hour_an_address": lambda: limits.refuse_one_more_upload(request, alice),
        "signups_an_hour": lambda: limits.refuse_one_more_signup(request),
        "logins_an_hour": lambda: limits.refuse_one_more_login(request),
        "sockets_a_person": lambda: attendance.arrive("a", alice, "one"),
        "sockets_an_address": lambda: attendance.arrive("a", None, "two"),
        "sockets_a_table": lambda: attendance.arrive("a", alice, "three"),
    }
    told = {}
    unlimited = settings.LIMITS
    for name, ask in asks.items():
        cache.clear()
        settings.LIMITS = type(unlimited)(
            **{field: float("inf") for field in Limits.__dataclass_fields__} | {name: float(most)}
        )
        told[name] = [said(ask).replace(f"'person', {alice.pk}", "'person', 1") for _ in range(2)]
        attendance._sockets.clear()
    cache.clear()
    assert same_as_kept(f"limits-{most}", as_text(told))


def test_messages_that_are_none_are_refused_in_words() -> None:
    told = {}
    for text in (
        None,
        "",
        "{}",
        '{"t": "dance"}',
        '{"t": "ping", "n": -1}',
        '{"t": "play", "id": "", "v": 0, "order": 1}',
        '{"t": "play", "id": "a", "v": -1, "order": 1}',
        '{"t": "play", "id": "a", "v": 0, "order": 64}',
        '{"t": "clue", "id": "a", "v": 0, "seat": 6, "value": "r"}',
        '{"t": "clue", "id": "a", "v": 0, "seat": 5, "value": "red"}',
        '{"t": "sync", "more": 1}',
        '{"t": "say", "id": "a", "text": ""}',
        "x" * 2049,
        '{"t": "sync"}' + " " * (2048 - 13),
    ):
        try:
            told[str(text)[:50]] = repr(_read(text))
        except Refused as refused:
            told[str(text)[:50]] = f"{refused.reason}: {refused}"
    assert same_as_kept("refused-messages", as_text(told))


def test_the_usual_limits() -> None:
    assert same_as_kept("limits-usual", as_text(vars(Limits())))
    assert settings.LIMITS.messages_a_second == Limits().messages_a_second
