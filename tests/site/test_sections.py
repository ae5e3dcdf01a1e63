"""Every page says which section of the site it belongs to, and the navigation marks it."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

import agents.urls
import analysis.urls
import game.urls
from analysis.models import Person, Study
from analysis.traces import tables as table_traces
from game.models import Player, Table
from game.tables import changes
from hanabi_site import urls as site_urls
from tests.game import played
from tests.game.conftest import login

SECTIONS = {"play", "learn", "watch", "agents", "archives", "study", "replays"}

ELSEWHERE = {"docs", "account"}
"""Sections without a place in the navigation."""

AGENTS = [changes.SeatPlan(address="rules:piers"), changes.SeatPlan(address="rules:iggi")]


@pytest.fixture
def reader(db: None, client: Client) -> Client:
    """Somebody on the staff who has played, and so may open every page."""
    player = Player.objects.create(name="Alice", user=User.objects.create(username="alice"))
    login(client, player)
    client.force_login(User.objects.get())
    User.objects.update(is_staff=True, is_superuser=True)
    return client


@pytest.fixture
def parts(reader: Client) -> dict[str, dict[str, object]]:
    """What stands in addresses: by the name of the part, and otherwise by the name of a page."""
    player = Player.objects.get()
    played.finished("rules:piers", "rules:iggi", slug="over", seed="sections")
    changes.create(AGENTS, None, slug="alone", paused=True)
    mine = [changes.SeatPlan(player=player), changes.SeatPlan(address="rules:piers")]
    changes.create(mine, player, slug="playing")
    Study.objects.create(
        slug="s", title="S", consent="?", pool=["rules:piers"], seed="1", named="game"
    )
    reader.post("/analysis/experiments/s/", {"consent": "yes"})
    drawn = played.play_out(Table.objects.get(drawn=True).slug)
    reader.post(f"/analysis/survey/{drawn.slug}/", {})
    changes.give_up("mine", player, changes.create(mine, player, slug="mine").version)
    table_traces.collect()
    return {
        "": {
            "slug": "over",
            "name": "paper-1",
            "place": "9,16",
            "address": "rules:piers",
            "number": 1,
            "turn": 3,
            "pk": Person.objects.get(player=player).pk,
            "day": timezone.now().date().isoformat(),
        },
        "table": {"slug": "alone"},
        "my_likeness": {"slug": "playing"},
        "study": {"slug": "s"},
        "survey": {"slug": "mine"},
        "answered": {"slug": drawn.slug},
        "docs_page": {"name": "architecture"},
    }


@pytest.mark.slow
def test_every_page_belongs_to_one_section(
    reader: Client, parts: dict[str, dict[str, object]]
) -> None:
    patterns = [*game.urls.urlpatterns, *agents.urls.urlpatterns, *analysis.urls.urlpatterns]
    patterns += [one for one in site_urls.urlpatterns if isinstance(one, URLPattern)]
    seen = set()
    for pattern in patterns:
        if not pattern.name or not set(pattern.pattern.converters) <= set(parts[""]):
            continue
        there = parts[""] | parts.get(pattern.name, {})
        page = reader.get(
            reverse(pattern.name, kwargs={one: there[one] for one in pattern.pattern.converters})
        )
        if page.status_code != 200 or not page["Content-Type"].startswith("text/html"):
            continue  # It changes something, leads on or answers with data.
        section = page.context["section"]
        assert section in SECTIONS | ELSEWHERE, pattern.name
        nav = re.search(r'<nav aria-label="Site">.*?</nav>', page.content.decode(), re.DOTALL)
        assert nav, pattern.name
        assert nav[0].count('aria-current="page"') == (section in SECTIONS), pattern.name
        seen.add(section)
    assert seen == SECTIONS | ELSEWHERE


def test_a_table_of_people_is_a_place_to_play(client: Client, db: None) -> None:
    player = Player.objects.create(name="Alice")
    waiting = changes.create([changes.SeatPlan(player=player), changes.SeatPlan()], player)
    running = changes.create([changes.SeatPlan(player=player), AGENTS[0]], player)
    for table in (waiting, running):
        assert client.get(table.get_absolute_url()).context["section"] == "play"


def test_a_page_of_errors_belongs_nowhere(client: Client, db: None) -> None:
    page = client.get("/nowhere/")
    assert b"aria-current" not in page.content
