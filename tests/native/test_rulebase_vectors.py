"""The published rules against what the published program answered."""

from pathlib import Path

import pytest

from native.records.record import BadRecord
from native.rulebase.vectors import TEXTS, _answer_text, _normal, check
from tests.recorded import RULE_VECTORS

pytestmark = pytest.mark.native


@pytest.mark.slow
def test_every_published_rule_answers_as_recorded_at_every_turn() -> None:
    turns = list(check(str(RULE_VECTORS)))
    assert len(turns) == 5346
    assert sum(turn.outputs for turn in turns) == 5346 * 105
    assert [mismatch for turn in turns for mismatch in turn.mismatches] == []


DECK = " ".join(
    f"{c}{r}" for c in "RBGOW" for r, copies in enumerate((3, 2, 2, 2, 1), 1) for _ in range(copies)
)


def a_game(first_answer: str) -> str:
    row = " ".join([first_answer, *["-"] * 104])
    return f'{{"deck": "{DECK}", "moves": "P0", "rules": ["{row}"]}}\n'


def test_a_wrong_answer_is_reported_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "vectors.jsonl"
    file.write_text(a_game("P4"))
    (turn,) = check(str(file))
    wrong = turn.mismatches[0]
    assert (wrong.line, wrong.turn, wrong.rule.gene) == (1, 0, 0)
    assert (wrong.expected, wrong.answered) == ("P4", "-")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no rule vectors"),
        ("[]", "not a JSON object"),
        ("{", "line 1"),
        ("[" * 100_000, "line 1"),
        ('{"deck": 1, "moves": "", "rules": []}', "must be text"),
        ('{"deck": "Q9", "moves": "", "rules": []}', "'Q9' is missing or unknown"),
        ('{"deck": "R1", "moves": "", "rules": []}', "50 cards"),
        ('{"moves": "", "rules": []}', "'deck' is missing"),
        ('{"deck": "", "moves": "", "rules": ["- -"]}', "2 answers, not 105"),
        (a_game("-").replace("P0", "P0 P1"), "line 1"),
        (a_game("-").replace("P0", "C1"), "'C1' is missing or unknown"),
    ],
)
def test_what_is_no_file_of_rule_vectors_is_refused_in_words(
    tmp_path: Path, text: str, words: str
) -> None:
    file = tmp_path / "vectors.jsonl"
    file.write_text(text)
    with pytest.raises(BadRecord, match=words):
        list(check(str(file)))


def test_answers_are_compared_in_any_order() -> None:
    recorded = f"{TEXTS[12]}|{TEXTS[3]}|{TEXTS[7]}"
    assert _answer_text(frozenset({3, 7, 12})) == _normal(recorded)
    assert _answer_text(frozenset({3, 7})) != _normal(recorded)
    assert _normal("!p1") == _normal("!") == "!"
