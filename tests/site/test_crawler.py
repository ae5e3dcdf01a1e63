"""No address answers 500, whoever asks and whatever stands in it."""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.http import QueryDict
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from analysis.models import Person, Study
from analysis.traces import tables as table_traces
from game.models import Player
from game.tables import changes
from tests.game import played
from tests.game.conftest import login

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

DIGITS = "9" * 4500
BAD = [DIGITS, "-1", "words", "²", "\0", ""]
"""What a parameter of an address or a field of a form may hold: each is given three of these."""

FOR = {
    "slug": ["over", "between", "alone", "s", "nowhere"],
    "name": ["paper-1", "architecture", "move.svg", "nowhere"],
    "folder": ["schemas", "clients", "nowhere", ".."],
    "card": ["h5:no-layered-finesses", "h2:no-bluffs", "h9", f"h5:{DIGITS}"],
    "place": ["9,16", "-1,-1", f"{DIGITS},1", "words", "²,²"],
    "address": ["rules:piers", "elite:paper-1/9,16", f"genes:{DIGITS}", f"search:{DIGITS}", "x"],
    "key": ["none", DIGITS],
    "turn": ["3", "9999", DIGITS],
    "pk": ["1", "9" * 30],
    "number": ["1", "9999", DIGITS],
    "day": ["2026-11-22", "9999-99-99", DIGITS],
}  # fmt: skip
"""What a part of an address may hold, by its name; the first ones are there."""


METHODS = ("get", "post")
PARTS = 8  # of the routes, each with what `roles` makes
NOT_OURS = {"csrfmiddlewaretoken"}


class Role(NamedTuple):
    name: str
    client: Client


@pytest.fixture
def roles(db: None) -> list[Role]:
    """Everybody who may come, and something to come to."""
    people = [Player.objects.create(name=name) for name in ("Alice", "Bob")]
    played.finished("rules:piers", "rules:iggi", slug="over", seed="crawler")
    agents = [changes.SeatPlan(address="rules:piers"), changes.SeatPlan(address="rules:iggi")]
    changes.create(agents, None, slug="alone", paused=True)
    changes.create([changes.SeatPlan(player=one) for one in people], people[0], slug="between")
    Study.objects.create(slug="s", title="S", consent="?", pool=["rules:piers"], seed="1")
    table_traces.collect()
    Person.objects.create(key="p", name="P", player=people[0])
    users = [
        User.objects.create(username="user"),
        User.objects.create(username="staff", is_staff=True, is_superuser=True),
    ]
    clients = [Client(raise_request_exception=False) for _ in range(4)]
    login(clients[1], people[0])
    for client, user in zip(clients[2:], users, strict=True):
        client.force_login(user)
    names = ("anonymous", "guest", "signed in", "staff")
    return [Role(name, client) for name, client in zip(names, clients, strict=True)]


def routes(
    patterns: list[Any] | None = None, before: str = "", parts: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every route of the site but the administration's, which is Django's: text with the names of
    its parts in braces, and these names."""
    for one in patterns if patterns is not None else get_resolver().url_patterns:
        if not isinstance(one.pattern, RoutePattern) or getattr(one, "app_name", "") == "admin":
            continue
        route = str(one.pattern)
        names = tuple(one.pattern.converters)
        for name in names:
            start = route.rindex("<", 0, route.index(name + ">"))
            route = f"{route[:start]}{{{name}}}{route[route.index('>', start) + 1 :]}"
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, before + route, parts + names)
        elif isinstance(one, URLPattern):
            yield before + route, parts + names


ROUTES = list(routes())


def test_the_crawler_knows_all_routes_and_their_parameters() -> None:
    assert len(ROUTES) > 50
    assert {name for _, names in ROUTES for name in names} == set(FOR)


class Reading:
    """Which parameters a view asks for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names: set[str] = set()
        for method in ("get", "getlist", "__getitem__", "__contains__"):
            monkeypatch.setattr(QueryDict, method, self._noting(getattr(QueryDict, method)))

    def _noting(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def noting(query: QueryDict, name: str, *rest: Any, **more: Any) -> Any:
            self.names.add(name)
            return real(query, name, *rest, **more)

        return noting


def ask(role: Role, method: str, address: str, **data: str) -> int:
    """The status; what the request changed is undone."""
    cookies = role.client.cookies.copy()
    with transaction.atomic():
        status: int = getattr(role.client, method)(address, data).status_code
        transaction.set_rollback(True)
    role.client.cookies = cookies
    return status


def filled(route: str, names: tuple[str, ...]) -> list[str]:
    """The addresses of a route."""
    return [
        "/" + route.format(**dict(zip(names, values, strict=True)))
        for values in product(*(FOR[name] for name in names))
    ]


@pytest.mark.parametrize("part", range(PARTS))
def test_no_address_answers_500(
    part: int, roles: list[Role], monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = Reading(monkeypatch)
    anonymous, guest, user, staff = roles
    broken: list[object] = []

    def check(role: Role, method: str, address: str, **data: str) -> None:
        status = ask(role, method, address, **data)
        if status >= 500 and address != "/readyz":
            broken.append((role.name, method, address[:200], data, status))

    for route, names in ROUTES[part::PARTS]:
        first, *others = filled(route, names)
        for method in METHODS:
            asked = set(NOT_OURS)
            for role in (guest, staff):
                reading.names.clear()
                check(role, method, first)
                for name in sorted(reading.names - asked):
                    for value in Random(f"{route} {name}").sample(BAD, 3):
                        check(role, method, first, **{name: value})
                asked |= reading.names
        for role, method in product((anonymous, user), METHODS):
            check(role, method, first)
        for method, address in product(METHODS, others):
            check(guest, method, address)
    assert not broken
