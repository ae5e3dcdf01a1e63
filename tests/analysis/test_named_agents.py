"""The named agents lie on a run's map where their games place them, with their pairwise row."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.conf import LazySettings
from django.test import Client

from agents import registry
from agents.archives import runs
from agents.arena import simulate
from analysis.diversity import named_agents, npz
from native import Rules

PAGE = "/analysis/runs/paper-1/named/"


@pytest.mark.long
def test_a_row_holds_the_scores_that_the_pairs_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = [pair for pair in named_agents.those_simulated(2) if pair[0].address == "rules:iggi"]
    monkeypatch.setattr(named_agents, "those_simulated", lambda _: quick)
    saved = {}
    monkeypatch.setattr(npz, "save", lambda path, arrays: saved.update(arrays))
    table = named_agents.make("paper-1", games=4, own_games=400)
    archive = runs.load("paper-1")
    assert table.points.shape == (1, len(archive.valid))
    assert saved["games"] == 4
    again = simulate(Rules.standard(2), [quick[0][0]] * 2, 400, "other games")
    assert table.own[0] / 400 == pytest.approx(again.mean_stacks, abs=0.6)
    whole = table.mean[0]
    best, worst = archive.valid[int(whole.argmax())], archive.valid[int(whole.argmin())]
    means = [
        simulate(
            Rules.standard(2),
            [quick[0][0], registry.find(f"elite:paper-1/{cell.row},{cell.column}")],
            200,
            "pair",
        ).mean_stacks
        for cell in (best, worst)
    ]
    assert means[0] > whole.mean() > means[1]


def test_every_agent_has_a_niche_and_a_row() -> None:
    archive, table = runs.load("paper-1"), named_agents.load("paper-1")
    assert table is not None
    assert table.mean.shape == (len(table.addresses), len(archive.valid))
    rows, columns = archive.setting.grid
    assert all(0 <= row < rows and 0 <= column < columns for row, column in table.places(archive))
    assert not np.isnan(table.measure("marked_per_clue")).any()


@pytest.mark.django_db
def test_nobody_is_missing_on_the_map(client: Client) -> None:
    """Who thinks too long to play with every elite lies where its own games place it."""
    page = client.get(PAGE)
    (named, _) = page.context["figures"]
    titles = [column.title for column in named.columns]
    lines = {line[-1]: dict(zip(titles, line, strict=True)) for line in named.rows}
    assert set(lines) == {entry.address for entry in registry.seatable() if 2 in entry.players}
    slow = lines["search:1000:rules:focus"]
    assert slow["with itself"] > 22
    row, column = map(int, slow["cell"].split(","))
    assert row == int(20 * slow["communicativeness"])
    assert column == int(20 * slow["risk aversion"])
    assert slow["with all elites"] is slow["best with"] is None
    assert page.context["left_out"] == []
    assert len(named.traces[-1]["x"]) == len(named.rows)


def test_who_plays_otherwise_today_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = named_agents.load("paper-1")
    assert whole is not None
    fewer = named_agents.those_simulated(2)[1:]
    monkeypatch.setattr(named_agents, "those_simulated", lambda _: fewer)
    table = named_agents.load("paper-1")
    assert table is not None
    assert list(table.addresses) == list(whole.addresses)[1:]
    assert (table.points == whole.points[1:]).all()


class Disk:
    """The table's file, in memory."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tables: list[named_agents.NamedAgents] = []
        monkeypatch.setattr(npz, "save", self.save)
        monkeypatch.setattr(named_agents, "load", lambda _: (self.tables or [None])[-1])

    def save(self, _path: Path, arrays: dict[str, Any]) -> None:
        self.tables.append(named_agents.NamedAgents(**arrays))


def test_what_a_table_has_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = ["rules:iggi", "rules:flawed", "rules:piers"]
    three = [pair for pair in named_agents.those_simulated(2) if pair[0].address in wanted]
    monkeypatch.setattr(named_agents, "those_simulated", lambda _: three)
    Disk(monkeypatch)
    whole = named_agents.make("paper-1", 4, 10, anew=True)
    disk, shown = Disk(monkeypatch), list[str]()

    def stopping(address: str) -> None:
        if len(shown) == 2:
            raise KeyboardInterrupt
        shown.append(address)

    with pytest.raises(KeyboardInterrupt):
        named_agents.make("paper-1", 4, 10, stopping)
    assert [list(table.addresses) for table in disk.tables] == [shown[:1], shown]
    rest: list[str] = []
    table = named_agents.make("paper-1", 4, 10, rest.append)
    assert [*shown, *rest] == list(table.addresses) == list(whole.addresses)
    for name in named_agents.NUMBERS:
        assert (getattr(table, name) == getattr(whole, name)).all(), name
    again: list[str] = []
    named_agents.make("paper-1", 4, 10, again.append)
    assert again == []
    named_agents.make("paper-1", 6, 10, again.append)
    assert again == list(table.addresses)


@pytest.mark.django_db
@pytest.mark.long
def test_the_page_shows_all_of_them_and_one_row(client: Client) -> None:
    page = client.get(PAGE, {"agent": "rules:piers"})
    named, row = page.context["figures"]
    assert {"rules:piers", "rules:iggi"} <= {line[-1] for line in named.rows}
    assert row.title.startswith("Piers with each elite")
    assert client.get(PAGE, {"agent": "rules:nobody"}).status_code == 404


@pytest.mark.django_db
def test_a_run_without_the_table_says_how_to_make_it(client: Client) -> None:
    page = client.get("/analysis/runs/paper-2/named/").content.decode()
    assert "manage.py named_agents paper-2" in page


@pytest.mark.django_db
@pytest.mark.usefixtures("runs_of_its_own")
def test_a_damaged_table_is_refused_in_words(settings: LazySettings, client: Client) -> None:
    folder = Path(settings.RUNS_DIR) / "paper-1"
    folder.mkdir()
    (folder / "archive.json").write_bytes((runs.folder("paper-1") / "archive.json").read_bytes())
    (folder / "named.npz").write_bytes(b"no table")
    page = client.get(PAGE)
    assert page.status_code == 404
