"""Partners as people choose them: a face, a sentence, whom they suit, a measured score."""

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from agents import faces, registry
from agents.arena import simulate
from agents.contract import AgentError
from agents.faces import face
from agents.partners import OFFERED, offered, others, partners
from agents.persona import FIRST_NAMES
from agents.recommended import KINDS, recommended
from agents.with_people import TEXT
from native import Rules

SUITS = re.findall(r"--suit-\w: (#\w+)", Path("static/css/tokens.css").read_text())


@pytest.mark.parametrize("kind", KINDS)
def test_a_few_partners_are_offered_first_led_by_the_recommended_one(kind: str) -> None:
    first, rest = offered(kind), others(kind)
    assert len(first) <= OFFERED
    assert first[0].entry.address == recommended(kind, 2)
    levels = [one for one in first if one.entry.address.startswith("conv:h1")]
    assert bool(levels) == (kind == "conventions"), "the H-Group's levels for who plays by them"
    shown = {one.entry.address for one in (*first, *rest)}
    assert len(shown) == len(first) + len(rest)
    unwanted = {"rules:legal_random", "rules:flawed"}
    assert shown == {entry.address for entry in registry.seatable()} - unwanted


@pytest.mark.parametrize("address", ["elite:paper-1/9,16", "genes:67,21,8", "rl:plus-2p"])
def test_an_agent_with_a_technical_title_has_a_first_name(address: str) -> None:
    assert registry.called(address) in FIRST_NAMES


def test_every_partner_has_a_name_of_its_own_in_plain_words() -> None:
    for entry in registry.everyone():
        assert re.fullmatch(r"[\w -]+", entry.called), entry.address
    own = [one.persona.name for one in partners() if one.persona.name]
    assert len({*own, *FIRST_NAMES}) == len(own) + len(FIRST_NAMES)


def test_every_named_agent_says_whom_it_suits() -> None:
    for one in partners():
        assert one.persona.level, one.entry.address
        assert one.persona.suits.endswith("."), one.entry.address


def test_offered_partners_show_their_measured_scores() -> None:
    by_address = {one.entry.address: one for one in partners()}
    assert all(one.alone for kind in KINDS for one in offered(kind))
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
    tints = "|".join(faces.TINTS)
    shapes = [re.sub(tints, "", face(entry.address)) for entry in registry.everyone()]
    assert len(set(shapes)) == len(shapes)


def test_no_face_is_tinted_in_the_colour_of_a_suit() -> None:
    assert SUITS
    assert not set(faces.TINTS) & set(SUITS)


def test_any_address_has_a_face() -> None:
    assert face("genes:1,2,3").startswith("<svg")
    assert face('x"<script>').count("<script") == 0


CHEATS = [entry for entry in registry.everyone() if entry.sees_everything]


@pytest.mark.long
@pytest.mark.parametrize("entry", CHEATS, ids=lambda entry: entry.address)
def test_every_cheat_scores_more_than_ten_with_itself(entry: registry.Entry) -> None:
    result = simulate(Rules.standard(2), [entry] * 2, 50, "cheats", threads=1)
    assert result.mean_stacks > 10


def test_an_unknown_cheat_is_refused_with_the_list_of_cheats() -> None:
    with pytest.raises(AgentError, match=r"^There is no “cheat:nobody”\. Cheats: cheat:\S+, .*"):
        registry.find("cheat:nobody")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_recommended_partner_has_a_first_name(kind: str, players: int) -> None:
    partner = registry.find(recommended(kind, players))
    partner.refuse_unless_seatable(Rules.standard(players), with_people=True)
    assert partner.persona.name


def test_a_recommendation_for_an_unknown_kind_of_player_or_table_size_is_refused() -> None:
    with pytest.raises(ValueError, match="one of new, rules, conventions, unknown"):
        recommended("experts", 2)
    with pytest.raises(ValueError, match="at least 2"):
        recommended("new", 1)


def test_the_command_prints_every_recommended_partner() -> None:
    out = StringIO()
    call_command("recommended", "--json", stdout=out)
    printed = json.loads(out.getvalue())
    assert set(printed) == set(KINDS)
    assert printed["new"]["2"] == recommended("new", 2)
    assert set(printed["unknown"]) == {"2", "3", "4", "5"}
