"""Games as rows: the same as the command's, with scores, ends and measures."""

import csv
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as parquet
import pytest

import hanabi_lab as hl
from agents import registry
from agents.arena import simulate
from native import End, Rules


def test_the_games_are_those_of_the_command() -> None:
    games = hl.play("rules:focus", "rules:piers", games=300, seed="lab")
    entries = [registry.find("rules:focus"), registry.find("rules:piers")]
    result = simulate(Rules.standard(2), entries, 300, "lab")
    frame = games.to_frame()
    assert frame.stacks.mean() == pytest.approx(result.mean_stacks)
    assert frame.zero.mean() == pytest.approx(result.mean_zero)
    assert games.mean().sem == pytest.approx(result.sem_stacks)
    lost = hl.play("rules:flawed", games=5, seed=1).mean("zero")
    assert (lost.value, lost.low) == (0, 0)
    assert lost.high > 5, "equal scores of few games leave room for others"
    assert frame.turns.sum() == result.turns
    assert (frame.end == "strikeout").sum() == result.ends[End.STRIKEOUT]
    assert list(frame.columns[:8]) == [
        "deal", "seat_0", "seat_1", "stacks", "zero", "strikes", "turns", "end",
    ]  # fmt: skip
    assert set(frame.seat_1) == {"rules:piers"}


def test_measures_are_of_all_seats_and_of_each() -> None:
    games = hl.play("rules:focus", "rules:piers", "rules:iggi", games=50, seed=3)
    frame, tallies = games.to_frame(), games.played["seats"]
    clues, offered = tallies["clues"][:, :3], tallies["offered"][:, :3]
    assert np.allclose(frame.communicativeness, clues.sum(axis=1) / offered.sum(axis=1))
    assert np.allclose(frame.communicativeness_2, clues[:, 2] / offered[:, 2])
    assert frame.risk_aversion_0.between(0, 1).all()


def test_deals_do_not_depend_on_the_agents() -> None:
    in_core = hl.play("rules:focus", games=3, seed=5)
    in_python = hl.play("cheat:priority", games=3, seed=5)
    for number in range(3):
        assert in_core.game(number).deck == in_python.game(number).deck
    assert in_python.to_frame().stacks.min() > 20


def test_a_game_of_a_simulation_can_be_replayed() -> None:
    games = hl.play("rules:piers", games=4, seed=1)
    game, row = games.game(3), list(games.rows())[3]
    assert (game.score, game.strikes, game.turn) == (row["stacks"], row["strikes"], row["turns"])
    with pytest.raises(IndexError, match="0 to 3; there is no game 4"):
        games.game(4)


def test_histories_hold_the_deck_and_every_move() -> None:
    games = hl.play("rules:piers", games=3, seed=1)
    for number, row in enumerate(games.histories().rows()):
        game = games.game(number)
        assert row["deck"].split() == [card.text("rygbp") for card in game.deck]
        moves = [event.move.text(game.rules) for event in game.history]
        assert row["moves"].split() == moves


@pytest.mark.parametrize("form", ["parquet", "csv", "jsonl"])
def test_saved_games_have_the_rows_of_the_frame(form: str, tmp_path: Path) -> None:
    games = hl.play("rules:legal_random", games=60, seed=1)
    file = tmp_path / f"games.{form}"
    games.save(file)
    frame = games.to_frame()
    read = {
        "parquet": lambda: parquet.read_table(file).to_pandas(),
        "csv": lambda: pd.read_csv(file),
        "jsonl": lambda: pd.DataFrame(map(json.loads, file.read_text().splitlines())),
    }[form]()
    assert frame.risk_aversion_0.isna().any(), "some random seat never played a card"
    pd.testing.assert_frame_equal(read, frame, check_dtype=False)
    if form == "csv":
        rows = list(csv.DictReader(file.open()))
        assert "" in {row["risk_aversion_0"] for row in rows}


def test_an_interrupted_save_leaves_no_partial_file(tmp_path: Path) -> None:
    def broken() -> object:
        yield hl.Table({"a": np.arange(3)})
        raise KeyboardInterrupt

    from analysis.tables import save

    old = tmp_path / "old.csv"
    old.write_text("as it was")
    for name in ("new.parquet", "new.jsonl", "old.csv"):
        with pytest.raises(KeyboardInterrupt):
            save(tmp_path / name, broken())
    assert [path.name for path in tmp_path.iterdir()] == ["old.csv"]
    assert old.read_text() == "as it was"


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("games.xlsx", "must end with .parquet, .csv, .jsonl"),
        ("nowhere/games.csv", "cannot be written: No such file"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused(file: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(hl.BadTable, match=words):
        hl.play("rules:piers", games=1).save(tmp_path / file)


@pytest.mark.parametrize(
    ("agents", "options", "words"),
    [
        (["rules:pears"], {}, "There is no agent"),
        (["rules:piers"], {"players": 7}, "players must be from 2 to 6"),
        (["rules:piers", "rules:focus"], {"players": 3}, "one agent for all seats, or 3"),
        (["rules:piers"], {"games": 0}, "from 1 to "),
        (["cheat:priority"], {"games": 0}, "from 1 to "),
        (["cheat:priority"], {"threads": 0}, "threads must be from 1 to "),
        (["rules:piers"], {"variant": "Blue"}, "Blue"),
        (["mwum:knowing-2"], {"players": 3}, "plays with 2 players, not 3"),
        (["hat:information"], {"variant": "Rainbow (5 Suits)"}, "needs one colour and one rank"),
        ([int], {}, "is not an agent: give an address"),
    ],
)
def test_impossible_games_are_refused_with_a_reason(
    agents: list[str], options: dict[str, int], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        hl.play(*agents, **options)


def test_a_number_that_is_not_whole_is_refused_by_its_name() -> None:
    for games in ("ten", 1e3):
        with pytest.raises(TypeError, match=f"games must be a whole number, not {games!r}"):
            hl.play("rules:piers", games=games)
        with pytest.raises(TypeError, match="players must be a whole number"):
            hl.evaluate("rules:piers", ["rules:iggi"], players=games)
        with pytest.raises(TypeError, match="players must be a whole number"):
            hl.crossplay(["rules:piers"], players=games)
    for threads in (1.5, "two"):
        with pytest.raises(TypeError, match="threads must be a whole number"):
            hl.play("rules:piers", threads=threads)
    with pytest.raises(TypeError, match=r"A deal is a number.*, not 1\.5"):
        hl.winnable(1.5)


def test_a_pool_is_an_address_a_file_or_a_list(tmp_path: Path) -> None:
    file = tmp_path / "pool.txt"
    file.write_text("rules:iggi")
    assert hl.evaluate("rules:piers", file, games=2).members["agent"] == ["rules:iggi"]
    with pytest.raises(hl.AgentError, match="A pool is an address"):
        hl.evaluate("rules:piers", None)
    with pytest.raises(hl.AgentError, match="Threads go from 1 to 256, not 0"):
        hl.evaluate("rules:piers", threads=0)
