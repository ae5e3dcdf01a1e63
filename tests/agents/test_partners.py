"""Partners as people choose them: a face, a sentence, whom they suit, a measured score."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

from agents import faces, registry
from agents.faces import face, features
from agents.partners import others, partners, recommended
from agents.with_people import TEXT

SUITS = re.findall(r"--suit-\w: (#\w+)", Path("static/css/tokens.css").read_text())


def test_everybody_to_play_with_is_there_once() -> None:
    shown = [one.entry.address for one in partners()]
    assert sorted(shown) == sorted(entry.address for entry in registry.seatable())
    assert shown == [one.entry.address for one in (*recommended(), *others())]


def test_every_named_agent_says_whom_it_suits() -> None:
    for one in partners():
        assert one.persona.level, one.entry.address
        assert one.persona.suits.endswith("."), one.entry.address


def test_a_few_are_recommended_each_for_something_and_the_usual_one_first() -> None:
    roles = [one.persona.role for one in recommended()]
    assert len(set(roles)) == len(roles) == 5
    assert {"Plays like people", "Strongest", "Talkative", "Cautious"} < set(roles)
    assert recommended()[0].entry.address == registry.DEFAULT


def test_the_recommended_have_measured_scores() -> None:
    by_address = {one.entry.address: one for one in partners()}
    assert all(one.with_newcomers and one.with_experienced for one in recommended())
    # From the rows of agents/scores.json and agents/WITH_PEOPLE.md.
    piers = by_address["rules:piers"]
    assert piers.alone == 17.31
    (row,) = [line for line in TEXT.read_text().splitlines() if line.startswith("| `rules:piers`")]
    assert f"| {piers.with_experienced:.2f} ± " in row
    assert f"| {piers.with_newcomers:.2f} ± " in row
    assert by_address["rules:cautious"].with_newcomers is None


def test_a_face_is_always_the_same() -> None:
    assert face("rules:piers") == face.__wrapped__("rules:piers")
    assert face("rules:piers") != face("rules:iggi")


def test_named_faces_differ_by_shape_and_not_by_tint_alone() -> None:
    named = [entry.address for entry in registry.everyone()]
    for one, other in combinations(named, 2):
        assert features(one) != features(other), (one, other)


def test_no_tint_is_a_suits() -> None:
    assert SUITS
    assert not set(faces.TINTS) & set(SUITS)


def test_any_address_has_a_face() -> None:
    assert face("genes:1,2,3").startswith("<svg")
    assert face('x"<script>').count("<script") == 0
