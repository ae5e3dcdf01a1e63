"""Archives, evaluations, cross-play, knowledge and deals from Python."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import hanabi_lab as hl
from agents.archives import runs
from agents.contract import AgentError
from analysis.diversity import crossplay
from native import Game, Rules
from native.engine.notation import write_game

SEED = Path(__file__).resolve().parents[1] / "native" / "empathy_seed.jsonl"


class Eager(hl.Agent):
    """Makes the first legal move."""

    def decide(self, view: hl.View) -> hl.Move:
        return view.legal[0]


def test_an_archives_frame_has_a_row_for_each_elite() -> None:
    archive, stored = hl.archive("paper-1"), runs.load("paper-1")
    frame = archive.to_frame()
    assert len(frame) == len(stored.cells)
    cell = stored.cells[17]
    row = frame.iloc[17]
    assert row.agent == f"elite:paper-1/{cell.row},{cell.column}"
    assert (row.objective, row.stored_objective) == (
        cell.remeasured.objective,
        cell.stored.objective,
    )
    assert row.risk_aversion == cell.remeasured.measures[1]
    assert archive.map()[cell.row, cell.column] == row.objective
    assert np.isnan(archive.map()).sum() == 400 - len(stored.cells)
    assert archive.agents[0] in set(frame.agent)
    assert hl.play(archive.agents[100], games=5).seats[0] == archive.agents[100]
    with pytest.raises(ValueError, match="There is no run paper-9"):
        hl.archive("paper-9")
    with pytest.raises(ValueError, match="There is no column score"):
        archive.map("score")


def test_an_evaluation_has_the_report_and_every_game() -> None:
    done = hl.evaluate("rules:focus", "pool:literature7", games=20, seed=4)
    frame = done.to_frame()
    assert len(frame) == 7 * 20
    assert frame.stacks.mean() == pytest.approx(done.mean)
    by_member = frame.groupby("partner").stacks.mean()
    for row in done.members.rows():
        assert by_member[row["agent"]] == pytest.approx(row["mean"])
    assert frame.groupby("deal").seat.nunique().max() == 1
    assert (frame.zero == frame.stacks.where(frame.struck == 0, 0)).all()


@pytest.mark.long
def test_a_class_of_ones_own_is_evaluated_with_classes_and_addresses() -> None:
    done = hl.evaluate(Eager, [Eager, "rules:piers"], games=4)
    assert done.report["members"][0]["agent"].endswith("Eager")
    with pytest.raises(AgentError, match="has no members"):
        hl.evaluate(Eager, [])


def test_a_single_member_or_recorded_game_is_a_table_too(tmp_path: Path) -> None:
    done = hl.evaluate("rules:focus", ["rules:piers"], games=np.int64(2), players=np.int64(2))
    assert [row["agent"] for row in done.members.rows()] == ["rules:piers"]
    file = tmp_path / "game.txt"
    file.write_text(write_game(hl.play("rules:piers", games=1, seed=1).game(0)) + "\n")
    assert hl.replay(file).to_frame().ok.tolist() == [True]
    assert hl.Table({}).to_frame().empty


def test_cross_play_is_a_square_of_means() -> None:
    table = hl.crossplay(["rules:focus", "rules:piers", "conv:expert"], games=40)
    assert table.to_frame().loc["conv:expert", "conv:expert"] > 20
    assert table.table["mean"].reshape(3, 3)[0, 1] == table.mean[0, 1]
    assert (table.sem > 0).all()
    assert (table.games >= 40).all()
    small = hl.crossplay([Eager, "rules:piers"], games=2)
    assert small.games.tolist() == [[2, 2], [2, 2000]]
    seeded = hl.crossplay([Eager, "rules:piers"], games=2, seed=3)
    assert seeded.games.tolist() == [[2, 2], [2, 2]]
    three = hl.crossplay(["rules:focus", "rules:piers"], games=4, players=3)
    assert three.mean[0, 1] != three.mean[1, 0]
    with pytest.raises(AgentError, match="Name one agent or more"):
        hl.crossplay([])
    for call in (hl.crossplay, partial(hl.evaluate, "rules:focus")):
        with pytest.raises(AgentError, match="The scorings are stacks and zero, not Zero"):
            call(["rules:piers"], games=2, scoring="Zero")
    with pytest.raises(AgentError, match="Name each agent once"):
        hl.crossplay(["rules:focus", "rules:focus"])
    with pytest.raises(AgentError, match="2 games or more, not 1"):
        hl.crossplay(["rules:focus"], games=1)
    with pytest.raises(AgentError, match="plays with 2 players, not 3"):
        hl.crossplay(["rules:focus", "mwum:knowing-2"], games=2, players=3)
    with pytest.raises(AgentError, match="There is no table of nowhere"):
        hl.crossplay("nowhere")


def test_a_stored_cross_play_names_its_elites() -> None:
    table, whole = hl.crossplay("paper-1"), crossplay.load("paper-1")
    row, column = whole.places[7].tolist()
    assert table.agents[7] == f"elite:paper-1/{row},{column}"
    assert hl.play(table.agents[7], games=2).seats[0] == table.agents[7]
    assert (table.games == whole.pairs.games).all()
    assert table.mean.shape == (len(whole.places),) * 2


def test_a_cross_play_that_was_stopped_is_not_taken_for_a_whole_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = crossplay.load("paper-1")
    cells = whole.pairs.cells.copy()
    cells[0, 1] = 0
    monkeypatch.setattr(
        crossplay, "load", lambda _: replace(whole, pairs=replace(whole.pairs, cells=cells))
    )
    with pytest.raises(AgentError, match="There is no table of paper-1"):
        hl.crossplay("paper-1")


def test_empathy_answers_positions_and_games() -> None:
    for line in map(json.loads, SEED.read_text().splitlines()):
        expected = [[set(cards) for cards in hand] for hand in line["expect"]]
        assert hl.empathy(line) == expected
    game = Game(Rules(2), seed=1)
    known = hl.empathy(game, [0])
    assert all(
        card.text("rygbp") in known[0][slot] for slot, card in enumerate(game.hands[0]) if card
    )
    assert [len(cards) for cards in known[1]] == [1] * 5
    with pytest.raises(ValueError, match="This is not a position"):
        hl.empathy({"suits": "rg"})


def test_recorded_games_are_replayed(tmp_path: Path) -> None:
    games = hl.play("rules:piers", games=3, seed=1)
    file = tmp_path / "games.txt"
    file.write_text(
        "\n".join(write_game(games.game(i)) for i in range(3)) + "\n2 players | nonsense"
    )
    replays = hl.replay(file)
    frame = replays.to_frame()
    assert frame.ok.tolist() == [True, True, True, False]
    assert frame.score[:3].tolist() == [row["stacks"] for row in games.rows()]
    with pytest.raises(FileNotFoundError, match="There is no file"):
        hl.replay(tmp_path / "none")


def test_a_deal_is_worth_what_the_solver_says() -> None:
    found = hl.winnable(np.int64(3), seed=1)
    assert found.low == found.high == 25
    dealt = hl.play("rules:piers", games=4, seed=1).game(3)
    text = " ".join(card.text("rygbp") for card in dealt.deck)
    for deal in (3, text, dealt):
        with pytest.raises(ValueError, match="not 0"):
            hl.winnable(deal, budget=0)
    again = hl.winnable(text)
    assert (again.low, again.line) == (found.low, found.line)
    game = Game(Rules.standard(2), deck=dealt.deck)
    for move in found.line:
        game.play(move)
    assert game.score == 25
    assert hl.winnable(dealt).high == dealt.score
    with pytest.raises(ValueError, match="is no card"):
        hl.winnable("r1 r9")
