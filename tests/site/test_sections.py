"""Every page says which section of the site it belongs to, and the navigation marks it."""

from __future__ import annotations

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

NO_PAGES = {
    "evaluation_info",
    *("play_now", "sit", "stand_up", "fill", "again", "naming", "logout", "my_page"),
    *(
        "first_game",
        "board_figures",
        "play_daily",
        "puzzle_turns",
        "forget_answers",
        "delete_upload",
        "play_on",
        "whom_like_json",
        "worth_json",
        "docs_file",
        "showcase",
        "frames",
        "line_frames",
        "elimination_steps",
        "hindsight",
        "trace",
        "importing",
    ),
    *("stop_run", "go_on_with_run", "share_person", "close_study"),
}
"""Named addresses that change something, lead on or answer with data."""

AGENTS = [changes.SeatPlan(address="rules:piers"), changes.SeatPlan(address="rules:iggi")]
RUN = {"name": "paper-1"}


@pytest.fixture
def reader(db: None, client: Client) -> Client:
    """Somebody on the staff who has played, and so may open every page."""
    player = Player.objects.create(name="Alice", user=User.objects.create(username="alice"))
    login(client, player)
    client.force_login(User.objects.get())
    User.objects.update(is_staff=True, is_superuser=True)
    return client


@pytest.fixture
def pages(reader: Client) -> dict[str, tuple[str, str]]:
    """By the address' name: an address to open, and the section it belongs to."""
    player = Player.objects.get()
    over = played.finished("rules:piers", "rules:iggi", slug="over", seed="sections")
    alone = changes.create(AGENTS, None, slug="alone", paused=True)
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
    person = {"pk": Person.objects.get(player=player).pk}
    slugs = {"slug": over.slug}
    arguments: dict[str, tuple[str, dict[str, object]]] = {
        "lobby": ("play", {}),
        "new_table": ("play", {}),
        "table": ("watch", {"slug": alone.slug}),
        "empathy": ("learn", {}),
        "how_known": ("replays", slugs),
        "learn": ("learn", {}),
        "rules_of_the_game": ("learn", {}),
        "glossary": ("learn", {}),
        "puzzles": ("learn", {}),
        "puzzle": ("learn", {"number": 1}),
        "whom_like": ("replays", slugs),
        "worth": ("replays", slugs),
        "same_deal": ("replays", slugs),
        "daily_deal": ("play", {}),
        "daily_deal_of": ("play", {"day": timezone.now().date().isoformat()}),
        "whom_i_like": ("play", {"slug": "playing"}),
        "watch": ("watch", {}),
        "replay": ("replays", slugs),
        "line": ("replays", slugs | {"turn": 3}),
        "history": ("replays", {}),
        "upload": ("replays", {}),
        "docs": ("docs", {}),
        "docs_page": ("docs", {"name": "architecture"}),
        "login": ("account", {}),
        "signup": ("account", {}),
        "agents": ("agents", {}),
        "rules": ("agents", {}),
        "agent": ("agents", {"address": "rules:piers"}),
        "analysis": ("study", {}),
        "runs": ("archives", {}),
        "new_run": ("archives", {}),
        "compare_runs": ("archives", {}),
        "published_runs": ("archives", {}),
        "run": ("archives", RUN),
        "diversity": ("archives", RUN),
        "named_agents": ("archives", RUN),
        "cell": ("archives", RUN | {"place": "9,16"}),
        "protocols": ("study", {}),
        "pools": ("study", {}),
        "partner": ("study", {"address": "rules:piers"}),
        "people": ("study", {}),
        "person": ("study", person),
        "delete_person": ("study", person),
        "perfect": ("study", {}),
        "deals": ("study", {}),
        "mwum": ("study", {}),
        "learning": ("study", {}),
        "traces": ("study", {}),
        "studies": ("study", {}),
        "power": ("study", {}),
        "new_study": ("study", {}),
        "study": ("study", {"slug": "s"}),
        "survey": ("study", {"slug": "mine"}),
        "answered": ("study", {"slug": drawn.slug}),
    }
    return {
        name: (reverse(name, kwargs=kwargs), section)
        for name, (section, kwargs) in arguments.items()
    }


@pytest.mark.slow
def test_every_named_page_names_its_section(
    reader: Client, pages: dict[str, tuple[str, str]]
) -> None:
    patterns = [*game.urls.urlpatterns, *agents.urls.urlpatterns, *analysis.urls.urlpatterns]
    patterns += [one for one in site_urls.urlpatterns if isinstance(one, URLPattern)]
    named = {pattern.name for pattern in patterns if pattern.name}
    assert named == {*pages, *NO_PAGES}
    for name, (address, section) in pages.items():
        page = reader.get(address)
        assert page.status_code == 200, name
        assert page.context["section"] == section, name
        nav = re.search(r'<nav aria-label="Site">.*?</nav>', page.content.decode(), re.DOTALL)
        assert nav
        assert nav[0].count('aria-current="page"') == (section in SECTIONS), name


def test_a_table_of_people_is_a_place_to_play(client: Client, db: None) -> None:
    player = Player.objects.create(name="Alice")
    waiting = changes.create([changes.SeatPlan(player=player), changes.SeatPlan()], player)
    running = changes.create([changes.SeatPlan(player=player), AGENTS[0]], player)
    for table in (waiting, running):
        assert client.get(table.get_absolute_url()).context["section"] == "play"


def test_a_page_of_errors_belongs_nowhere(client: Client, db: None) -> None:
    page = client.get("/nowhere/")
    assert b"aria-current" not in page.content
