"""Progress stands on one line of a terminal, and what is printed next below it."""

from io import StringIO

import pytest
from django.core.management.base import OutputWrapper

from agents.management.progress_line import UP_AND_EMPTY, ProgressLine


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
