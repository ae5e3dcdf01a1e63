"""Rule lists: their versions, tables and refusals."""

import gzip
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from agents import registry
from agents.kinds import rule_agent
from agents.rulelists import NAMED, Named
from native.rulebase import FULL


def test_the_version_depends_on_the_rules_of_every_table_and_the_mode() -> None:
    elite, genes = registry.find("elite:paper-1/9,16"), registry.find("genes:8,13,34")
    assert elite.version != elite.playing_on().version
    assert genes.playing_on() is genes
    assert rule_agent.version_of(NAMED["piers"]) == registry.find("rules:piers").version


def test_a_rule_list_for_some_table_sizes_is_refused_at_others() -> None:
    named = Named("Mine", "It plays.", "me", {2: (8,), 4: (13,)})
    assert (named.players, named.rules_for(4)) == ((2, 4), (13,))
    with pytest.raises(ValueError, match=r"^Mine plays with 2, 4 players, not 3\.$"):
        named.rules_for(3)
    everywhere = Named("Mine", "It plays.", "me", (8,))
    assert (everywhere.players, everywhere.rules_for(5)) == ((2, 3, 4, 5, 6), (8,))


@pytest.mark.parametrize("address", ["rules:piers", "genes:8,13,34", "elite:paper-1/9,16"])
def test_the_page_of_a_quick_list_has_five_thousand_games(address: str) -> None:
    assert registry.find(address).self_play_games == 5000


@pytest.mark.parametrize(
    ("genes", "title"),
    [
        ("8,13,34", "Genes 8,13,34"),
        ("1,2,3,4,5,6,7,8,9,10,111", "Genes 1,2,3,4,5,6,7,8,9,10,111"),
        ("1,2,3,4,5,6,7,8,9,10,11,1", "Genes 1,2,3,4,5,6,7,8,9,10…"),
    ],
)
def test_the_title_of_a_long_chromosome_is_shortened(genes: str, title: str) -> None:
    assert registry.find(f"genes:{genes}").title == title


def test_the_longest_chromosome_is_accepted_and_a_longer_one_refused() -> None:
    assert registry.find("genes:" + ",".join(["100"] * 72)).version
    spaced = ",".join(["0001"] * 60)
    assert registry.find(f"genes:{spaced}0").version
    for wrong, words in (
        (f"{spaced}00", "Write genes as numbers with commas, such as genes:67,21,8."),
        (",".join(["1"] * 73), "A chromosome has at most 72 genes, not 73."),
        (f"8,{len(FULL)}", f"Genes go from 0 to {len(FULL) - 1}, so {len(FULL)} is not a gene."),
    ):
        with pytest.raises(registry.AgentError) as refusal:
            registry.find(f"genes:{wrong}")
        assert str(refusal.value) == words
    assert registry.find(f"genes:{len(FULL) - 1}").version


def test_an_elites_entry_has_its_score_and_its_cell() -> None:
    entry = registry.find("elite:paper-1/9,16")
    assert entry.summary == (
        "An evolved list: 20.3 points with itself, communicativeness "
        "0.51, risk aversion 0.84. Where its rules know no move it gives the game up."
    )
    assert entry.title == "Elite 9,16 of paper-1"
    assert [(link.text, link.view, link.args) for link in entry.links] == [
        ("Its place on the map", "cell", ("paper-1", "9,16"))
    ]
    assert entry.source == "MAP-Elites, Canaan et al., CoG 2019"


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


def test_check_rules_reports_mismatches_as_json(vectors: Path) -> None:
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


def test_check_rules_refuses_a_missing_file_with_status_2(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="there is no such file") as refusal:
        check(tmp_path / "nothing")
    assert refusal.value.returncode == 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"score": 7}, "recorded with 7 points, and has"),
        ({"moves": "P4 P4"}, "2 moves were made, and 1 have answers"),
    ],
)
def test_check_rules_refuses_an_inconsistent_game(
    vectors: Path, change: dict[str, object], words: str
) -> None:
    vectors.write_text(json.dumps(json.loads(vectors.read_text()) | change))
    with pytest.raises(CommandError, match=words):
        check(vectors)
