"""Two agents have the same score together on every page and in Python."""

from typing import Any

import numpy as np
import pytest
from django.test import Client

import hanabi_lab
from agents import registry
from agents.arena import simulate
from agents.matchups import core_games, python_games
from agents.matchups.core_games import records
from agents.matchups.playing import Plan, play_games
from agents.matchups.store import table_of
from analysis.figures import Figure
from analysis.papers.strangers import LEARNERS
from analysis.protocols import families
from native import Game, Rng, Rules
from native.play.rows import game_of

pytestmark = pytest.mark.long

AGENTS = ("rules:piers", "rules:iggi", "conv:expert", "elite:paper-1/9,16", "elite:paper-1/14,17")


def cells(figure: Figure, *columns: str) -> list[tuple[object, ...]]:
    titles = [column.title for column in figure.columns]
    return [tuple(row[titles.index(column)] for column in columns) for row in figure.rows]


@pytest.mark.django_db
def test_a_pair_has_the_same_score_on_every_page_and_in_python(client: Client) -> None:
    lab = hanabi_lab.crossplay(AGENTS)
    expected = {
        (one, other): lab.mean[i, k]
        for i, one in enumerate(AGENTS)
        for k, other in enumerate(AGENTS)
    }
    standings = client.get("/analysis/standings/", {"scoring": "stacks"})
    (matrix,) = (one for one in standings.context["figures"] if one.name == "agents")
    shown = {row[1:]: row[0] for row in cells(matrix, "mean", "address", "with address")}
    assert {pair for pair in expected if pair in shown} >= {AGENTS[:2][::-1], AGENTS[3:][::-1]}
    for pair, mean in expected.items():
        assert pair not in shown or shown[pair] == pytest.approx(mean)

    page = client.get("/analysis/runs/paper-1/named/", {"agent": "rules:piers"})
    on_map = dict(cells(page.context["figures"][1], "cell", "Piers with each elite"))
    for elite in AGENTS[3:]:
        assert on_map[elite.partition("/")[2]] == pytest.approx(expected["rules:piers", elite])

    cell = client.get("/analysis/runs/paper-1/9,16/")
    partners = dict(cells(cell.context["figures"][0], "cell", "mean"))
    whole = hanabi_lab.crossplay("paper-1")
    first = whole.agents.index("elite:paper-1/9,16")
    for place, mean in partners.items():
        other = whole.agents.index(f"elite:paper-1/{place}")
        assert mean == pytest.approx(whole.mean[first, other])
    assert expected[AGENTS[3:]] == whole.mean[first, whole.agents.index(AGENTS[4])]


def test_papers_and_families_have_the_same_pairs_as_python() -> None:
    for learners in LEARNERS.values():
        met = learners.load()
        lab = hanabi_lab.crossplay([*learners.runs, *learners.others], games=2, scoring="zero")
        for pair in met.pairs:
            row, column = (lab.agents.index(one) for one in (pair.one, pair.other))
            assert pair.mean.value == lab.mean[row, column]
            if {pair.one, pair.other} <= set(families.load().agents):
                assert families.load().mean(pair.one, pair.other, "zero") == pair.mean
            assert table_of([pair.one, pair.other]).games[0, -1] == pair.mean.units


SEED, GAMES, RULES = "deals", 2, Rules.standard(2)

every_kind = pytest.mark.parametrize("address", [kind.EXAMPLE for kind in registry.kinds()])


@every_kind
def test_simulated_games_have_the_deals_of_the_seed(address: str) -> None:
    played = hanabi_lab.play(address, games=GAMES, seed=SEED)
    decks = [Game(RULES, seed=Rng(SEED).derive(number)).deck for number in range(GAMES)]
    assert [played.game(number).deck for number in range(GAMES)] == decks

    result = simulate(RULES, [registry.find(address)] * 2, GAMES, SEED, threads=1)
    assert result.turns == played.played["turns"].sum()
    scores = np.bincount(played.played["score"], minlength=len(result.stacks))
    assert list(result.stacks) == scores.tolist()


@every_kind
def test_evaluated_games_have_the_deals_of_the_seed(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cross-play of the lab and of families plays these games, too."""
    decks = set()

    def watched(rows: Any, seats: Any) -> Any:
        decks.update(tuple(game_of(RULES, row).deck) for row in rows)
        return records(rows, seats)

    for module in (core_games, python_games, python_games):
        monkeypatch.setattr(module, "records", watched)
    plan = Plan(RULES, GAMES, SEED)
    entries = [registry.find(address)], [registry.find("rules:piers")]
    play_games(*entries, plan, keep_records=True)
    streams = [Rng(SEED).derive(number).derive(0) for number in range(GAMES)]
    assert decks == {tuple(Game(RULES, seed=stream).deck) for stream in streams}
