"""Pages of archives: every layer, every cell, comparisons, downloads, and refusals in words."""

import json
import shlex
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from django.conf import LazySettings
from django.test import Client

from agents.archives import Archive, Measurement, Recipe, Setting, runs
from agents.management.commands import evolve
from agents.management.run_command import given
from analysis.diversity import crossplay
from analysis.diversity.action_agreement import ActionAgreement
from analysis.maps import run_updates
from analysis.maps.layers import NOTES, TITLES, layer
from analysis.maps.map_figures import Tile, command, common_scale, map_figure, own_games, squares
from tests.agents.small_runs import ready
from tests.analysis.conftest import page_of
from tests.serial import Serial

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("runs_of_its_own")]


@pytest.mark.long
def test_the_list_shows_every_run_and_one_that_is_damaged(client: Client, tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "archive.json").write_text("{")
    shown = page_of(client, "/analysis/runs/")
    assert all(name in shown for name in ("paper-1", "improved-3", "broken"))
    assert shown.count('class="thumb"') == 7


@pytest.mark.long
@pytest.mark.parametrize("show", TITLES)
def test_a_map_shows_each_layer_with_its_table(client: Client, show: str) -> None:
    shown = page_of(client, f"/analysis/runs/paper-1/?show={show}")
    assert '<table class="figures">' in shown
    assert f"paper-1-{show}" in shown


def test_a_run_without_cross_play_shows_the_command_for_it(client: Client) -> None:
    ready("small")
    assert "manage.py crossplay small" in page_of(client, "/analysis/runs/small/?show=pairwise")
    crossplay.make("small", Serial(), games=4)
    assert "small-pairwise" in page_of(client, "/analysis/runs/small/?show=pairwise")


def test_a_cell_shows_its_agent_what_it_spans_and_partners_to_open_and_watch(
    client: Client,
) -> None:
    shown = page_of(client, "/analysis/runs/paper-1/9,16/")
    assert "games with itself in faithful mode" in shown
    cell = runs.load("paper-1").by_place[9, 16]
    assert "elite:paper-1/9,16" in shown
    assert f"{cell.latest.objective:.2f}" in shown
    assert "Play with it" in shown
    assert "Best and worst partners" in shown
    assert "communicativeness from 0.45 to 0.50 and risk aversion from 0.80 to 0.85" in shown
    assert "Measured again, it lies in cell 10,16." in shown
    found = crossplay.load("paper-1")
    ranked = found.ranked_partners(found.index(9, 16))
    for partner in (ranked[0], ranked[-1]):
        place = ",".join(map(str, found.places[partner]))
        assert f'<a href="/analysis/runs/paper-1/{place}/">{place}</a>' in shown
        assert f'<option value="elite:paper-1/{place}">' in shown
    assert "Measured again, it lies" not in page_of(client, "/analysis/runs/improved-3/9,13/")


def test_partners_of_an_elite_are_shown_from_the_first_place_to_the_last(client: Client) -> None:
    address = "/analysis/runs/paper-1/9,16/?figure=partners&format=json"
    rows = client.get(address).json()["rows"]
    places, means = [row[1] for row in rows], [row[2] for row in rows]
    count = len(runs.load("paper-1").valid)
    assert places[:2] == [1, 2]
    assert places[-2:] == [count - 1, count]
    assert means == sorted(means, reverse=True)


def test_the_table_of_a_map_leads_to_its_cells(client: Client) -> None:
    shown = page_of(client, "/analysis/runs/paper-1/")
    assert '<a href="/analysis/runs/paper-1/9,16/">9,16</a>' in shown


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/analysis/runs/nobody/", "There is no run nobody"),
        ("/analysis/runs/paper-1/0,0/", "Cell 0,0 of paper-1 is empty"),
        ("/analysis/runs/paper-1/x/", "is empty"),
        ("/analysis/runs/paper-1/?show=luck", "not luck"),
        ("/analysis/runs/compare/?run=nobody", "There is no run nobody"),
    ],
)
def test_unknown_pages_say_what_was_not_found(client: Client, address: str, words: str) -> None:
    assert words in page_of(client, address, 404)


@pytest.mark.long
def test_runs_are_compared_cell_by_cell(client: Client) -> None:
    shown = page_of(client, "/analysis/runs/compare/?runs=paper-1,improved-1")
    assert "improved-1 minus paper-1" in shown
    response = client.get(
        "/analysis/runs/compare/?run=paper-1&run=paper-2&figure=pairs&format=json"
    )
    (row,) = response.json()["rows"]
    assert row[1] <= 327
    assert 0 < row[4] <= 15


@pytest.mark.parametrize("query", ["", "?run=paper-1"])
def test_fewer_than_two_runs_are_not_compared_but_more_are_asked_for(
    client: Client, query: str
) -> None:
    assert "Choose two or three runs" in page_of(client, f"/analysis/runs/compare/{query}")


def test_runs_of_different_rule_bases_are_compared_gene_by_gene(client: Client) -> None:
    address = "/analysis/runs/compare/?runs=paper-1,improved-1&figure=pairs&format=json"
    ((*_, differing),) = client.get(address).json()["rows"]
    assert 14 < differing < 15


def test_three_runs_are_compared_with_the_first_and_a_fourth_is_named(client: Client) -> None:
    shown = page_of(client, "/analysis/runs/compare/?runs=paper-1,paper-2,paper-3,improved-1")
    assert "paper-2 minus paper-1" in shown
    assert "paper-3 minus paper-1" in shown
    assert "improved-1 left out" in shown
    assert "improved-1 minus" not in shown
    address = "/analysis/runs/compare/?runs=paper-1,paper-2&figure=paper-2-minus-paper-1&format=csv"
    header, row, *_ = client.get(address).content.decode().splitlines()
    assert header == "cell,paper-1,paper-2,difference"
    _, one, other, difference = row.split(",")[-4:]
    assert float(other) - float(one) == pytest.approx(float(difference))


def test_runs_of_other_games_are_not_compared_cell_by_cell(client: Client) -> None:
    archive = runs.load("paper-1")
    zero = msgspec.structs.replace(archive.setting, scoring="zero")
    runs.save(msgspec.structs.replace(archive, run="zero", setting=zero))
    shown = page_of(client, "/analysis/runs/compare/?runs=paper-1,zero")
    assert "differ in players, scoring, measures or grid" in shown
    assert "zero minus paper-1" not in shown


@pytest.mark.long
def test_an_archive_is_downloaded_whole(client: Client) -> None:
    download = client.get("/analysis/runs/paper-1/?download=json")
    assert download["Content-Type"] == "application/json"
    assert download["Content-Disposition"] == 'attachment; filename="paper-1.json"'
    assert json.loads(download.content)["run"] == "paper-1"
    csv = client.get("/analysis/runs/paper-1/?download=csv").content.decode()
    assert len(csv.splitlines()) == 328


def test_a_cell_without_points_in_one_run_is_compared_in_neither_order(client: Client) -> None:
    archive = runs.load("paper-1")
    first, *others = archive.cells
    nothing = msgspec.structs.replace(first.latest, objective=0.0)
    worthless = msgspec.structs.replace(first, remeasured=nothing)
    runs.save(msgspec.structs.replace(archive, run="poorer", cells=(worthless, *others)))
    for names in ("paper-1,poorer", "poorer,paper-1"):
        address = f"/analysis/runs/compare/?runs={names}&figure=pairs&format=json"
        (row,) = client.get(address).json()["rows"]
        assert row[1:4] == [len(archive.valid) - 1, 0, 0]


def test_the_command_of_a_run_repeats_every_chosen_setting() -> None:
    measures = ("risk_aversion", "information_per_play")
    setting = Setting(3, "full", "clean", scoring="zero", measures=measures, grid=(10, 12))
    recipe = Recipe("a seed", 900, initial=90, algorithm="improved", games=30, batch=40)
    archive = Archive(run="mine", setting=setting, recipe=recipe, individuals=0, games=0, cells=())
    assert "--measures risk_aversion,information_per_play --grid 10x12" in command(archive)
    written = shlex.split(command(archive))
    options = vars(evolve.Command().create_parser("manage.py", "evolve").parse_args(written[2:]))
    assert Setting(**given(options, Setting)) == setting
    assert Recipe(**given(options, Recipe)) == recipe


def test_the_list_of_runs_names_measures_other_than_the_usual(client: Client) -> None:
    setting = Setting(measures=("risk_aversion", "information_per_play"))
    runs.save(Archive(run="mine", setting=setting, recipe=None, individuals=0, games=0, cells=()))
    shown = page_of(client, "/analysis/runs/")
    assert shown.count("risk aversion by information per play") == 1
    assert "communicativeness by risk aversion" not in shown


def test_the_shown_command_reproduces_the_run() -> None:
    assert command(runs.load("paper-2")) == "manage.py evolve --run paper-2 --seed 2"
    assert "--algorithm improved --alphabet full --mode clean" in command(runs.load("improved-1"))


def test_layers_of_pairs_are_means_over_the_table() -> None:
    found = crossplay.load("paper-1")
    archive = runs.load("paper-1")
    best = found.best_partners
    assert sum(layer("chosen", archive, found).values.values()) == len(best)
    row, column = map(int, found.places[5])
    layered = layer("pairwise", archive, found)
    assert layered.at((row, column)) == pytest.approx(found.mean[5].mean())


def measured(objective: float, spread: float | None = None, **tally: int) -> Measurement:
    return Measurement(50, objective, spread, (0.5, 0.5), tally=tally or None)


@pytest.fixture
def archive() -> Archive:
    """Three elites that score and one that does not, on two rows and five columns."""
    whole = runs.load("paper-1")
    cells = []
    for cell, (row, column, genes, found) in zip(
        whole.cells,
        [
            (0, 1, (1, 2, 3, 4), measured(2.5, 1.5, struck=10)),
            (0, 4, (1, 2, 3, 5), measured(12.49, None, struck=0)),
            (1, 0, (5, 2, 1, 4), measured(12.5, 3.0)),
            (1, 3, (7, 7, 7, 7), measured(0.0, 0.0)),
        ],
        strict=False,
    ):
        facts: dict[str, Any] = {"row": row, "column": column, "genes": genes}
        cells.append(msgspec.structs.replace(cell, stored=found, remeasured=None, **facts))
    setting = msgspec.structs.replace(Setting(), grid=(2, 5))
    recipe = Recipe("a seed", 900, initial=90)
    return Archive(
        run="r", setting=setting, recipe=recipe, individuals=300, games=9, cells=tuple(cells)
    )


def values(name: str, archive: Archive, **options: Any) -> dict[tuple[int, int], float]:
    return dict(layer(name, archive, None, **options).values)


def test_each_layer_has_its_own_number_and_none_where_it_is_not_known(archive: Archive) -> None:
    assert values("score", archive) == {(0, 1): 2.5, (0, 4): 12.49, (1, 0): 12.5}
    assert values("spread", archive) == {(0, 1): 1.5, (1, 0): 3.0}
    assert values("bombs", archive) == {(0, 1): 0.2, (0, 4): 0.0}
    assert layer("pairwise", archive, None) is None


def test_without_recorded_games_cells_are_alike_gene_by_gene(archive: Archive) -> None:
    best, chosen = (layer("agreement", archive, None, to) for to in (None, (0, 1)))
    assert (best.title, best.games, best.command) == ("Agreement with cell 1,0", 0, "")
    assert best.note == NOTES["agreement"]
    assert dict(best.values) == {(0, 1): 0.5, (0, 4): 0.25, (1, 0): 1}
    assert chosen.title == "Agreement with cell 0,1"
    assert dict(chosen.values) == {(0, 1): 1, (0, 4): 0.75, (1, 0): 0.5}


def test_without_the_chosen_elite_the_layer_of_agreement_is_empty(archive: Archive) -> None:
    for map_, place in ((archive, (0, 0)), (msgspec.structs.replace(archive, cells=()), None)):
        found = layer("agreement", map_, None, place)
        assert (found.title, found.values) == ("Agreement", {})


def test_likeness_with_recorded_games_is_counted_turn_by_turn(archive: Archive) -> None:
    """Ten turns of two comparisons each, for the pairs 00, 01, 02, 11, 12 and 22."""
    equal = [20, 10, 5, 18, 2, 16]
    agreement = ActionAgreement(
        places=np.array([(0, 1), (0, 4), (1, 0)], np.int16),
        equal=np.array([equal, equal], np.uint32),
        turns=np.array([10, 10]),
        options=np.array([80, 80]),
        games=4,
        seed="s",
        elites="",
    )
    found = layer("agreement", archive, None, (0, 4), agreement)
    assert dict(found.values) == {(0, 1): 0.5, (0, 4): 0.9, (1, 0): 0.1}
    assert (found.games, found.seed) == (12, "s")
    assert found.command == "manage.py action_agreement r"


def test_a_small_map_has_ten_shades_from_nothing_to_25_points(archive: Archive) -> None:
    assert squares(archive) == [Tile(1, 0, 1), Tile(4, 0, 4), Tile(0, 1, 5)]


def test_a_map_has_rows_from_the_top_and_the_games_of_its_elites(archive: Archive) -> None:
    score = layer("score", archive, None)
    figure = map_figure(archive, score, low=1.0, high=20.0)
    assert figure.rows == [
        ("0,1", 0.25, 0.3, 2.5),
        ("0,4", 0.25, 0.9, 12.49),
        ("1,0", 0.75, 0.1, 12.5),
    ]
    (trace,) = figure.traces
    assert trace["z"] == [[None, 2.5, None, None, 12.49], [12.5, None, None, None, None]]
    assert (trace["x"], trace["y"]) == ([0.1, 0.3, 0.5, 0.7, 0.9], [0.25, 0.75])
    assert (trace["zmin"], trace["zmax"]) == (1, 20)
    assert figure.layout["yaxis"]["title"]["text"] == "communicativeness"
    assert figure.layout["xaxis"]["title"]["text"] == "risk aversion"
    assert (figure.games, figure.seed, own_games(archive)) == (150, "a seed", 150)


def test_compared_maps_share_one_colour_scale(archive: Archive) -> None:
    score, spread = layer("score", archive, None), layer("spread", archive, None)
    assert common_scale([score, spread]) == (1.5, 12.5)
    assert common_scale([]) == (None, None)


def test_a_page_that_watches_a_run_is_sent_how_far_it_is_and_its_map(
    archive: Archive, settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RUNS_DIR = str(tmp_path)
    (tmp_path / "r").mkdir()
    monkeypatch.setattr(runs, "load", lambda _: archive)
    told = run_updates.update("r")
    assert (told["individuals"], told["of"], told["complete"]) == (300, 900, False)
    assert told["z"] == [[None, 2.5, None, None, 12.49], [12.5, None, None, None, None]]
    assert told["summary"]["coverage"] == 3
    archive = msgspec.structs.replace(archive, recipe=None)
    assert run_updates.update("r")["of"] == 0
