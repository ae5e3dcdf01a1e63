"""Cross-play of a run's elites: exact, repeatable, and never lost."""

from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest
from django.core.management import CommandError, call_command

from agents.archives import BadArchive, BadRun, runs
from analysis.diversity import crossplay
from native import Rng, Rules
from native.play.arena import simulate
from native.rulebase import Mode, RuleList
from tests.agents.small_runs import ready
from tests.serial import Serial

pytestmark = pytest.mark.usefixtures("runs_of_its_own")


def bytes_of(run: str) -> bytes:
    return (runs.folder(run) / crossplay.FILE).read_bytes()


def test_a_pair_is_what_the_arena_plays_in_both_orders() -> None:
    archive = ready("r")
    found = crossplay.make("r", Serial(), games=8)
    first, second = archive.valid[0], archive.valid[-1]
    lists = [RuleList(cell.genes, Mode.FAITHFUL) for cell in (first, second)]
    numbers = [cell.row * 5 + cell.column for cell in (first, second)]
    stream = (numbers[0] * 2**20 + numbers[1]) * 2
    seed = Rng("7 cross-play")
    total = 0.0
    for order, seating in enumerate((lists, lists[::-1])):
        played = simulate(Rules(2), seating, 4, seed.derive(stream + order), threads=1)
        total += 4 * played.mean_stacks
    assert found.mean[0, -1] == pytest.approx(total / 8)
    assert found.mean[-1, 0] == found.mean[0, -1]


def test_threads_and_interruptions_change_no_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    ready("r")
    monkeypatch.setattr(crossplay, "CHUNK_GAMES", 40)
    crossplay.make("r", Serial(), games=8)
    whole = bytes_of("r")
    (runs.folder("r") / crossplay.FILE).unlink()

    class Stopping(Serial):
        left = 3

        def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
            self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt
            return super().submit(fn, *args, **kwargs)

        def map(self, fn, *iterables, **_):  # type: ignore[no-untyped-def]
            return (self.submit(fn, *args).result() for args in zip(*iterables, strict=True))

    with pytest.raises(KeyboardInterrupt):
        crossplay.make("r", Stopping(), games=8)
    begun = crossplay.load("r")
    assert begun is not None
    assert 0 < begun.done < len(begun.points)
    with ThreadPoolExecutor(3) as pool:
        crossplay.make("r", pool, games=8)
    assert bytes_of("r") == whole


def test_a_table_of_another_number_of_games_is_not_lost() -> None:
    ready("r")
    crossplay.make("r", Serial(), games=4)
    kept = bytes_of("r")
    with pytest.raises(BadRun, match="has a table of 4 games per pair"):
        crossplay.make("r", Serial(), games=2)
    assert bytes_of("r") == kept


def test_scores_are_those_that_the_run_counts() -> None:
    archive = ready("r")
    zero = msgspec.structs.replace(archive.setting, scoring="zero")
    runs.save(msgspec.structs.replace(archive, run="zero", setting=zero))
    kept, lost = (crossplay.make(name, Serial(), games=8) for name in ("r", "zero"))
    assert (lost.mean <= kept.mean).all()
    assert (lost.mean < kept.mean).any()
    assert (lost.sem >= 0).all()


def test_a_table_of_other_elites_counts_as_none() -> None:
    ready("r")
    crossplay.make("r", Serial(), games=2)
    kept = bytes_of("r")
    ready("other", individuals=350)
    (runs.folder("other") / crossplay.FILE).write_bytes(kept)
    assert crossplay.load("r") is not None
    assert crossplay.load("other") is None
    assert crossplay.load("paper-1") is not None, "the run that comes with the program"


@pytest.mark.parametrize("damage", [b"", b"no zip", b"PK\x03\x04 and then nothing"])
def test_a_damaged_table_is_refused_in_words(damage: bytes) -> None:
    ready("r")
    (runs.folder("r") / crossplay.FILE).write_bytes(damage)
    with pytest.raises(BadArchive, match="damaged"):
        crossplay.load("r")


def test_the_errors_are_those_of_means() -> None:
    ready("r")
    found = crossplay.make("r", Serial(), games=8)
    assert (found.sem >= 0).all()
    assert np.isfinite(found.mean).all()
    assert found.index(*found.places[2]) == 2
    assert found.index(19, 0) is None


def test_the_command_tells_what_it_did_and_refuses_in_words() -> None:
    ready("r")
    out = StringIO()
    call_command("crossplay", "r", games=4, json=True, stdout=out)
    assert '"games_a_pair": 4' in out.getvalue()
    with pytest.raises(CommandError, match="no run nobody"):
        call_command("crossplay", "nobody")
    with pytest.raises(CommandError, match="games must be from 2"):
        call_command("crossplay", "r", games=1)


def test_whoever_listens_hears_how_far_it_is_and_how_long_it_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[tuple[int, float]] = []
    clock = iter(range(1000, 2000))
    monkeypatch.setattr(crossplay, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    ready("r")
    made = crossplay.make("r", Serial(), 2, lambda table, took: heard.append((table.done, took)))
    assert heard[-1] == (made.done, len(heard))
