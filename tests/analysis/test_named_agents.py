"""The named agents lie on a run's map where their games place them, with their pairwise row."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from django.conf import LazySettings
from django.test import Client

from agents import profile, registry, scores
from agents.archives import runs
from agents.matchups import store
from agents.matchups.core_games import play_in_core
from agents.matchups.python_games import play_in_python
from analysis.diversity import named_agents
from native import Rules
from tests.agents.small_runs import ready
from tests.analysis.conftest import records

pytestmark = pytest.mark.django_db


PAGE = "/analysis/runs/paper-1/named/"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, runs_of_its_own: Any) -> Sequence[str]:
    """A small run, and three named agents; returns the addresses of its elites."""
    only(monkeypatch, "rules:iggi", "rules:flawed", "rules:piers")
    monkeypatch.setattr(named_agents, "GAMES", 4)
    ready("r")
    return list(named_agents.versions("r"))


def only(monkeypatch: pytest.MonkeyPatch, *wanted: str) -> None:
    """These named agents are all that there are."""
    entries = [registry.find(address) for address in wanted]
    monkeypatch.setattr(named_agents, "playing", lambda _: entries)


def made(run: str = "r") -> named_agents.NamedAgents:
    named_agents.make(run)
    return named_agents.load(run)


def test_a_row_holds_the_scores_that_the_pairs_reach(small: Sequence[str]) -> None:
    table = made()
    piers, elites = registry.find("rules:piers"), [registry.find(address) for address in small]
    # The elites are first: their addresses come before that of Piers.
    played = play_in_core(Rules.standard(2), elites, [piers], 4, store.DEALS)
    means = played.scores("stacks")[:, 0].mean(axis=1)
    assert table.pairs.mean("stacks")[2] == pytest.approx(means)
    assert (table.pairs.games == 4).all()
    assert table.own_mean[2] == scores.of(piers, 2).mean


@pytest.mark.long
def test_a_slow_named_agent_plays_two_games_a_pair(
    small: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = replace(registry.find("rules:iggi"), blueprint=None, core=None, seconds=3)
    monkeypatch.setattr(named_agents, "playing", lambda _: [slow])
    table = made()
    elites = [registry.find(address) for address in small]
    played = play_in_python(Rules.standard(2), elites, [slow], 2, store.DEALS)
    assert (table.pairs.cells["stacks"][0] == played.stacks[:, 0].sum(axis=1)).all()
    assert (table.pairs.games == 2).all()
    assert table.with_all(0).low is None, "two deals are too few for an interval"
    monkeypatch.setattr(named_agents, "FEWEST", 2)
    assert table.with_all(0).low is not None


def test_every_agent_has_a_niche_and_a_row() -> None:
    archive, table = runs.load("paper-1"), named_agents.load("paper-1")
    assert named_agents.missing("paper-1") == []
    assert np.isfinite(table.pairs.mean("stacks")).all()
    rows, columns = archive.setting.grid
    assert all(0 <= row < rows and 0 <= column < columns for row, column in table.places(archive))
    assert all(np.isfinite(table.measure(name)).all() for name in archive.setting.measures)


def test_every_named_agent_is_on_the_map(client: Client) -> None:
    """Nor is anybody's row with the elites, of those that are quick or were timed."""
    page = client.get(PAGE)
    (named, _) = page.context["figures"]
    lines = {line["address"]: line for line in records(named)}
    playing = [entry for entry in registry.seatable() if 2 in entry.players]
    timed = [one for one in playing if one.seconds_by_players or not one.thinks_long]
    assert set(lines) == {entry.address for entry in timed}
    slow, quick = lines["search:1000:rules:focus"], lines["rules:iggi"]
    assert slow["with itself"] > 22
    row, column = map(int, slow["cell"].split(","))
    assert row == int(20 * slow["communicativeness"])
    assert column == int(20 * slow["risk aversion"])
    assert slow["low"] is slow["best with"] is None, "the best of hundreds of two games is luck"
    assert quick["low"] < quick["with all elites"] < quick["high"]
    assert quick["best with"]
    assert slow["games"] < quick["games"]
    assert page.context["changed"] == []
    assert len(named.traces[-1]["x"]) == len(named.rows)


def test_an_agent_with_a_new_version_is_left_out_and_plays_its_row_again(
    small: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = made()
    agents = [registry.find(address) for address in whole.addresses]
    agents[1] = replace(agents[1], version="another")
    monkeypatch.setattr(named_agents, "playing", lambda _: agents)
    monkeypatch.setattr(profile, "shipped_of", lambda *_: whole.alone[0])
    fewer = named_agents.load("r")
    assert list(fewer.addresses) == [whole.addresses[0], whole.addresses[2]]
    assert named_agents.missing("r") == [whole.addresses[1]]
    said = list[str]()
    named_agents.make("r", said.append)
    assert {line.partition(" ")[0] for line in said} == {whole.addresses[1]}
    assert named_agents.missing("r") == []


@pytest.mark.usefixtures("runs_of_its_own")
def test_a_table_of_an_earlier_version_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its sums were of one scoring, and its numbers of games one for all."""
    only(monkeypatch, "rules:iggi", "rules:piers")
    archive = ready("r")
    points = np.arange(2 * len(archive.valid)).reshape(2, -1)
    versions = [entry.version for entry in named_agents.playing(2)]
    arrays: dict[str, Any] = {
        "addresses": ["rules:piers", "rules:iggi"],
        "versions": versions[::-1],
        "points": points,
        "squares": points**2,
        "games": 40,
        "elites": archive.digest,
    }
    np.savez_compressed(runs.folder("r") / "named.npz", **arrays)
    table = named_agents.load("r")
    assert (table.pairs.mean("stacks") == points[::-1] / 40).all()
    assert np.isnan(table.pairs.mean("zero")).all()
    other = msgspec.structs.replace(archive, cells=archive.cells[1:])
    runs.save(other)
    assert named_agents.load("r") is None


def test_stored_pairs_are_not_played_again(
    small: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = made()
    file = runs.folder("r") / "named.npz"
    kept = file.read_bytes()
    file.unlink()
    shown = list[str]()

    def stopping(line: str) -> None:
        if len(shown) == 2:
            raise KeyboardInterrupt
        shown.append(line)

    monkeypatch.setattr(named_agents, "CHUNK", 4)
    with pytest.raises(KeyboardInterrupt):
        named_agents.make("r", stopping)
    rest: list[str] = []
    named_agents.make("r", rest.append)
    assert len(shown) == 2
    assert (named_agents.load("r").pairs.cells == whole.pairs.cells).all()
    with np.load(file) as now:
        file.write_bytes(kept)
        with np.load(file) as before:
            assert {name: now[name].tolist() for name in now} == {
                name: before[name].tolist() for name in before
            }
    rest.clear()
    named_agents.make("r", rest.append)
    assert rest == []
    monkeypatch.setattr(named_agents, "GAMES", 6)
    assert (made().pairs.games == 6).all()


@pytest.mark.long
def test_the_page_shows_all_named_agents_and_the_row_of_the_chosen_one(client: Client) -> None:
    named, row = client.get(PAGE, {"agent": "rules:piers"}).context["figures"]
    assert {"rules:piers", "rules:iggi"} <= {line[-1] for line in named.rows}
    assert row.title.startswith("Piers with each elite")
    assert client.get(PAGE, {"agent": "rules:nobody"}).status_code == 404


def test_a_run_without_the_table_shows_the_command_that_makes_it(client: Client) -> None:
    page = client.get("/analysis/runs/paper-2/named/").content.decode()
    assert "manage.py rebuild named:paper-2" in page


@pytest.mark.usefixtures("runs_of_its_own")
def test_a_damaged_table_is_refused_with_a_message(settings: LazySettings, client: Client) -> None:
    folder = Path(settings.RUNS_DIR) / "paper-1"
    folder.mkdir()
    (folder / "archive.json").write_bytes((runs.folder("paper-1") / "archive.json").read_bytes())
    (folder / "named.npz").write_bytes(b"no table")
    assert client.get(PAGE).status_code == 404
