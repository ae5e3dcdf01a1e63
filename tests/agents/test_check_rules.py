"""`manage.py check_rules` compares recorded answers with ours and says where they differ."""

import gzip
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

DECK = " ".join(f"{colour}{rank}" for colour in "RBGOW" for rank in "1112233445")


@pytest.fixture
def vectors(tmp_path: Path) -> Path:
    """One turn of a game of which only rule 3 is recorded, and rightly: P4, the likeliest card."""
    row = " ".join("P4" if gene == 3 else "-" for gene in range(105))
    file = tmp_path / "vectors.jsonl"
    file.write_text(json.dumps({"deck": DECK, "moves": "P4", "rules": [row]}))
    return file


def check(file: Path, *options: str) -> tuple[str, int]:
    out = StringIO()
    try:
        call_command("check_rules", str(file), *options, stdout=out)
    except SystemExit as stop:
        return out.getvalue(), int(stop.code or 0)
    return out.getvalue(), 0


def test_mismatches_are_counted_and_the_first_ones_shown(vectors: Path) -> None:
    text, status = check(vectors)
    assert status == 1
    assert text.startswith("turns 1, outputs 105, mismatches ")
    assert "line 1, turn 0, rule 4 PlayProbablySafeCard(0.2): recorded -, here P4" in text
    assert "rule 3 " not in text


def test_json_says_the_same(vectors: Path) -> None:
    text, status = check(vectors, "--json")
    report = json.loads(text)
    assert status == 1
    assert (report["turns"], report["outputs"]) == (1, 105)
    assert report["first_mismatches"][0] == {
        "line": 1,
        "turn": 0,
        "gene": 4,
        "recorded": "-",
        "answered": "P4",
    }


def test_gzip_is_unpacked(vectors: Path, tmp_path: Path) -> None:
    packed = tmp_path / "vectors.jsonl.gz"
    packed.write_bytes(gzip.compress(vectors.read_bytes()))
    assert check(packed) == check(vectors)


def test_a_bad_file_is_a_sentence_and_exit_status_2(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="there is no such file") as refusal:
        check(tmp_path / "nothing")
    assert refusal.value.returncode == 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"score": 7}, "recorded with 7 points, and has"),
        ({"moves": "P4 P4"}, "2 moves were made, and 1 have answers"),
        ({"moves": "Z9"}, "'Z9' is missing or unknown"),
        ({"rules": ["- -"]}, "turn 0 has 2 answers, not 105"),
    ],
)
def test_a_game_that_is_not_what_it_says_is_refused(
    vectors: Path, change: dict[str, object], words: str
) -> None:
    vectors.write_text(json.dumps(json.loads(vectors.read_text()) | change))
    with pytest.raises(CommandError, match=words):
        check(vectors)


def test_what_is_no_json_is_told_so(vectors: Path) -> None:
    vectors.write_text("# Rules")
    with pytest.raises(CommandError, match="line 1: not a JSON object"):
        check(vectors)
