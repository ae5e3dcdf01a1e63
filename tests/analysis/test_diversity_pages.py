"""The pages beside the paper: every number a figure with its command, and refusals in words."""

from collections import Counter
from unittest.mock import patch

import msgspec
import pytest
from django.test import Client

from agents.archives import runs
from agents.matchups import store
from analysis.diversity import action_agreement, crossplay
from analysis.papers.map_elites import own_sizes, paper, replication, run_tables
from analysis.papers.map_elites import published_page as published
from analysis.papers.map_elites.published_page import corrections, published_page
from analysis.papers.map_elites.replication import replications
from analysis.rebuilding import find
from tests.agents.small_runs import ready
from tests.analysis.conftest import page_of, records
from tests.serial import Serial

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("runs_of_its_own"), pytest.mark.long]


def values(run: str) -> dict[str, object]:
    return {claim.what: claim.value for claim in replications(run_tables.load(run))}


def test_a_run_stands_beside_the_paper_with_all_four_figures(client: Client) -> None:
    shown = page_of(client, "/analysis/runs/paper-1/diversity/")
    for title in ("Fig. 1", "Fig. 2", "Fig. 3", "Fig. 4", "How often two elites do the same"):
        assert title in shown
    for number in ("7.85–8.27", "6.64", "20.33", "9.78", "0.66"):
        assert number in shown
    assert "More can be seen" not in shown


def test_figures_name_their_number_of_games(client: Client) -> None:
    """Of the pairs of 325 elites, and of each of them with itself."""
    figures = client.get("/analysis/runs/paper-1/diversity/").context["figures"]
    tables = run_tables.load("paper-1")
    told = {figure.name: figure.games for figure in figures}
    assert told["distance"] == tables.crossplay.played
    assert told["agreement"] == tables.agreement.games * len(tables.agreement.places)


def test_a_run_without_diversity_tables_shows_the_commands_that_make_them(client: Client) -> None:
    ready("small")
    shown = page_of(client, "/analysis/runs/small/diversity/")
    assert "manage.py crossplay small" in shown
    assert "manage.py action_agreement small" in shown
    assert "Fig. 1" in shown
    found = crossplay.make("small", Serial(), games=4)
    crossplay.make_best_partners("small", found, Serial(), games=4)
    action_agreement.make("small", Serial(), games=1)
    assert "More can be seen" not in page_of(client, "/analysis/runs/small/diversity/")


def test_the_published_page_compares_run_by_run_and_corrects(client: Client) -> None:
    shown = page_of(client, "/analysis/runs/published/")
    for run in ("paper-1", "paper-2", "paper-3"):
        assert run in shown
    assert "improved-1" not in shown
    for words in ("finished games", "never have met", "105 rules", "8.07", "14.24"):
        assert words in shown


def test_the_authors_archive_stands_beside_ours(client: Client) -> None:
    found = run_tables.theirs()
    assert found.archive.run == "canaan-2019"
    assert not paper.is_as_published(found.archive)
    shown = page_of(client, "/analysis/runs/published/")
    assert "Fig. 1: each elite with itself, their archive" in shown
    assert "Fig. 1: each elite with itself, mean of our runs" in shown
    address = "/analysis/runs/published/?figure=claims&format=json"
    claimed = {row[0]: row for row in client.get(address).json()["rows"]}
    assert claimed["valid cells"][1:4] == ["324–326", 325, 327]
    assert claimed["mean over valid cells, measured again"][2] == pytest.approx(7.75, abs=0.05)


def test_runs_of_the_papers_other_lengths_are_rows_of_table_1(client: Client) -> None:
    address = "/analysis/runs/published/?figure=table-1&format=json"
    rows = {row[0]: row[1:] for row in client.get(address).json()["rows"]}
    assert rows["paper-2"] == [*own_sizes.row_of(runs.load("paper-2"))[1:]]
    for name, individuals, *_ in paper.TABLE_I[1:]:
        assert rows[f"as long as {name}"][0] == rows[name][0] == individuals


def test_the_map_of_several_of_our_runs_shows_their_mean(client: Client) -> None:
    address = "/analysis/runs/published/?figure=ours-score&format=json"
    rows = client.get(address).json()["rows"]
    (best,) = (row for row in rows if row[0] == "9,16")
    scores = [runs.load(f"paper-{seed}").by_place[9, 16].latest.objective for seed in (1, 2, 3)]
    assert best[3] == pytest.approx(sum(scores) / 3)
    assert best[4] < best[3] < best[5]


def test_the_papers_numbers_come_from_finished_games() -> None:
    found = values("paper-1")
    near = found["same action at distance 1, finished games"]
    assert near == pytest.approx(paper.AGREEMENT[1], abs=0.03)
    assert found["same action at distance 1, as played"] > near + 0.05  # type: ignore[operator]
    assert found["legal moves in a turn, finished games"] == pytest.approx(13, abs=0.2)


def test_a_small_or_improved_run_is_not_as_published() -> None:
    ready("small")
    assert not paper.is_as_published(runs.load("small"))
    assert not paper.is_as_published(runs.load("improved-1"))
    ours = runs.load("paper-1")
    imported = msgspec.structs.replace(ours, recipe=None, source="somebody's table")
    assert not paper.is_as_published(imported)
    fewer = msgspec.structs.replace(ours.recipe, games=10)
    assert not paper.is_as_published(msgspec.structs.replace(ours, recipe=fewer))
    assert [each.archive.run for each in run_tables.as_published()] == [
        "paper-1",
        "paper-2",
        "paper-3",
    ]


def test_a_run_of_another_setting_says_that_it_differs(client: Client) -> None:
    assert "this run differs" in page_of(client, "/analysis/runs/improved-1/diversity/")
    assert "run differs" not in page_of(client, "/analysis/runs/paper-1/diversity/")


def test_a_run_shows_its_corresponding_agents_in_others(client: Client) -> None:
    shown = page_of(client, "/analysis/runs/improved-3/diversity/")
    assert "improved-1 and improved-3" in shown
    assert "improved-2 and improved-3" in shown
    assert "improved-1 and improved-2" not in shown


def test_without_runs_the_published_page_has_no_corrections() -> None:
    assert corrections([], []) == []


def test_a_damaged_table_is_refused_with_a_message(client: Client) -> None:
    ready("small")
    (runs.folder("small") / action_agreement.FILE).write_bytes(b"no zip")
    for address in ("diversity/", "?show=agreement"):
        assert "is damaged" in page_of(client, f"/analysis/runs/small/{address}", 404)


def test_the_map_shows_which_elites_act_like_the_chosen_one(client: Client) -> None:
    shown = page_of(client, "/analysis/runs/paper-1/?show=agreement&to=9,16")
    assert "Share of recorded turns" in shown
    table = action_agreement.load("paper-1")
    place = table.index(9, 16), table.index(9, 15)
    assert f"{table.shares()[place]:.2f}" in shown


def test_an_address_with_a_former_name_still_answers(client: Client) -> None:
    address = "/analysis/runs/paper-1/"
    before, now = (
        page_of(client, f"{address}?show={name}") for name in ("similarity", "agreement")
    )
    assert "Agreement with cell" in before
    assert "Agreement with cell" in now
    files = [
        client.get(f"{address}diversity/?figure={name}&format=csv")
        for name in ("similarity", "agreement")
    ]
    assert files[0].content == files[1].content
    assert 'filename="similarity.csv"' in files[0]["Content-Disposition"]


def test_the_published_page_is_made_again_only_if_a_run_that_it_shows_changes() -> None:
    made = published_page()
    ready("small")
    assert published_page() is made
    shown = msgspec.structs.replace(runs.load("paper-1"), run="mine")
    runs.save(shown)
    assert published_page() is not made


def test_rebuilding_the_tables_of_a_run_makes_what_is_missing() -> None:
    for run, individuals in (("a", 300), ("b", 350)):
        ready(run, individuals=individuals)
    names = ("crossplay:a", "action_agreement:a", "corresponding:a:b")
    targets = [find(name) for name in names]
    assert [len(target.stale()) for target in targets] == [1, 1, 1]
    for target in targets:
        target.make(str)
        assert target.stale() == []
    assert run_tables.load("a").missing == []


def test_the_published_page_reads_each_table_once_and_only_one_agent_plays() -> None:
    crossplay_reads = patch.object(store, "read", wraps=store.read)
    played = patch.object(replication, "simulate", wraps=replication.simulate)
    published._page.cache_clear()
    with crossplay_reads as read, played as plays:
        published_page()
    tables = Counter((*call.args[0], *call.args[2:]) for call in read.call_args_list)
    assert set(tables.values()) == {1}
    assert plays.call_count == 1


def test_each_runs_best_elite_is_shown_beside_the_papers_claim() -> None:
    rows = records(replication.figure(run_tables.as_published(), None))
    assert [row["run"] for row in rows] == [paper.NAME, "paper-1", "paper-2", "paper-3"]
    theirs, *ours = rows
    assert (theirs["best elite"], theirs["Mirror Situational"]) == (20.33, 20.11)
    assert theirs["ahead by"] == pytest.approx(0.22)
    assert theirs["low ahead"] == pytest.approx(0.22 - 1.96 * 0.02 * 2**0.5, abs=0.001)
    for row in ours:
        gap = row["best elite"] - row["Mirror Situational"]  # type: ignore[operator]
        assert row["ahead by"] == pytest.approx(gap)
        assert row["low ahead"] < gap < row["high ahead"]  # type: ignore[operator]
