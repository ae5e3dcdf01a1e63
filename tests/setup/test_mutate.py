"""`make mutate`: what it changes, what it remembers, and which tests it takes for the nearest."""

import json
from pathlib import Path

import pytest
from coverage import CoverageData

from tests.mutate import c
from tests.mutate.changed import ROOT, nearest_tests
from tests.mutate.executed import Recording, deciding_lines
from tests.mutate.mutation import Mutation
from tests.mutate.remembered import Remembered
from tests.mutate.sample import sample

CODE = """int two(int n) {
    /* n < 2 */
    return n < 2 && n + 1 > 0;
}
"""


def test_each_sign_and_number_of_a_changed_line_is_changed_by_itself() -> None:
    lines = [one.after.splitlines()[2].strip() for one in c.mutations("two.c", CODE, {2, 3})]
    assert lines == [
        "return n <= 2 && n + 1 > 0;",
        "return n < 3 && n + 1 > 0;",
        "return n < 2 || n + 1 > 0;",
        "return n < 2 && n - 1 > 0;",
        "return n < 2 && n + 2 > 0;",
        "return n < 2 && n + 1 >= 0;",
        "return n < 2 && n + 1 > 1;",
    ]
    assert not list(c.mutations("two.c", CODE, {1, 2, 4}))


CONSTANTS = """static const int sizes[] = {
    5, 4,
};
int two = 2;
"""


def test_the_number_of_a_constant_is_left_as_it_is() -> None:
    assert len(list(c.mutations("two.c", CONSTANTS, {1, 2, 3, 4}))) == 1
    python = pytest.importorskip("tests.mutate.python", exc_type=ImportError)
    text = "MOST = 5 + 2\n\n\ndef more(n: int) -> int:\n    return n + 1\n"
    changed = {one.after for one in python.mutations("a.py", text, {1, 5})}
    assert changed == {
        text.replace("5 + 2", "5 - 2"),
        text.replace("n + 1", "n - 1"),
        text.replace("n + 1", "n + 2"),
        text.replace("n + 1", "n + 0"),
    }


def test_a_sample_has_its_size_and_is_the_same_for_the_same_seed() -> None:
    def mutations(path: str, lines: set[int]) -> list[Mutation]:
        return list(c.mutations(path, CODE, lines))

    lines = {"one.c": {1, 2, 3, 4}, "two.c": {1, 2, 3, 4}}
    assert sum(len(drawn) for _, drawn in sample(lines, mutations, 2, "a")) == 2
    assert sample(lines, mutations, 1, "a") == sample(lines, mutations, 1, "a")
    assert len({str(sample(lines, mutations, 1, seed)) for seed in "abcdefgh"}) > 3


HEADER = """LIMIT = 3

@cache
def more(n: int = 2) -> int:
    if n < LIMIT:
        return n
    return sum(
        [n, 1],
    )
"""


def test_tests_are_chosen_that_execute_the_statement_the_body_or_the_module_of_a_line() -> None:
    chosen = {line: deciding_lines(HEADER, line) for line in (1, 3, 4, 5, 6, 8)}
    body = set(range(5, 10))
    assert chosen == {1: body, 3: body, 4: body, 5: {5}, 6: {6}, 8: {7, 8, 9}}


def test_a_recording_finds_the_tests_of_a_line_that_has_moved(tmp_path: Path) -> None:
    data = CoverageData(str(tmp_path / "measured.1"))
    for test, line in {"a::b": 5, "a::fails": 5, "a::c": 6}.items():
        data.set_context(test)
        data.add_lines({"game/more.py": {line}})
    data.write()
    rows = [["a::b", 1.0, True], ["a::c", 0.5, True], ["a::fails", 0.1, False]]
    (tmp_path / "seconds.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (tmp_path / "sources" / "game").mkdir(parents=True)
    (tmp_path / "sources" / "game" / "more.py").write_text(HEADER)
    assert Recording(tmp_path).tests("game/more.py", f"import math\n{HEADER}", {6}) == {"a::b"}


def test_a_detected_mutant_is_not_retried_and_a_survivor_only_with_other_tests(
    tmp_path: Path,
) -> None:
    file, tests = tmp_path / "tried.jsonl", ["tests/setup/test_mutate.py"]
    noticed, missed, new = (Mutation("a.py", "a", after) for after in "bcd")
    before = Remembered(file)
    before.keep(noticed, tests, True)
    before.keep(missed, tests, False)
    after = Remembered(file)
    others = ["tests/setup/test_make.py"]
    assert [after.noticed(one, tests) for one in (noticed, missed, new)] == [True, False, None]
    assert [after.noticed(one, others) for one in (noticed, missed, new)] == [True, None, None]


@pytest.mark.parametrize(
    ("path", "nearest"),
    [
        ("game/live/presence.py", "tests/game/test_presence.py"),
        ("analysis/people/access.py", "tests/analysis/test_people_promises.py"),
        ("native/somewhere/tell_nothing.c", "tests/native"),
    ],
)
def test_the_nearest_tests_of_a_module_share_its_name_or_import_it(path: str, nearest: str) -> None:
    found = nearest_tests(path)
    assert nearest == found[0]
    assert all((ROOT / test).exists() for test in found)
