"""Progress tells rate and time left, on one line of a terminal, and what is printed next below."""

from io import StringIO

import pytest
from django.core.management.base import OutputWrapper

from agents.management.long_command import UP_AND_EMPTY, ProgressLine, ProgressPrinter
from agents.runs.progress import Meter, Progress, clock


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


def clock_at(monkeypatch: pytest.MonkeyPatch, *moments: float) -> None:
    times = iter(moments)
    monkeypatch.setattr("time.monotonic", lambda: next(times))


def test_progress_tells_rate_and_time_left_at_most_once_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock_at(monkeypatch, 100.0, 100.5, 102.0, 102.5)
    out = StringIO()
    tell = ProgressPrinter(OutputWrapper(out), Meter())
    for done in (500, 1_000, 1_500):
        tell(done, 100_000)

    assert out.getvalue() == "1,000 of 100,000 · 500/s · 3:18 left\n"


def test_the_rate_is_that_of_this_process_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    clock_at(monkeypatch, 0.0, 10.0)
    resumed = Meter(90_000).at(91_000, 100_000)
    assert resumed
    assert (resumed.rate, resumed.remaining) == (100.0, 90.0)


def test_at_the_end_no_time_is_left() -> None:
    assert Progress(9, 9, 0.5).line == "9 of 9 · 0.5/s · 0:00 left"
    assert Progress(10, 9, 0.5).remaining == 0


def test_what_comes_before_the_first_part_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    clock_at(monkeypatch, 0.0, 60.0, 62.0)
    meter = Meter(None)
    meter.at(1, 11)
    now = meter.at(5, 11)
    assert now
    assert now.rate == 2.0


def test_progress_is_due_when_a_second_is_over_and_says_what_it_is_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock_at(monkeypatch, 0.0, 0.75, 1.0, 5.5, 6.0)
    meter = Meter(unit="games", label="plain-1", every=1.0)
    told = [meter.at(done, 100, "well") for done in (1, 5, 22, 30)]
    assert told == [
        None,
        Progress(5, 100, 5.0, "games", "plain-1", "well"),
        Progress(22, 100, 4.0, "games", "plain-1", "well"),
        None,
    ]


def test_no_time_gone_is_no_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    clock_at(monkeypatch, 3.0, 3.0)
    now = Meter(every=0.0).at(5, 10)
    assert now == Progress(5, 10, 0.0)
    assert now.line == "5 of 10"


@pytest.mark.parametrize(("rate", "shown"), [(9.94, "9.9/s"), (10.0, "10/s"), (1234.0, "1,234/s")])
def test_a_slow_rate_has_a_digit_after_the_point(rate: float, shown: str) -> None:
    assert Progress(0, 100, rate).line.split(" · ")[1] == shown


def test_work_that_went_a_step_too_far_has_no_time_left() -> None:
    assert Progress(500_224, 500_000, 187.0).line == "500,224 of 500,000 · 187/s · 0:00 left"


def test_a_line_has_label_unit_and_note_and_leaves_out_what_is_unknown() -> None:
    whole = Progress(40_000, 100_000, 3.0, "games", "plain-1", "1.25 points a game")
    assert whole.line == (
        "plain-1: 40,000 of 100,000 games · 3.0/s · 5:33:20 left · 1.25 points a game"
    )
    assert Progress(0, 100, 0.0).line == "0 of 100"


@pytest.mark.parametrize(
    ("seconds", "shown"), [(7, "0:07"), (733, "12:13"), (3723, "1:02:03"), (59.6, "1:00")]
)
def test_seconds_are_shown_as_on_a_clock(seconds: float, shown: str) -> None:
    assert clock(seconds) == shown
