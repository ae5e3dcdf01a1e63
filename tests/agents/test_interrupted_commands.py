"""A command that is interrupted says what is kept and exits with status 130, whichever it is."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

COMMANDS = {
    "evolve --run fresh --threads 1": ("agents.generator.run.batches", "--resume goes on"),
    "mwum fresh": ("agents.mwum.training.learn", "--resume goes on"),
    "import_archive archive.json --run fresh": (
        "agents.management.commands.import_archive.imported",
        "nothing is kept",
    ),
    "simulate rules:piers": ("agents.management.commands.simulate.simulate", "nothing is kept"),
    "scores": ("agents.management.commands.scores.simulate", "Stopped"),
    "perfect priority": ("agents.management.commands.perfect.simulate", "nothing is kept"),
    "deals --threads 1 --keep deals.json": (
        "analysis.papers.deals.counting.prospects_of_deals",
        "deals.json goes on",
    ),
    "measure_perfect --games 1 --out measured.json": (
        "analysis.papers.perfect.runs.Run.play",
        "The same command goes on",
    ),
    "crossplay paper-1 --threads 1": ("analysis.diversity.crossplay.make", "goes on"),
    "similarity paper-1 --threads 1": ("analysis.diversity.similarity.make", "Nothing"),
    "evaluate rules:piers --pool pool:literature7": (
        "analysis.management.commands.evaluate.evaluate",
        "nothing is kept",
    ),
    "mwum_strangers --dry-run": ("analysis.papers.mwum.strangers.simulate", "nothing is kept"),
}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", COMMANDS)
def test_it_exits_with_130_and_says_what_is_kept(
    command: str, number: int, small_runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_args: object, **_options: object) -> None:
        signal.raise_signal(number)

    broken_into, words = COMMANDS[command]
    monkeypatch.setattr(broken_into, interrupted)
    (small_runs / "archive.json").touch()
    name, *arguments = command.split()
    arguments = [str(small_runs / one) if one.endswith(".json") else one for one in arguments]
    with pytest.raises(CommandError, match=words) as stopped:
        call_command(name, *arguments)
    assert stopped.value.returncode == 130


def test_a_search_that_may_not_come_back_for_hours_is_left_at_once() -> None:
    begun = [sys.executable, "manage.py", "winnable", "--copies", "2,2,1", "--games", "100000000"]
    with subprocess.Popen(begun, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        assert " left" in process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        assert "nothing is kept" in process.stderr.read()
    assert process.returncode == 130
