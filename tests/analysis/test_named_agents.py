"""The named agents lie on a run's map where their games place them, with their pairwise row."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from django.conf import LazySettings
from django.test import Client

from agents import profile, registry
from agents.archives import runs
from agents.arena import simulate
from analysis.diversity import named_agents, npz
from analysis.diversity.named_matches import SEED, Matches
from native import Rng, Rules
from native.play.measures import MEASURES

PAGE = "/analysis/runs/paper-1/named/"


def only(monkeypatch: pytest.MonkeyPatch, *wanted: str) -> None:
    """These named agents are all that there are."""
    entries = [registry.find(address) for address in wanted]
    monkeypatch.setattr(named_agents, "playing", lambda _: entries)


@pytest.mark.long
def test_a_row_holds_the_scores_that_the_pairs_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "rules:iggi")
    saved = {}
    monkeypatch.setattr(npz, "save", lambda path, arrays: saved.update(arrays))
    table = named_agents.make("paper-1", Matches(4, 400), anew=True)
    archive = runs.load("paper-1")
    iggi = registry.find("rules:iggi")
    assert table.points.shape == (1, len(archive.valid))
    assert saved["games"].tolist() == [4]
    again = simulate(Rules.standard(2), [iggi] * 2, 400, "other games")
    assert table.own_mean[0] == pytest.approx(again.mean_stacks, abs=0.6)
    whole = table.mean[0]
    best, worst = archive.valid[int(whole.argmax())], archive.valid[int(whole.argmin())]
    means = [
        simulate(
            Rules.standard(2),
            [iggi, registry.find(f"elite:paper-1/{cell.row},{cell.column}")],
            200,
            "pair",
        ).mean_stacks
        for cell in (best, worst)
    ]
    assert means[0] > whole.mean() > means[1]


class Chosen:
    """A run with two of its elites."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        whole = runs.load("paper-1")
        self.archive = msgspec.structs.replace(whole, cells=whole.valid[100:102])
        monkeypatch.setattr(runs, "load", lambda _: self.archive)


def test_who_is_quick_plays_half_of_the_games_on_the_first_seat_and_other_deals_on_the_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    only(monkeypatch, "rules:iggi")
    archive = Chosen(monkeypatch).archive
    Disk(monkeypatch)
    made = named_agents.make("paper-1", Matches(40, 10), anew=True)
    rules, iggi = Rules.standard(2), registry.find("rules:iggi")
    for number, cell in enumerate(archive.valid):
        elite = registry.find(f"elite:paper-1/{cell.row},{cell.column}")
        halves = [
            simulate(rules, seats, 20, Rng(SEED).derive(stream)).mean_stacks
            for stream, seats in enumerate([(iggi, elite), (elite, iggi)])
        ]
        assert made.mean[0, number] == pytest.approx(np.mean(halves))


@pytest.mark.long
def test_who_thinks_long_plays_in_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game on each side with each elite is a round; what was played is kept after each."""
    slow = replace(
        registry.find("rules:iggi"), blueprint=None, core=None, seconds=3, self_play_games=0
    )
    monkeypatch.setattr(named_agents, "playing", lambda _: [slow])
    monkeypatch.setattr(profile, "SLOW_GAMES", 6)
    archive, disk = Chosen(monkeypatch).archive, Disk(monkeypatch)
    table = named_agents.make("paper-1", Matches(rounds=2))
    assert [one.games.tolist() for one in disk.tables] == [[2], [4]]
    rules = Rules.standard(2)
    for number, cell in enumerate(archive.valid):
        elite = registry.find(f"elite:paper-1/{cell.row},{cell.column}")
        scores = [
            simulate(rules, seats, 1, SEED, first=game).mean_stacks
            for game, seats in enumerate([(slow, elite), (elite, slow)] * 2)
        ]
        assert table.points[0, number] == sum(scores) > 0
        assert table.squares[0, number] == sum(score**2 for score in scores)
    alone = simulate(rules, [slow] * 2, 6, profile.SEED)
    assert table.own_mean[0] == alone.mean_stacks
    assert dict(zip(table.names, table.tallies[0], strict=True)) == alone.all_seats.tallies
    assert table.played == 6 + 4 * 2
    named_agents.make("paper-1", Matches(rounds=2))
    assert len(disk.tables) == 2
    longer = named_agents.make("paper-1", Matches(rounds=3))
    assert longer.games == 6
    assert (longer.points > table.points).any()
    fewer = named_agents.make("paper-1", Matches(rounds=1))
    assert (fewer.points == disk.tables[0].points).all()


def test_every_agent_has_a_niche_and_a_row() -> None:
    archive, table = runs.load("paper-1"), named_agents.load("paper-1")
    assert table is not None
    assert table.mean.shape == (len(table.addresses), len(archive.valid))
    rows, columns = archive.setting.grid
    assert all(0 <= row < rows and 0 <= column < columns for row, column in table.places(archive))
    assert {"marked", "clues"} <= set(table.names)


@pytest.mark.django_db
def test_nobody_is_missing_on_the_map(client: Client) -> None:
    """Nor is anybody's row with the elites."""
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
    assert slow["low"] < slow["with all elites"] < slow["high"] < slow["scores"]
    assert slow["games"] < lines["rules:iggi"]["games"]
    assert page.context["changed"] == []
    assert len(named.traces[-1]["x"]) == len(named.rows)


def test_who_plays_otherwise_today_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = named_agents.load("paper-1")
    assert whole is not None
    fewer = named_agents.playing(2)[1:]
    monkeypatch.setattr(named_agents, "playing", lambda _: fewer)
    table = named_agents.load("paper-1")
    assert table is not None
    assert list(table.addresses) == list(whole.addresses)[1:]
    assert (table.points == whole.points[1:]).all()


def test_a_table_of_old_is_read(tmp_path: Path) -> None:
    """Its numbers of games were one for all."""
    whole = named_agents.load("paper-1")
    assert whole is not None
    npz.save(tmp_path / "named.npz", {**vars(whole), "games": 40, "own_games": 2000})
    table = npz.read(tmp_path / "named.npz", named_agents._built)
    assert (table.games == 40).all()
    assert table.only([2, 3]).own_games.tolist() == [2000, 2000]


def test_what_was_not_counted_is_no_number() -> None:
    table = named_agents.load("paper-1")
    assert table is not None
    before = replace(table, names=["" if name == "clues" else name for name in table.names])
    for name, measure in MEASURES.items():
        if "clues" in (measure.above, measure.below):
            assert np.isnan(before.measure(name)).all()
    assert not np.isnan(before.measure("risk_aversion")).all()


class Disk:
    """The table's file, in memory."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tables: list[named_agents.NamedAgents] = []
        monkeypatch.setattr(npz, "save", self.save)
        monkeypatch.setattr(named_agents, "load", lambda _: (self.tables or [None])[-1])

    def save(self, _path: Path, arrays: dict[str, Any]) -> None:
        self.tables.append(named_agents.NamedAgents(**arrays))


@pytest.mark.long
def test_what_a_table_has_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "rules:iggi", "rules:flawed", "rules:piers")
    Disk(monkeypatch)
    whole = named_agents.make("paper-1", Matches(4, 10), anew=True)
    disk, shown = Disk(monkeypatch), list[str]()

    def stopping(address: str) -> None:
        if len(shown) == 2:
            raise KeyboardInterrupt
        shown.append(address)

    with pytest.raises(KeyboardInterrupt):
        named_agents.make("paper-1", Matches(4, 10, show=stopping))
    assert [list(table.addresses) for table in disk.tables] == [shown[:1], shown]
    rest: list[str] = []
    table = named_agents.make("paper-1", Matches(4, 10, show=rest.append))
    assert [*shown, *rest] == list(table.addresses) == list(whole.addresses)
    for name in named_agents.NUMBERS:
        assert (getattr(table, name) == getattr(whole, name)).all(), name
    again: list[str] = []
    named_agents.make("paper-1", Matches(4, 10, show=again.append))
    assert again == []
    named_agents.make("paper-1", Matches(6, 10, show=again.append))
    assert again == list(table.addresses)
    named_agents.make("paper-1", Matches(6, 12, show=again.append))
    assert again == list(table.addresses) * 2


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
    assert "manage.py rebuild named:paper-2" in page


@pytest.mark.django_db
@pytest.mark.usefixtures("runs_of_its_own")
def test_a_damaged_table_is_refused_in_words(settings: LazySettings, client: Client) -> None:
    folder = Path(settings.RUNS_DIR) / "paper-1"
    folder.mkdir()
    (folder / "archive.json").write_bytes((runs.folder("paper-1") / "archive.json").read_bytes())
    (folder / "named.npz").write_bytes(b"no table")
    page = client.get(PAGE)
    assert page.status_code == 404
