"""A command that is interrupted says what is kept and exits with status 130, whichever it is."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

COMMANDS = {
    "evolve --run fresh --threads 1": (
        "agents.generator.run.batches",
        r"^Stopped\. --run fresh --resume goes on\.$",
    ),
    "mwum fresh": ("agents.mwum.training.learn", r"^Stopped\. mwum fresh --resume goes on\.$"),
    "train fresh": (
        "agents.management.commands.train.started",
        r"^Stopped\. train fresh --resume goes on\.$",
    ),
    "hcic fresh --source small-2p": (
        "agents.learning.hcic_training.started",
        r"^Stopped\. hcic fresh --resume goes on\.$",
    ),
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
    "action_agreement paper-1 --threads 1": ("analysis.diversity.action_agreement.make", "Nothing"),
    "evaluate rules:piers --pool pool:literature7": (
        "analysis.management.commands.evaluate.evaluate",
        "nothing is kept",
    ),
    "named_agents paper-1": ("analysis.diversity.named_agents.make", "The same command goes on"),
    "strangers mwum --dry-run": ("analysis.papers.strangers.simulate", "nothing is kept"),
}


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", COMMANDS)
def test_it_exits_with_130_and_says_what_is_kept(
    command: str, number: int, small_runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signals = [number]

    def interrupted(*_args: object, **_options: object) -> list[object]:
        if signals:
            signal.raise_signal(signals.pop())
            time.sleep(0.2)  # In a thread: the main one hears it meanwhile.
        return []

    broken_into, words = COMMANDS[command]
    monkeypatch.setattr(broken_into, interrupted)
    (small_runs / "archive.json").touch()
    name, *arguments = command.split()
    arguments = [str(small_runs / one) if one.endswith(".json") else one for one in arguments]
    with pytest.raises(CommandError, match=words) as stopped:
        call_command(name, *arguments)
    assert stopped.value.returncode == 130
