"""`manage.py rebuild`: what ships is made from what it says, and only what changed is made."""

import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from agents import registry, scores
from agents.pools import freezing
from agents.scores import Score
from analysis.rebuilding import SLOW, TARGETS, Target
from tests.serving import ROOT

FEW = [registry.find(address) for address in ("rules:iggi", "rules:piers")]


def rebuild(*arguments: str) -> tuple[str, str]:
    """What the command prints, and what it reports while it works."""
    out, err = StringIO(), StringIO()
    call_command("rebuild", *arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


@pytest.fixture
def own_scores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Scores of two agents in a file of the test's own, all up to date."""
    monkeypatch.setattr(registry, "everyone", lambda: FEW)
    monkeypatch.setattr(scores, "FILE", tmp_path / "scores.json")
    monkeypatch.setattr(scores, "TABLE", tmp_path / "SCORES.md")
    monkeypatch.setattr(scores, "IN_CORE", 20)
    scores.stored.cache_clear()
    rebuild("scores")
    yield tmp_path
    scores.stored.cache_clear()


def with_version(version: str, rows: dict[tuple[str, int], Score]) -> dict[tuple[str, int], Score]:
    """The rows, with that of IGGI at three players made by this version."""
    old = rows["rules:iggi", 3]
    return rows | {("rules:iggi", 3): Score(old.agent, version, 3, old.games, 1.0, old.sem)}


@pytest.mark.long
def test_everything_that_ships_was_made_by_the_agents_of_today() -> None:
    """Fails after a change of an agent until `manage.py rebuild` has run.

    In a process of its own: a command first imported while a test replaced a constant keeps it.
    """
    check = [sys.executable, "manage.py", "rebuild", "--check"]
    ran = subprocess.run(check, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_only_the_row_of_an_agent_that_changed_is_played_again(own_scores: Path) -> None:
    made = scores.stored()
    scores.save(with_version("0.old", made))
    with pytest.raises(CommandError) as refusal:
        rebuild("scores", "--check")
    assert refusal.value.returncode == 1
    out, err = rebuild("scores")
    assert (out, err) == ("scores: made\n", "scores: rules:iggi with 3 players\n")
    assert scores.stored() == made


def test_a_row_that_is_up_to_date_stays_as_it_is(own_scores: Path) -> None:
    kept = with_version(FEW[0].version, scores.stored())
    scores.save(kept)
    assert rebuild("scores")[0] == "scores: up to date\n"
    assert scores.stored() == kept


def test_a_stopped_rebuild_resumes_where_it_was(
    own_scores: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = scores.stored()
    scores.save({})
    played = scores.play

    def interrupted(entry: registry.Entry, players: int) -> Score:
        if (entry.address, players) == ("rules:piers", 2):
            raise KeyboardInterrupt
        return played(entry, players)

    monkeypatch.setattr(scores, "play", interrupted)
    with pytest.raises(CommandError, match="resumes") as stopped:
        rebuild("scores")
    assert stopped.value.returncode == 130
    monkeypatch.setattr(scores, "play", played)
    _, err = rebuild("scores")
    assert "rules:iggi" not in err
    assert scores.stored() == whole


def test_the_table_shows_every_score_and_the_games_of_unusual_ones(own_scores: Path) -> None:
    rows = scores.stored()
    few = rows["rules:piers", 2]
    text = scores.table(rows | {("rules:piers", 2): Score(few.agent, few.version, 2, 7, 9.0, 0.5)})
    assert "| `rules:piers` Piers | 9.00 ± 0.50 (7) |" in text
    assert f"{rows['rules:iggi', 5].mean:.2f} ± " in text


def test_a_pool_is_frozen_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(freezing, "FOLDER", tmp_path)
    assert rebuild("pool:literature7@9")[0] == "pool:literature7@9: made\n"
    assert freezing.names() == ["literature7@9"]
    assert rebuild("pool:literature7@9")[0] == "pool:literature7@9: up to date\n"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("nothing", "no target nothing"),
        ("pool:literature7", "pool:literature7"),
        ("pool:", "no target pool:"),
        ("named:no-such-run", "no-such-run"),
        ("conv:expert", "conv:LEVEL:PLAYERS"),
        ("conv:master:2", "master"),
        ("conv:expert:9", "2 to 6 players"),
        ("conv:expert:2:../up", "A run's name"),
        ("wary:../up", "A run's name"),
        ("learner:plus-2p:tiny", "tiny"),
        ("learner:no-such-run", "no-such-run"),
    ],
)
def test_an_unknown_target_of_rebuild_is_refused_with_a_message(wrong: str, words: str) -> None:
    with pytest.raises(CommandError) as refusal:
        rebuild(wrong)
    assert refusal.value.returncode == 2
    assert words in str(refusal.value)


def test_the_list_says_what_each_target_is() -> None:
    listed = rebuild("--list")[0]
    every = TARGETS | SLOW
    assert all(f"{name} " in listed and every[name].about in listed for name in every)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The only targets are a slow and a quick one, both stale. The list grows as they are made."""
    made: list[str] = []
    for targets, name in ((SLOW, "slow"), (TARGETS, "quick")):
        for known in tuple(targets):
            monkeypatch.delitem(targets, known)
        work = Target("", lambda: ["a row"], lambda _, name=name: made.append(name), name == "slow")
        monkeypatch.setitem(targets, name, work)
    return made


def test_a_slow_target_is_only_made_if_it_is_named(made: list[str]) -> None:
    out, _ = rebuild()
    assert out == "quick: made\nslow (slow: only rebuilt if named): a row\n"
    assert made == ["quick"]
    rebuild("slow")
    assert made == ["quick", "slow"]


def test_a_slow_target_that_is_stale_fails_a_check_only_if_it_is_named(made: list[str]) -> None:
    with pytest.raises(CommandError, match=r"rebuild quick`\.$"):
        rebuild("--check")
    with pytest.raises(CommandError, match=r"rebuild slow`\.$"):
        rebuild("slow", "--check")
    assert made == []


def test_a_slow_target_changes_no_agent_that_another_has_loaded(made: list[str]) -> None:
    with pytest.raises(CommandError, match="a slow target alone"):
        rebuild("slow", "quick")
    assert made == []
