"""What a person's page says is what can be counted by hand."""

from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from agents import registry
from agents.archives import runs
from agents.kinds.elites import address_of
from analysis.diversity import crossplay
from analysis.models import Person, Trace, TraceSeat
from analysis.people import access
from analysis.people.action_agreement import with_agent
from analysis.people.learning_curve import blocks, ways
from analysis.people.recommended_partners import named_partners
from analysis.people.style import style
from analysis.traces import tables as traces_of_tables
from analysis.traces.importing import import_file
from game.models import Player
from game.tables import changes
from native.play.measures import CERTAIN
from tests.analysis.conftest import Write, figures_of, finished_table, with_piers
from tests.game.conftest import said, seated

pytestmark = pytest.mark.django_db

TALLIES = {"offered": 16, "clues": 8, "plays": 8, "certainty": 6 * CERTAIN, "known": 8}
COUNTS = {"turns": 20, "tallies": TALLIES}
STYLE = {"told": 0, "idle_clues": 0, "lost_tokens": 0, "tellings": [0] * 6}


def game(person: Person, score: int, agents: list[str], **counts: Any) -> None:
    """A finished game of a person with these agents; what the seat did is given in counts."""
    number = Trace.objects.count()
    same = {"players": 1 + len(agents), "variant": "No Variant", "stacks": score, "zero": score}
    kept = Trace.objects.create(
        digest=f"{number:032x}", ending="out_of_turns", strikes=0, turns=40, **same
    )
    both = same | COUNTS | STYLE | {"trace": kept, "finished": True, "struck": False}
    one = agents[0] if len(agents) == 1 else ""
    TraceSeat.objects.create(
        index=0, kind="person", person=person, company="agents", partner=one, **(both | counts)
    )
    for i, agent in enumerate(agents, start=1):
        TraceSeat.objects.create(
            index=i, kind="agent", address=agent, company="people", with_person=person, **both
        )


@pytest.fixture(autouse=True)
def no_documents(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are only counts have no moves to compare."""
    if "xenia" in request.fixturenames:
        monkeypatch.setattr("analysis.views.people.with_named_agents", lambda _: ([], 0))
        monkeypatch.setattr("analysis.views.people.with_agent", lambda *_: None)


def test_scores_with_and_without_each_agent(client: Client, xenia: Person) -> None:
    for score, agents in [(10, "a"), (14, "a"), (20, "b"), (5, "ab"), (8, "c")]:
        game(xenia, score, [f"rules:{agent}" for agent in agents])
    other = Person.objects.create(key="y", name="Y", public=True)
    for score in (2, 4):
        game(other, score, ["rules:a"])
    rows = {row[0]: row[1:] for row in figures_of(client, xenia.measures_url)["with-agents"].rows}
    assert rows.keys() == {"rules:a", "rules:b", "rules:c"}
    games, mean, low, high, without = rows["rules:a"][:5]
    assert (games, mean, without) == (3, pytest.approx(29 / 3), 14)
    assert high - mean == pytest.approx(4.3026527 * np.std([10, 14, 5], ddof=1) / np.sqrt(3))
    assert low == 0
    assert rows["rules:a"][7] == 3
    assert rows["rules:b"][0] == 2
    assert rows["rules:c"][1:4] == (8, None, None)


def test_filtering_by_an_agent_keeps_the_games_with_it(client: Client, xenia: Person) -> None:
    game(xenia, 10, ["rules:a"])
    game(xenia, 20, ["rules:b"])
    with_b = figures_of(client, xenia.measures_url, agent="rules:b")
    assert with_b["learning"].rows[0][1] == 20
    assert [row[0] for row in with_b["with-agents"].rows] == ["rules:b"]


def test_clues_are_counted_by_the_cards_they_inform_about(client: Client, xenia: Person) -> None:
    game(xenia, 10, ["rules:a"], tellings=[3, 4, 0, 1, 0, 0], idle_clues=1, told=7)
    game(xenia, 10, ["rules:a"], tellings=[0, 2, 2, 0, 0, 0], told=6)
    told = figures_of(client, xenia.measures_url)["tellings"]
    assert dict(row[:2] for row in told.rows) == {
        "nothing new": 1,
        "only of others": 2,
        "1 card": 6,
        "2 cards": 2,
        "3 cards": 1,
    }
    assert sum(row[2] for row in told.rows) == pytest.approx(1)


def test_misplays_are_drawn_if_there_are_any(client: Client, xenia: Person) -> None:
    game(xenia, 10, ["rules:a"])
    assert not figures_of(client, xenia.measures_url)["misplays"].traces
    game(xenia, 10, ["rules:a"], risks=[0.25, 0.29, 1.0])
    shown = figures_of(client, xenia.measures_url)["misplays"]
    assert shown.traces
    assert [row[1] for row in shown.rows] == [0, 0, 2, 0, 0, 0, 0, 0, 0, 1]


def test_wasted_tokens_are_tokens_not_gained_or_spent_on_empty_clues(
    client: Client, xenia: Person
) -> None:
    game(xenia, 10, ["rules:a"], lost_tokens=2, idle_clues=1)
    game(xenia, 10, ["rules:a"])
    figures = figures_of(client, xenia.measures_url)
    assert [row[:2] for row in figures["tokens"].rows] == [(0, 1), (1, 0), (2, 0), (3, 1)]
    style_of = {row[0]: row[1:4] for row in figures["style"].rows}
    assert style_of["wasted tokens"][0] == 1.5
    assert style_of["wasted tokens"][1] == 0


def test_shares_stay_between_0_and_1(xenia: Person) -> None:
    game(xenia, 10, ["rules:a"], tallies=TALLIES | {"clues": 16})
    game(xenia, 10, ["rules:a"], tallies=TALLIES | {"clues": 14})
    found = style(TraceSeat.objects.filter(person=xenia)).measures["communicativeness"]
    assert found.value == pytest.approx(30 / 32)
    assert found.high == 1
    assert found.low == pytest.approx(max(0, 30 / 32 - found.margin))


@pytest.mark.parametrize(
    ("games", "sizes"), [(9, [1] * 9), (10, [5, 5]), (12, [5, 5, 2]), (104, [11] * 9 + [5])]
)
def test_a_learning_curve_has_blocks_of_at_least_five_games(games: int, sizes: list[int]) -> None:
    points = blocks(list(range(games)))
    assert [e.units for _, e in points] == sizes
    said = "in at most ten blocks of 5 or more, the last of those that are left"
    assert ways(games) == ("one by one" if games < 10 else said)
    starts = np.cumsum([0, *sizes[:-1]])
    for (middle, e), start, size in zip(points, starts, sizes, strict=True):
        assert middle == 1 + np.mean(range(start, start + size))
        assert e.value == np.mean(range(start, start + size))


@pytest.mark.long
def test_the_map_is_any_archives_and_partners_come_from_its_cross_play(
    client: Client, xenia: Person
) -> None:
    game(xenia, 10, ["rules:a"])
    for run in ("paper-1", "improved-3"):
        page = client.get(xenia.measures_url, {"run": run})
        there, best = page.context["place"], page.context["elite_partner"]
        assert (there.archive.run, there.row, there.column) == (run, 10, 15)
        table = crossplay.load(run)
        index = table.index(there.closest.row, there.closest.column)
        assert best.address == address_of(run, runs.load(run).valid[table.mean[index].argmax()])
        assert best.place.split("–")[0] == "1"
        text = page.content.decode()
        assert f'like cell 10,15 of the map <a href="/analysis/runs/{run}/"' in text
        assert f"/analysis/runs/{run}/{there.closest_place}/" in text
    assert client.get(xenia.measures_url, {"run": "nothing"}).status_code == 404


def test_every_archive_that_comes_with_the_program_can_be_the_map(
    client: Client, xenia: Person
) -> None:
    game(xenia, 10, ["rules:a"])
    offered = client.get(xenia.measures_url).context["maps"]
    assert set(offered) == {run for run in runs.names() if not run.startswith("fresh-")}
    assert len(offered) >= 6


def test_a_person_without_moves_is_compared_with_no_agent(hers: Client, alice: Player) -> None:
    table = seated(alice, "rules:piers")
    changes.give_up(table.slug, alice, table.version)
    traces_of_tables.collect()
    page = hers.get(Person.objects.get().measures_url)
    assert page.context["closest"] is None
    assert not {"plays-like", "suited", "learning"} & page.context["figure_of"].keys()
    assert "of the same moves" not in page.content.decode()


@pytest.mark.long
def test_partners_for_a_style_are_those_of_the_most_alike(
    client: Client, write_lines: Write
) -> None:
    import_file(write_lines(with_piers(3)))
    Person.objects.update(public=True)
    found = figures_of(client, Person.objects.get().measures_url)["suited"]
    named = [row for row in found.rows if row[3] == "IGGI"]
    starts = [int(row[1].split("–")[0]) for row in named]
    assert starts[0] == 1
    assert starts == sorted(starts)
    assert {row[4] for row in named} >= {"rules:piers", "rules:iggi"}
    assert not {"mean", "low", "high"} & {column.title for column in found.columns}
    assert found.seed == "cross-play"


def test_no_page_waits_for_the_games_of_an_agent_that_thinks_long() -> None:
    searcher, piers = registry.find("search:1000:rules:focus"), registry.find("rules:piers")
    assert {one.like for one in named_partners([searcher, piers])} == {"Piers"}
    assert named_partners([searcher]) == named_partners([]) == named_partners([piers], 9) == []


def test_filters_keep_the_link_that_opens_the_page(client: Client, xenia: Person) -> None:
    Person.objects.update(public=False)
    access.share(xenia, shared=True)
    game(xenia, 10, ["rules:a"])
    page = client.get(xenia.measures_url, {"link": xenia.link, "players": "2"})
    text = page.content.decode()
    assert f'<input type="hidden" name="link" value="{xenia.link}">' in text
    assert f'href="{xenia.measures_url}?link={xenia.link}">Clear' in text


@pytest.mark.long
def test_the_command_of_a_private_figure_names_who_may_see_it(
    hers: Client, alice: Player, bob: Player
) -> None:
    finished_table(alice)
    traces_of_tables.collect()
    person = Person.objects.get(player=alice)
    access.share(person, shared=True)
    figure = hers.get(person.measures_url).context["figure_of"]["style"]
    assert figure.command.endswith(f" style --player {alice.pk}")
    assert said("figure", person.measures_url, "style", player=alice.pk) == figure.csv()
    for stranger in (None, bob.pk, 99):
        with pytest.raises(CommandError) as refused:
            call_command("figure", person.measures_url, "style", player=stranger)
        assert refused.value.returncode == 2


@pytest.mark.long
def test_a_person_who_plays_like_an_elite_agrees_with_its_moves(
    client: Client, write_lines: Write
) -> None:
    address = "elite:improved-1/12,15"
    import_file(write_lines(*(with_piers(seed, plays=address) for seed in range(12))))
    Person.objects.update(public=True)
    person = Person.objects.get()
    found = with_agent(TraceSeat.objects.filter(person=person), registry.find(address))
    # It draws lots in some turns.
    assert found.share.value > 0.95
    page = client.get(person.measures_url, {"run": "improved-1"})
    *_, last, base = page.context["figure_of"]["plays-like"].rows
    assert last[-1] == page.context["place"].address
    assert 0.2 < last[2] <= 1
    assert base[2] < last[2]


@pytest.mark.long
def test_shares_of_moves_are_never_below_0_or_above_1(client: Client, write_lines: Write) -> None:
    import_file(write_lines(*(with_piers(seed, plays="rules:flawed") for seed in range(3))))
    Person.objects.update(public=True)
    page = client.get(Person.objects.get().measures_url)
    rows = page.context["figure_of"]["plays-like"].rows
    ends = [end for row in rows for end in row[3:5] if end is not None]
    assert min(ends) >= 0
    assert max(ends) <= 1
    assert "So far plays like cell" in page.content.decode()
