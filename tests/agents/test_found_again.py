"""How many cells hold an elite rests on how many games tell, so this is said and corrected."""

from __future__ import annotations

from io import StringIO

import msgspec
import pytest
from django.core.management import CommandError, call_command

from agents.archives import runs
from agents.generator.executors import executor
from agents.generator.remeasure import coverage


def test_without_noise_is_what_lies_beyond_the_two_counts() -> None:
    archive = runs.load("paper-1")
    some = msgspec.structs.replace(archive, cells=archive.cells[::20])
    with executor("threads", 1, "") as pool:
        found = coverage(some, pool, 2000)
    assert (found.known.games, found.fresh.games, found.noiseless.games) == (1000, 2000, 0)
    gain = found.fresh.qd_score - found.known.qd_score
    assert found.noiseless.qd_score == pytest.approx(found.fresh.qd_score + gain)
    assert abs(found.again_bias) < 0.2


def test_the_command_says_over_how_many_games(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match="games must be at least 2000"):
        call_command("found_again", "paper-1", games=1500)
    with pytest.raises(CommandError, match="no run nobody"):
        call_command("found_again", "nobody")


@pytest.mark.slow
def test_every_elite_is_counted() -> None:
    out = StringIO()
    call_command("found_again", "improved-1", games=2000, threads=1, stdout=out)
    lines = out.getvalue().splitlines()
    assert "293 cells, QD-score   3724  over 1000 games an elite" in lines[0]
    assert "without noise" in lines[2]
