"""Progress stands on one line of a terminal, and what is printed next below it."""

from io import StringIO

import pytest
from django.core.management.base import OutputWrapper

from agents.management.progress_line import UP_AND_EMPTY, Progress, ProgressLine


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("out", "written"),
    [
        (Terminal(), f"one\n{UP_AND_EMPTY}two\nthe end\n"),
        (StringIO(), "one\ntwo\nthe end\n"),
    ],
)
def test_each_line_replaces_the_one_before_where_it_can(out: StringIO, written: str) -> None:
    line = ProgressLine(OutputWrapper(out))
    line.show("one")
    line.show("two")
    OutputWrapper(out).write("the end")

    assert out.getvalue() == written


def test_progress_tells_rate_and_time_left_at_most_once_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter([100.0, 100.5, 102.0, 102.5])
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    out = StringIO()
    progress = Progress(ProgressLine(OutputWrapper(out)), 100_000)
    for done in (500, 1_000, 1_500):
        progress.show(done)

    assert out.getvalue() == "1,000 of 100,000 · 500/s · 3:18 left\n"
