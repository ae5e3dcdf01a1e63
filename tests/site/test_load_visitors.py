"""Who loads the site comes as a guest does: with cookies, over forms, and is refused in words."""

from __future__ import annotations

import urllib.request

import pytest

from game.models import Player, Seating, Table
from hanabi_site.load import visitor
from hanabi_site.load.visitor import Unwelcome, Visitor
from tests.site.urls_of_site import URL, InThisProcess

pytestmark = pytest.mark.django_db


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> InThisProcess:
    here = InThisProcess()
    monkeypatch.setattr(
        visitor, "build_opener", lambda *handlers: urllib.request.build_opener(here, *handlers)
    )
    return here


def seats(slug: str) -> list[tuple[int, str, str, str]]:
    """Who sits at a table."""
    rows = Seating.objects.filter(table__slug=slug).order_by("index", "from_turn")
    return [(row.index, row.kind, row.address, row.name) for row in rows]


def test_two_visitors_fill_a_table_with_the_usual_rules(site: InThisProcess) -> None:
    ana, bo = Visitor(f"{URL}/", "Ana 1"), Visitor(URL, "Bo 1")
    slug = ana.table_for_two()
    table = Table.objects.get(slug=slug)
    assert (table.players, table.variant, table.delay) == (2, "No Variant", 0)
    assert (table.scoring, table.help, table.reasons) == ("zero", "full", "live")
    assert table.status == Table.Status.OPEN
    bo.sit(slug, 1)
    assert Player.objects.count() == 2
    assert seats(slug) == [(0, "person", "", "Ana 1"), (1, "person", "", "Bo 1")]
    assert Table.objects.get(slug=slug).status == Table.Status.RUNNING


def test_a_visitor_sits_with_an_agent(site: InThisProcess) -> None:
    slug = Visitor(URL, "Ana 2").table_with("rules:piers")
    table = Table.objects.get(slug=slug)
    assert (table.players, table.variant, table.delay) == (2, "No Variant", 0)
    assert (table.scoring, table.help, table.reasons) == ("zero", "full", "live")
    assert seats(slug)[0] == (0, "person", "", "Ana 2")
    assert seats(slug)[1][:3] == (1, "agent", "rules:piers")


def test_its_socket_is_opened_with_its_cookies(site: InThisProcess) -> None:
    ana = Visitor(URL, "Ana")
    ana.table_for_two()
    named = dict(cookie.split("=", 1) for cookie in ana.cookie_header.split("; "))
    assert {"csrftoken", "sessionid"} <= {name.removeprefix("__Host-") for name in named}
    assert all(named.values())


def test_it_comes_from_the_site_itself_and_waits_for_half_a_minute(site: InThisProcess) -> None:
    Visitor(URL, "Ana")
    assert [(one.full_url, one.get_header("Referer")) for one in site.asked] == [
        (f"{URL}/", f"{URL}/")
    ]
    assert site.asked[0].timeout == 30  # type: ignore[attr-defined]


def test_what_the_site_refuses_is_told_with_its_address(site: InThisProcess) -> None:
    ana = Visitor(URL, "Ana")
    with pytest.raises(Unwelcome, match=f"^{URL}/tables/nowhere/sit/: HTTP Error 404: Not Found$"):
        ana.sit("nowhere", 1)
    with pytest.raises(Unwelcome, match=f"^{URL}/tables/new/: HTTP Error 400: Bad Request$"):
        ana.table_with("nobody:knows")
    assert not Table.objects.exists()


@pytest.mark.parametrize("address", [f"{URL}/tables/new/", f"{URL}/people/", f"{URL}/tables/A/"])
def test_a_page_that_is_no_table_is_told_of(address: str) -> None:
    with pytest.raises(Unwelcome, match=f"^No table was made: {address}$"):
        Visitor._slug(address)
