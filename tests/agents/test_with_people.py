"""The table of agents with learned people: both kinds of people, both scorings, what is stale."""

from collections.abc import Iterator
from math import hypot
from pathlib import Path

import msgspec
import pytest

from agents import with_people
from agents.arena import simulate
from agents.registry import find
from agents.with_people import Place
from native import Rules

pytestmark = pytest.mark.long

SHIPPED = with_people.TEXT.read_text()


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Files of this test, and few agents and games."""
    monkeypatch.setattr(with_people, "FILE", tmp_path / "with_people.json")
    monkeypatch.setattr(with_people, "TEXT", tmp_path / "WITH_PEOPLE.md")
    with_people.TEXT.write_text(SHIPPED)
    monkeypatch.setattr(with_people, "GAMES", {2: 4, 3: 4, 4: 4, 5: 4})
    monkeypatch.setattr(with_people, "AT_TWO", ("rules:focus", "rules:iggi"))
    monkeypatch.setattr(with_people, "AT_MORE", ("rules:iggi",))
    with_people.stored.cache_clear()
    yield tmp_path
    with_people.stored.cache_clear()


@pytest.mark.parametrize("agent", ["rules:focus", "rl:small-2p"])
def test_an_agent_plays_half_of_its_games_on_each_seat(own: Path, agent: str) -> None:
    """In the core or out of it."""
    row = with_people.play(Place(agent, "human:proxy", 2))
    pair = [find("human:proxy"), find(agent)]
    orders = [
        simulate(Rules.standard(2), seats, 2, f"{with_people.SEED}/{order}")
        for order, seats in enumerate((pair, pair[::-1]))
    ]
    assert row.games == 4
    assert row.zero == pytest.approx(sum(one.mean_zero for one in orders) / 2, abs=1e-4)
    assert row.stacks == pytest.approx(sum(one.mean_stacks for one in orders) / 2, abs=1e-4)
    errors = [[one.sem_zero, one.sem_stacks] for one in orders]
    assert [row.zero_sem, row.stacks_sem] == pytest.approx(
        [hypot(*column) / 2 for column in zip(*errors, strict=True)], abs=1e-4
    )


def test_new_scores_with_people_replace_only_the_tables_of_the_text(own: Path) -> None:
    rows = {place: with_people.play(place) for place in with_people.missing()}
    with_people.save(rows)
    assert with_people.missing() == []
    text = with_people.TEXT.read_text()
    focus = rows[Place("rules:focus", "human:newcomer", 2)]
    assert f"{focus.zero:.2f} ± {focus.zero_sem:.2f} |\n| `rules:iggi` | " in text
    tables = [block for block in text.split("\n\n") if block.startswith("| agent |")]
    assert [table.count("\n") for table in tables[:2]] == [3, 2]
    outside = [line for line in SHIPPED.splitlines() if not line.startswith("| `")]
    assert [line for line in text.splitlines() if not line.startswith("| `")] == outside


def test_a_row_of_an_earlier_version_is_stale_and_has_a_star(own: Path) -> None:
    rows = {place: with_people.play(place) for place in with_people.missing()}
    old = Place("rules:focus", "human:proxy", 2)
    rows[old] = msgspec.structs.replace(rows[old], version="0")
    with_people.save(rows)
    assert with_people.missing() == [old]
    (line,) = [line for line in with_people.text().splitlines() if line.startswith("| `rules:foc")]
    assert line.count(" * |") == 2
