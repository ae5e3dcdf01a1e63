"""Settings, addresses, headers and words of the site itself, to the last word and number."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings as site
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.db import Error
from django.http import Http404, HttpRequest
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from agents.stored import stored
from game.models import Player, Table
from hanabi_site import (
    docs,
    env,
    errors,
    form_words,
    heavy,
    logs,
    metrics,
)
from hanabi_site.channel_layer import channel_layer_settings
from hanabi_site.compression import TEXT
from hanabi_site.database import database_settings
from hanabi_site.limits import Limits, limits
from hanabi_site.logs import logging_settings
from hanabi_site.soak import run as soak
from hanabi_site.soak.sitter import Account
from hanabi_site.templatetags.glossed import linked
from tests.kept import as_text, printed, same_as_kept

ENVIRONMENTS: dict[str, dict[str, str]] = {
    "development": {},
    "production": {
        "DEBUG": "off",
        "SECRET_KEY": "a secret",
        "ALLOWED_HOSTS": "hanabi.example.org, localhost",
        "SECURE_COOKIES": "on",
        "DATABASE_URL": "postgres://me:pass%20word@db:5433/games",
        "REDIS_URL": "redis://cache:6379/1",
        "STATIC_ROOT": "/srv/static",
        "RUNS_DIR": "/srv/runs",
        "LIMITS": "tables_going=3",
        "METRICS_TOKEN": "a token",
    },
    "behind no proxy": {"SECURE_COOKIES": "off", "BEHIND_PROXY": "on", "LIMITS": "off"},
}
OURS = set(ENVIRONMENTS["production"]) | {"BEHIND_PROXY", "LOGS"}
TOLD = """
import json
from hanabi_site import settings
facts = {name: value for name, value in vars(settings).items() if name.isupper()}
facts["LIMITS"] = vars(facts["LIMITS"])
print(json.dumps(facts, default=str))
"""


@pytest.mark.long
@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_the_settings(name: str) -> None:
    outside = {key: value for key, value in os.environ.items() if key not in OURS}
    told = subprocess.run(
        [sys.executable, "-c", TOLD],
        cwd=site.BASE_DIR,
        env=outside | ENVIRONMENTS[name],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    facts = json.loads(told.replace(str(site.BASE_DIR), "HERE"))
    if "SECRET_KEY" not in ENVIRONMENTS[name]:
        facts["SECRET_KEY"] = len(facts["SECRET_KEY"]) > 50
    assert same_as_kept(f"site/settings-{name.replace(' ', '-')}", as_text(facts))


def addresses(patterns: list[URLPattern | URLResolver], before: str = "") -> dict[str, str]:
    """Every address with its view and its name, but those of the administration."""
    found = {}
    for one in patterns:
        route = f"{before}{one.pattern}"
        if isinstance(one, URLPattern):
            view = getattr(one.callback, "view_class", one.callback)
            found[route] = f"{view.__module__}.{view.__name__} {one.name}"
        elif route != "admin/":
            found |= addresses(one.url_patterns, route)
    return found


def test_every_address() -> None:
    sockets = import_module("hanabi_site.asgi")
    told: dict[str, Any] = addresses(get_resolver().url_patterns)
    told |= {
        f"socket {one.pattern}": one.callback.consumer_class.__name__ for one in sockets.sockets
    }
    told |= {f"door {one.pattern}": getattr(one.callback, "__name__", "") for one in sockets.doors}
    assert same_as_kept("site/addresses", as_text(told))


def said(do: Callable[[], object]) -> str:
    try:
        return repr(do())
    except (ImproperlyConfigured, ValueError) as refusal:
        return f"{type(refusal).__name__}: {refusal}"


def test_what_the_environment_may_say(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, Any] = {}
    for url in (
        "sqlite:///file.sqlite3",
        "sqlite:////srv/a%20file",
        "postgres://me:p%40ss@db:5433/games",
        "postgresql:///games",
        "mysql://db/games",
        "sqlite:///",
        "nothing",
        "",
    ):
        told[f"database {url}"] = said(lambda: database_settings(url))  # noqa: B023
    for text in (
        "",
        "off",
        "off,heavy_pages_at_once=1",
        " sockets_a_table = 20",
        "sockets_a_table=2000, signups_an_hour=100",
        "sockets=3",
        "sockets_a_table=many",
        "tables_going",
        "tables_going=-1",
    ):
        told[f"limits {text}"] = said(lambda: limits(text))  # noqa: B023
    for text in ("on", "YES", "true", "1", "off", "No", "false", "0", "", " ", "maybe"):
        monkeypatch.setenv("A_SWITCH", text)
        told[f"switch {text}"] = [
            said(lambda: env.switch("A_SWITCH", default=default))  # noqa: B023
            for default in (True, False)
        ]
    monkeypatch.setenv("SOME_WORDS", " a, ,b ,")
    monkeypatch.setenv("A_TEXT", "  text ")
    monkeypatch.delenv("NO_TEXT", raising=False)
    told |= {
        "words": [env.words("SOME_WORDS"), env.words("NO_TEXT")],
        "text": [env.text("A_TEXT"), env.text("NO_TEXT"), env.text("NO_TEXT", "usual")],
        "required": said(lambda: env.require({"NO_TEXT": "a hint", "A_TEXT": "x", "B": "more"})),
        "enough": said(lambda: env.require({"A_TEXT": "x"})),
        "channels": [channel_layer_settings(""), channel_layer_settings("redis://x", "s")],
        "logs": [logging_settings("json", "WARNING"), logging_settings("lines", "INFO")],
        "log format": logs.KEPT,
        "usual limits": vars(Limits()),
    }
    assert same_as_kept("site/environment", as_text(told))


@pytest.mark.django_db
def test_pages_for_what_goes_wrong(rf: RequestFactory) -> None:
    asked: HttpRequest = rf.get("/")
    asked.user, asked.session = SimpleNamespace(is_authenticated=False), {}  # type: ignore[assignment]
    pages = {
        "bad": errors.bad_request(asked, ValueError("secret")),
        "denied": errors.permission_denied(asked, PermissionDenied()),
        "denied in words": errors.permission_denied(asked, PermissionDenied("Not today.")),
        "form": errors.csrf_failure(asked),
        "missing": errors.page_not_found(asked, Http404()),
        "missing in words": errors.page_not_found(asked, Http404("No such day.")),
        "missing in Django's": errors.page_not_found(
            asked, Http404("No Table matches the given query.")
        ),
        "missing oddly": errors.page_not_found(asked, Http404({"path": "x"})),
        "too much": errors.too_much(asked, "Wait."),
        "locked out": errors.locked_out(asked, None, None),
        "broken": errors.server_error(asked),
    }
    told = {}
    for name, page in pages.items():
        words = re.sub(
            r"<svg.*?</svg>|<head.*?</head>|<[^>]*>", " ", page.content.decode(), flags=re.S
        )
        told[name] = [page.status_code, " ".join(words.split())]
    assert same_as_kept("site/errors", as_text(told))


@pytest.mark.django_db
def test_headers_of_answers(client: Client) -> None:
    told = {}
    for address in (
        *("/healthz", "/learn/", "/docs/", "/nowhere", "/learn/figures.json", "/puzzles/1/"),
        *("/learn/recorded.json", "/learn/first-game.json", "/puzzles/1/turns.json", "/daily/"),
    ):
        answer = client.get(address, headers={"x-request-id": "named-by-a-proxy"})
        answer.headers.pop("Content-Length", None)
        told[address] = {name: answer[name] for name in sorted(answer.headers)}
    given = client.get("/healthz", headers={"x-request-id": "not sensible!"})["X-Request-ID"]
    told["given"] = {"length": len(given), "hex": bool(re.fullmatch("[0-9a-f]*", given))}
    told["nul"] = {"status": client.get("/learn/?a=%00").status_code}
    told["text"] = {
        kind: bool(TEXT.match(kind))
        for kind in (
            *("text/html", "application/json", "application/ld+json", "application/jsonl"),
            *("text/javascript", "application/javascript", "image/svg+xml", "application/xml"),
            *("image/png", "font/woff2", "application/jsonp", "application/zip"),
        )
    }
    assert same_as_kept("site/headers", as_text(told))


def test_which_pages_are_heavy() -> None:
    told = {
        address: bool(heavy.HEAVY.match(address))
        for address in (
            *("/", "/learn/", "/analysis/", "/agents/", "/tables/x/", "/replays/x/"),
            *("/replays/x/line/3/", "/replays/x/line/3/frames.json", "/replays/x/hindsight.json"),
            *("/replays/x/outlook.json", "/replays/x/trace.json", "/replays/x/worth/"),
            *("/replays/x/plays-like/", "/tables/x/plays-like/", "/replays/x/frames.json"),
            *("/puzzles/", "/docs/analysis/", "/replays/x/how-known/"),
        )
    }
    assert same_as_kept("site/heavy", as_text(told))


@pytest.mark.django_db
def test_what_watches_of_the_site(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for number, status in enumerate(("open", "running", "finished", "finished")):
        Table.objects.create(slug=f"t{number}", players=2, status=status)
    live = import_module("game.live.metrics")
    gauges = [[one.name, one.documentation] for one in metrics.Now().collect()]
    counted = (metrics.PAGES, metrics.ERRORS, live.REQUESTS, live.AWAY, live.FAULTS)
    families = [family for one in counted for family in one.describe()]
    tables = next(one for one in metrics.Now().collect() if one.name == "hanabi_tables")
    told: dict[str, Any] = {
        "gauges": gauges,
        "families": [f"{one.name} {one.type} {one.documentation}" for one in families],
        "tables": [(sample.labels, sample.value) for sample in tables.samples],
        "buckets": [metrics.PAGES._upper_bounds, live.REQUESTS._upper_bounds],
        "labels": [
            metrics.PAGES._labelnames,
            metrics.ERRORS._labelnames,
            live.REQUESTS._labelnames,
        ],
    }
    told["ready"] = client.get("/readyz").json()
    monkeypatch.setattr(metrics.Now, "_of_the_site", staticmethod(_away))
    told["away"] = [[one.name, one.samples[0].value] for one in metrics.Now().collect()][-1]
    told["described"] = metrics.Now().describe()
    assert same_as_kept("site/metrics", as_text(told))


def _away() -> None:
    raise Error("away")


def test_words_of_fields_and_of_the_glossary() -> None:
    told = {
        "any": form_words.ANY,
        "choice": form_words.CHOICE,
        "day": form_words.DAY,
        "linked": linked(
            "<p>A chop is the oldest card. The chop, a clue token, clues &amp; strikes: "
            "<a>the chop</a> <b>finesse</b></p><h2>chop</h2><code>pace</code> and the Pace."
        ),
    }
    assert same_as_kept("site/words", as_text(told))


@pytest.mark.django_db
def test_documents(client: Client) -> None:
    links = (
        *("README.md", "python.md#games", "img/rooms.svg", "notebooks/a.ipynb", "clients/x.py"),
        *("schemas/agent.json", "https://example.org/a.md", "#here", "../x.md", "img/a/b.svg"),
    )
    told: dict[str, Any] = {link: docs._address(link) for link in links}
    told["first"] = [docs.pages()[0].name, docs.pages()[0].url, docs.pages()[1].url]
    told["missing"] = [client.get("/docs/nowhere/").context["advice"]]
    told["missing"] += [client.get("/docs/img/nowhere.svg").context["advice"]]
    served = [client.get(one) for one in ("/docs/img/rooms.svg", "/docs/schemas/agent.json")]
    told["served"] = [one.headers.get("Content-Disposition", "") for one in served]
    html = docs.pages()[0].html
    told["tabs"] = ['<pre tabindex="0">' in html, '<div class="scroll" tabindex="0"' in html]
    assert same_as_kept("site/documents", as_text(told))


@pytest.mark.long
@pytest.mark.django_db
def test_what_nobody_needs_any_more_goes(tmp_path: Path) -> None:
    now = timezone.now()
    for name, days in (("young", 29), ("old", 31)):
        person = Player.objects.create(name=name, key=name)
        Player.objects.filter(pk=person.pk).update(created=now - timedelta(days=days))
    for slug, hours in (("today", 23), ("yesterday", 25)):
        Table.objects.create(slug=slug, players=2, status="open")
        Table.objects.filter(slug=slug).update(created=now - timedelta(hours=hours))
    calls = [
        printed("tidy"),
        str(sorted(Player.objects.values_list("name", flat=True))),
        str(sorted(Table.objects.values_list("slug", flat=True))),
        printed("tidy"),
        printed("demo"),
        printed("demo"),
        printed("restore", tmp_path / "nowhere", "--yes"),
        printed("restore", tmp_path / "nowhere"),
        printed("runserver", "nowhere"),
        printed("soak", "--kills", 0),
        printed("soak", "--tables", 0),
        printed("load_test", "--tables", 0),
        printed("load_test", "--processes", 0),
        printed("load_test", "--crowd", 5001),
        printed("load_test", "--pace", -1),
    ]
    assert same_as_kept("site/commands", "\n".join(calls).replace(str(tmp_path), ""))
    assert stored("kept", "1", lambda: 3) == 3


def test_the_books_of_a_soak() -> None:
    account = Account()
    account.sent |= {"a", "b", "c", "d"}
    account.acknowledged |= {"a": 1, "b": 2, "c": 9}
    account.refused |= {"d"}
    rows = [("t", 1, 1, "a"), ("t", 2, 2, "a"), ("t", 4, 4, "d"), ("u", 2, 1, "e"), ("v", 1, 1, "")]
    told = {
        "wrong": soak.compare(account, rows),
        "stuck": soak.compare(account, rows, 3)[-1:],
        "nothing": soak.compare(Account(), []),
        "moved": soak.compare(Account(), [], 1),
        "plan": vars(soak.Plan(kills=1, tables=2)),
    }
    assert same_as_kept("site/soak", as_text(told))
