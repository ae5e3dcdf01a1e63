"""What commands that play for long ask for, print and keep, with games that take no time."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from agents import registry
from agents.archives import runs
from agents.arena import simulate
from analysis.diversity import named_agents, npz
from analysis.diversity.named_matches import Matches
from analysis.evaluate.challenge.submission import Submission, opened
from analysis.evaluate.dialled import owner_of
from analysis.management.commands import mine_puzzles
from analysis.papers import strangers
from analysis.papers.perfect import measured
from analysis.puzzles import mining
from analysis.traces.published import FILE as PUBLISHED
from game.puzzles.puzzle import Puzzle, puzzles, read
from native import Rules


def said(*call: object) -> tuple[list[str], list[str]]:
    """What the command prints, and what it tells on the way."""
    out, err = StringIO(), StringIO()
    call_command(*map(str, call), stdout=out, stderr=err)
    return out.getvalue().splitlines(), err.getvalue().splitlines()


def of_each_kind() -> list[Puzzle]:
    """A play, a discard and a clue, each of a game of its own, all of them hard."""
    some = {next(iter(one.costs))[0]: one for one in puzzles() if not mining._deduced(one)}
    changed = msgspec.structs.replace
    return [changed(some[kind], game=kind, found=0.1) for kind in "pdc"]


def test_mined_puzzles_are_counted_by_level_and_kind_and_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: LazySettings
) -> None:
    settings.RUNS_DIR = str(tmp_path)
    found, asked = of_each_kind(), list[Any]()

    def mine(*given: Any) -> list[Puzzle]:
        asked.extend(given[:4])
        return found

    monkeypatch.setattr(mining, "mine", mine)
    file = tmp_path / "some.json"
    printed, _ = said("mine_puzzles", "--out", file, "--games", 7)
    assert asked == [[str(PUBLISHED)], "puzzles", tmp_path / "puzzles", 7]
    assert list(read(file)) == mining.chosen(found, 200)
    assert printed == [
        "warm-up: 0 (0 plays, 0 discards, 0 clues)",
        "easy: 0 (0 plays, 0 discards, 0 clues)",
        "medium: 0 (0 plays, 0 discards, 0 clues)",
        "hard: 3 (1 plays, 1 discards, 1 clues)",
        "3 of 3 puzzles are in some.json.",
    ]
    asked.clear()
    printed, _ = said("mine_puzzles", "a", "b", "--seed=s", "--out", file, "--wanted", 2)
    assert asked[:2] == [["a", "b"], "s"]
    assert list(read(file)) == mining.chosen(found, 2)
    assert printed[-1] == "2 of 3 puzzles are in some.json."


@pytest.mark.parametrize("wrong", [("--games", 0), ("--games", 1_000_001), ("--wanted", 0)])
def test_no_puzzles_are_mined_of_numbers_that_cannot_be(wrong: tuple[str, int]) -> None:
    with pytest.raises(CommandError, match=f"{wrong[0][2:]}"):
        said("mine_puzzles", *wrong)


def test_answers_that_do_not_stand_when_they_are_searched_for_again_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    three = [msgspec.structs.replace(one, game=f"{n}") for n, one in enumerate(puzzles()[:3])]
    leads: dict[str, tuple[float, ...]] = {"0": (0.5, 1.0), "1": (0.0, 0.3), "2": (0.2, 0.2)}
    seeds = set()

    def checked(puzzle: Puzzle, seed: str) -> tuple[float, ...]:
        seeds.add(seed)
        return leads[puzzle.game]

    monkeypatch.setattr(mining, "LEAD", 0.4)
    monkeypatch.setattr(mining, "checked", checked)
    monkeypatch.setattr(mine_puzzles, "puzzles", lambda: three)
    out = StringIO()
    with pytest.raises(CommandError, match=r"may be as good in \[2\]") as error:
        call_command("mine_puzzles", "--check", "--seed=s", stdout=out)
    assert error.value.returncode == 1
    assert seeds == {"s again"}
    assert out.getvalue().splitlines() == [
        "1: 0.75 points ahead, at least 0.50",
        "2: 0.15 points ahead, at least 0.00",
        "3: 0.20 points ahead, at least 0.20",
    ]
    leads["1"] = (1.0,)
    assert said("mine_puzzles", "--check")[0][1] == "2: 1.00 points ahead, at least 1.00"


def test_learners_play_with_each_other_and_with_strangers_and_are_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    one, two, other = "rules:iggi", "rules:piers", "rules:flawed"
    learners = strangers.Learners((one, two), (other,), tmp_path / "strangers.json")
    monkeypatch.setitem(strangers.LEARNERS, "mwum", learners)
    printed, _ = said("strangers", "mwum", "--games", 5, "--seed=s", "--dry-run")
    assert learners.load() is None
    assert said("strangers", "mwum", "--games", 5, "--seed=s")[0] == printed
    kept = learners.load()
    assert kept is not None
    assert (kept.games, kept.seed) == (5, "s")
    assert (tmp_path / "strangers.json").read_bytes().endswith(b"}\n")
    places = [(one, one), (one, two), (two, two), (one, other), (two, other)]
    means = []
    for pair, (first, second) in zip(kept.pairs, places, strict=True):
        agents = [registry.find(first), registry.find(second)]
        played = simulate(Rules.standard(2), agents, 5, "s")
        assert pair == strangers.Pair(first, second, played.zero)
        means.append(pair.mean)
    assert printed == [
        f"{first} {second}: {mean.value:.2f} ± {mean.sem or 0:.2f}"
        for (first, second), mean in zip(places, means, strict=True)
    ]
    assert kept.alone == pytest.approx(((means[0].value or 0) + (means[2].value or 0)) / 2)
    assert kept.apart == means[1].value


def test_named_agents_are_printed_with_their_cell_and_their_means(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole, table = runs.load("paper-1"), named_agents.load("paper-1")
    assert table is not None
    asked: list[Any] = []

    def make(run: str, matches: Matches, *, anew: bool) -> named_agents.NamedAgents:
        matches.show(f"{run} is played")
        asked.append((run, matches.games, matches.own_games, matches.rounds, anew))
        return table.only([4, 2])

    monkeypatch.setattr(named_agents, "make", make)
    monkeypatch.setattr(npz, "save", lambda *_: None)
    numbers = ("--games", 8, "--own-games", 30, "--rounds", 3)
    printed, told = said("named_agents", "paper-1", *numbers, "--anew")
    said("named_agents", "paper-1")
    assert told == ["paper-1 is played"]
    assert asked == [("paper-1", 8, 30, 3, True), ("paper-1", 40, 2000, 5, False)]
    places = table.places(whole)
    assert [line.split() for line in printed] == [
        [
            table.addresses[number],
            f"{places[number][0]},{places[number][1]}",
            f"{table.own_mean[number]:.2f}",
            f"{table.mean[number].mean():.2f}",
        ]
        for number in (4, 2)
    ]


@pytest.mark.parametrize(
    ("option", "number"),
    [("games", 3), ("games", 100_001), ("own-games", 1), ("rounds", 0), ("rounds", 10_001)],
)
def test_named_agents_do_not_play_numbers_that_cannot_be(option: str, number: int) -> None:
    with pytest.raises(CommandError, match=option):
        said("named_agents", "paper-1", f"--{option}", number)


def test_what_sees_every_hand_is_printed_as_lines_or_as_one_object(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stored = measured.load()
    asked: list[Any] = []

    def measure(games: int, seed: str, file: Path, say: Any) -> measured.Measured:
        asked.append((games, seed, file))
        say("a part is done")
        return stored

    monkeypatch.setattr(measured, "measure", measure)
    file = tmp_path / "measured.json"
    printed, told = said("measure_perfect", "--games", 9, "--seed=s", "--out", file)
    assert (asked, told) == ([(9, "s", file)], ["a part is done"])
    means = {name: (one.mean.value, one.perfect[0]) for name, one in stored.scores.items()}
    assert printed == [
        f"{name:28}{mean:9.4f}{perfect:9.3f}%" for name, (mean, perfect) in means.items()
    ]
    (line,), _ = said("measure_perfect", "--json")
    assert json.loads(line) == {
        "seed": stored.seed,
        "scores": {
            name: {"games": one.games, "mean": means[name][0], "perfect_percent": means[name][1]}
            for name, one in stored.scores.items()
        },
    }


def test_a_token_names_whom_it_is_for_and_a_key_what_is_to_be_played() -> None:
    (token,), _ = said("agent_token", "Ada")
    assert owner_of(token) == "Ada"
    pool = "pool:rules:piers"
    (key,), _ = said("agent_token", "Ada", "--pool", pool, "--players", 2, 3, "--seed=s")
    assert opened(key) == Submission("Ada", pool, (2, 3), 10, "s")
    with pytest.raises(CommandError) as error:
        said("agent_token", "Ada", "--pool", "pool:nobody")
    assert error.value.returncode == 2
