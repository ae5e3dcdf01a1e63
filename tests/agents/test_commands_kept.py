"""What the commands of agents print, to the last word and digit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kept import printed, same_as_kept

VECTORS = "tests/data/rule_vectors_2p.jsonl.gz"


def test_simulate() -> None:
    few = ("--games", 20, "--threads", 1)
    calls = [
        printed("simulate", "rules:piers", *few),
        printed("simulate", "rules:piers", "rules:iggi", "genes:8,13", *few, "--json"),
        printed("simulate", "rules:piers", *few, "--seed", 1, "--first", 5, "--json"),
        printed("simulate", "elite:paper-1/9,16", *few, "--json"),
        printed("simulate", "elite:paper-1/9,16", *few, "--clean", "--json"),
        printed("simulate", "genes:1,2", *few, "--faithful", "--json"),
        printed("simulate", "hat:information", *few, "--players", 5, "--json"),
        printed("simulate", "hat:information", *few, "--players", 5, "--clean"),
        printed("simulate", "rules:piers", "--first", -1),
        printed("simulate", "rules:piers", "--games", 0),
        printed("simulate", "rules:nobody"),
        printed("simulate", "rules:piers", "--players", 9),
    ]
    assert same_as_kept("simulate", "\n".join(calls))


def test_perfect() -> None:
    few = ("--games", 200, "--threads", 1)
    calls = [
        printed("perfect", "priority", *few),
        printed("perfect", "clue-cost", *few, "--clue-cost", 0.5, "--json"),
        printed("perfect", "clue-cost", *few, "--json"),
        printed("perfect", "careful", *few, "--reading", "seed", "--players", 4, "--seed", 2),
        printed("perfect", "priority", "--clue-cost", 1),
        printed("perfect", "clue-cost", "--clue-cost", 2.5),
        printed("perfect", "priority", "--games", 0),
        printed("perfect", "priority", "--players", 7),
    ]
    assert same_as_kept("perfect-command", "\n".join(calls))


def test_reduced_games() -> None:
    few = ("--games", 300, "--threads", 1)
    calls = [
        printed("reduced_games", *few),
        printed("reduced_games", *few, "--seed", 2, "--json"),
        printed("reduced_games", *few, "--reading", "seed", "--suits", 2, "--json"),
        printed("reduced_games", *few, "--perfect-only", "--hints", 0),
        printed("reduced_games", *few, "--deviations", "must-play,two-more-uses", "--json"),
        printed("reduced_games", *few, "--players", 3, "--hand", 2, "--copies", "2,1"),
        printed("reduced_games", "--reading", "loose"),
        printed("reduced_games", "--copies", "2,x"),
        printed("reduced_games", "--ranks", 4),
        printed("reduced_games", "--deviations", "cheating"),
        printed("reduced_games", "--suits", 7),
        printed("reduced_games", "--games", 0, "--threads", 1),
    ]
    assert same_as_kept("reduced_games", "\n".join(calls))


def test_rules_and_their_vectors(tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{}\n")
    nothing = printed("check_rules", broken).replace(str(tmp_path), "")
    assert same_as_kept("check_rules", nothing)


def test_with_people() -> None:
    calls = [
        printed("with_people", "rules:piers", "conv:expert", "--games", 20),
        printed("with_people", "rules:piers", "--games", 20, "--players", 4, "--seed", "other"),
        printed("with_people", "rules:piers", "--games", 3),
        printed("with_people", "rules:nobody", "--games", 4),
        printed("with_people", "perfect:priority", "--games", 4),
    ]
    assert same_as_kept("with_people", "\n".join(calls))


@pytest.mark.usefixtures("small_runs")
def test_archives(tmp_path: Path) -> None:
    small = {"individuals": 60, "initial": 20, "games": 4, "batch": 20, "grid": (4, 4)}
    calls = [
        printed("evolve", run="fresh", threads=1, **small),
        printed("evolve", run="other", threads=1, **small, algorithm="improved", json=True),
        printed("evolve", run="fresh", threads=1, resume=True, seed="2"),
        printed("evolve", run="fresh", threads=1, resume=True, games=5),
        printed("evolve", run="fresh", threads=1, resume=True, individuals=80, json=True),
        printed("evolve", run="fresh", threads=1, **small),
        printed("found_again", "fresh", "--games", 20, "--threads", 1),
        printed("found_again", "fresh", "--games", 1, "--threads", 1),
        printed("found_again", "nothing"),
        printed("export_archive", "fresh", "--format", "csv"),
        printed("export_archive", "nothing"),
    ]
    assert same_as_kept("archives", "\n".join(calls).replace(str(tmp_path), ""))


@pytest.mark.long
@pytest.mark.usefixtures("small_runs")
def test_mwum() -> None:
    calls = [
        printed("mwum", "fresh", games=60),
        printed("mwum", "known", games=40, agent="knowing", json=True),
        printed("mwum", "known", resume=True, eta=0.5),
        printed("mwum", "known", resume=True, games=50),
        printed("mwum", "fresh", games=60),
        printed("mwum", "nothing", resume=True),
        printed("mwum", "bad", agent="other"),
    ]
    assert same_as_kept("mwum-command", "\n".join(calls))
