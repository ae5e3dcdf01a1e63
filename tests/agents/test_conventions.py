"""Convention positions from files: read at the door, set up in the core, and asked of agents."""

import json
from collections import Counter
from typing import Any

import pytest

from agents import registry
from agents.contract import AgentError
from agents.conventions.audit import audit, games
from agents.conventions.exam import sit
from agents.conventions.position import SHIPPED, BadPositions, Unplayable, load, read
from agents.management.commands.convention_exam import as_lines
from native import Game, Rng, Rules
from native.engine.view import earlier
from native.play.table import HostedGame

FINESSE: dict[str, Any] = {
    "id": "finesse",
    "level": 1,
    "stacks": [0, 1, 5, 0, 0],
    "discarded": ["b4", "p4"],
    "tokens": 3,
    "strikes": 1,
    "starts": 2,
    "hands": [
        ["r1", "p4", "y4", "b3", "p3"],
        ["y3", "b4", "r2", "p2", "b5"],
        ["y4", "r4", "b3", "p3", "y2"],
    ],
    "turns": [{"clue": "r", "to": 1}, {"play": 1, "draw": "b1"}],
    "reads": [
        {"after": 1, "seat": 0, "slot": 1, "is": ["r1"], "clued": False},
        {"after": 2, "seat": 1, "slot": 3, "is": ["r2"]},
        {"after": 2, "seat": 1, "slot": 1, "is": ["g5"], "clued": False},
    ],
    "moves": [
        {"after": 1, "seat": 0, "move": {"play": 1}},
        {"after": 2, "seat": 1, "move": {"clue": None, "to": 2}},
        {"after": 1, "seat": 0, "move": {"play": 2}},
    ],
}


def position(**changes: Any) -> Any:
    return read([json.dumps(FINESSE | changes)])[0]


def test_a_position_is_an_ordinary_game_from_its_start() -> None:
    start, asked, played = position().games()
    assert (start.stacks, start.clue_tokens, start.strikes) == ((0, 1, 5, 0, 0), 3, 1)
    assert (start.to_move, start.deck_left, start.score) == (2, 50 - 15 - 8, 6)
    assert [card.text("rygbp") for card in start.discards] == ["b4", "p4"]
    assert start.rules.cards_in(start.critical)[0].text("rygbp") == "r5"
    assert (asked.to_move, played.stacks[0], played.deck_left) == (0, 1, 26)
    then = earlier(played.view(1), 1)
    assert (then.stacks, then.clue_tokens, then.playable) == (
        asked.stacks,
        asked.clue_tokens,
        asked.playable,
    )
    assert then.critical == asked.critical


def test_an_exam_compares_readings_and_moves_by_level() -> None:
    result = sit(registry.find("conv:expert"), [position()])
    assert result.table() == {
        "agent": "conv:expert",
        "levels": {
            "1": {
                "reads": {"equal": 2, "wider": 0, "narrower": 0, "overlap": 0, "contradicts": 0},
                "moves": {"same": 1, "same_kind": 1, "other": 1},
            }
        },
        "skipped": [["finesse", "after 2 turns: seat 1 slot 1 can be none of ['g5']"]],
    }
    rows = [line.split() for line in as_lines(result.table()).splitlines()]
    assert ["1", *"20000", *"111"] in rows


def test_a_move_matches_whatever_a_null_field_leaves_open() -> None:
    any_play = position(moves=[{"after": 1, "seat": 0, "move": {"play": None}}])
    assert sit(registry.find("conv:expert"), [any_play]).answers[-1].verdict == "same"


def test_an_agent_without_a_reading_cannot_sit_the_exam() -> None:
    with pytest.raises(AgentError, match="follows no conventions by which"):
        sit(registry.find("rules:piers"), [position()])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"level": None}, r"Line 1: Expected `int`.*\$\.level"),
        ({"hands": [["r6"] * 5] * 2}, r"Line 1: .*\$\.hands\[0\]\[0\]"),
        ({"stacks": [0, 0, 0, 0]}, r"Line 1: .*length 5.*\$\.stacks"),
        ({"starts": 3}, "seats go from 0 to 2"),
        ({"turns": [{"clue": "r"}] * 2}, "turn 1: a clue goes `to` a seat"),
        ({"turns": [{"play": 1, "discard": 1}] * 2}, "turn 1 is one of"),
        ({"turns": []}, "there are 0 turns, not 1"),
        ({"moves": [{"after": 1, "seat": 1, "move": {}}]}, "an expected move is one of clue"),
    ],
)
def test_a_line_outside_the_schema_is_refused_with_its_reason(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadPositions, match=message):
        position(**changes)


def test_a_wrong_line_does_not_spoil_other_positions() -> None:
    skipped: list[tuple[str | int, str]] = []
    lines = ["{", json.dumps(FINESSE), "\n", json.dumps(FINESSE)]
    assert [one.id for one in read(lines, skipped)] == ["finesse"]
    assert skipped[1] == ("line 4", "there is another position 'finesse'.")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"discarded": ["r5", "r5"]}, "lost copies of r5 must be from 0 to 1"),
        ({"discarded": ["g5"]}, "lost copies of g5 must be from 0 to 0"),
        ({"discarded": ["b5"]}, "too many b5"),
        ({"turns": [{"clue": "g", "to": 1}] * 2}, "turn 1: A clue must touch"),
        ({"turns": [{"clue": "g", "to": 2}] * 2}, "turn 1: seat 2 cannot clue itself"),
        ({"hands": [["r1"], ["r1"], ["r2"]]}, "seat 0 holds 1 cards, not 5"),
    ],
)
def test_an_impossible_position_is_skipped_with_its_reason(
    changes: dict[str, Any], message: str
) -> None:
    one = position(**changes)
    with pytest.raises(Unplayable, match=message):
        one.games()
    result = sit(registry.find("conv:expert"), [one, position()])
    name, why = result.skipped[0]
    assert (name, message in why) == ("finesse", True)
    assert result.answers, "the position after it is asked"


def test_an_unknown_draw_is_a_card_that_later_clues_leave_alone() -> None:
    turns = [{"discard": 1}, {"clue": 1, "to": 1}, {"clue": 3, "to": 2}]
    hands = [FINESSE["hands"][0], ["r1", *FINESSE["hands"][1][1:]], FINESSE["hands"][2]]
    last = position(turns=turns, hands=hands).games()[-1]
    assert not last.touched(2, 4)
    assert last.hands[2][4] is not None


def test_an_audit_puts_every_clue_in_one_class() -> None:
    found = sum(map(audit, games(registry.find("conv:expert"), 2, 30, "1")), Counter[str]())
    classes = ["plays", "finesses", "saves", "stalls_early", "stalls_late", "unreadable", "tempo"]
    assert found["clues"] == sum(found[name] for name in [*classes, "fill_ins", "burns"])


@pytest.mark.parametrize(
    ("clue", "to", "counted"),
    [
        ("2", 1, {"saves", "two_saves"}),
        ("g", 1, {"plays"}),
        ("r", 1, {"finesses"}),
        ("y", 1, {"unreadable", "bad_touch"}),
        ("5", 2, {"stalls_late"}),
        ("4", 2, {"saves"}),
        ("g", 2, {"unreadable"}),
    ],
)
def test_an_audit_names_a_clue_with_all_hands_open(clue: str, to: int, counted: set[str]) -> None:
    hands = [
        ["y4", "p4", "b3", "p3", "b3"],
        ["g1", "r2", "y3", "y1", "b2"],
        ["r1", "b5", "g3", "p4", "b4"],
    ]
    turn = {"clue": clue, "to": to}
    changes = {"discarded": ["b4"], "stacks": [0, 1, 0, 0, 0], "starts": 0, "turns": [turn]}
    [_, game] = position(hands=hands, reads=[], moves=[], **changes).games()
    assert set(audit(game)) == counted | {"clues"}


@pytest.mark.long
def test_every_shipped_position_can_be_set_up_and_asked_about() -> None:
    positions = load(SHIPPED)
    assert sit(registry.find("conv:expert"), positions).skipped == []
    assert len(positions) >= 120
    assert all(one.source for one in positions)


@pytest.mark.parametrize(
    ("agent", "level", "kept"),
    # The expert's moves are kept as they are.
    [("conv:expert", 1, ["good-touch-same-clue"]), ("conv:h11", 3, [])],
)
def test_an_agent_contradicts_no_reading_up_to_its_level(
    agent: str, level: int, kept: list[str]
) -> None:
    positions = [one for one in load(SHIPPED) if one.level <= level and one.id not in kept]
    wrong = [a for a in sit(registry.find(agent), positions).answers if a.verdict == "contradicts"]
    assert not wrong, "\n".join(line for answer in wrong for line in answer.lines())


def test_profiles_with_the_same_weights_have_versions_of_their_own() -> None:
    profiles = [f"conv:h{level}" for level in (1, 2, 3, 5, 11)]
    assert len({registry.find(one).version for one in profiles}) == len(profiles)


PROFILES = ("conv:h2", "conv:h3", "conv:h5", "conv:h11")


@pytest.mark.parametrize("agent", PROFILES)
@pytest.mark.parametrize(
    ("players", "least", "most"),
    [
        (2, {"two_saves": 0.3}, {"unreadable": 1.0, "burns": 0.2, "bad_touch": 3.5}),
        (3, {"two_saves": 0.3}, {"unique_twos_thrown": 0.1, "burns": 0.2, "bad_touch": 3.5}),
    ],
)
def test_a_profile_gives_clues_that_players_can_read(
    agent: str, players: int, least: dict[str, float], most: dict[str, float]
) -> None:
    count = 200
    found = sum(map(audit, games(registry.find(agent), players, count, "1")), Counter[str]())
    assert {name: found[name] for name in least if found[name] < count * least[name]} == {}
    assert {name: found[name] for name in most if found[name] > count * most[name]} == {}


def test_near_the_end_a_profile_clues_rather_than_discard() -> None:
    moves = Counter[str]()
    for game in games(registry.find("conv:h11"), 3, 60, "1"):
        at = Game(game.rules, deck=game.deck)
        for event in game.history:
            if at.clue_tokens and 0 < at.deck_left < 4:
                moves["clue" if event.move.is_clue else event.move.kind.name] += 1
            at.play(event.move)
    assert moves["DISCARD"] < moves["clue"] / 3


def test_a_profile_reads_copies_and_lost_cards_as_players_do() -> None:
    asked = [one for one in load(SHIPPED) if one.id.startswith(("copies-", "lost-five-"))]
    verdicts = [answer.verdict for answer in sit(registry.find("conv:h5"), asked).answers]
    assert sorted(verdicts) == ["equal", "same", "same", "same"]


def test_the_best_profile_plays_as_a_reviewer_wished() -> None:
    reviewed = [one for one in load(SHIPPED) if "review player.md §1.5" in one.source]
    answers = sit(registry.find("conv:h11"), reviewed).answers
    wrong = [one for one in answers if one.verdict not in ("equal", "same")]
    assert len(answers) >= 8
    assert not wrong, "\n".join(line for answer in wrong for line in answer.lines())


def test_no_clue_saves_a_card_if_its_focus_is_another() -> None:
    """Two agents of one kind agreed on green 1 or green 4, and a green 3 was played."""
    hands = [["r4", "y4", "b4", "p4", "r3"], ["y3", "b3", "p3", "y4", "p4"]]
    theirs = ["g4", "b1", "g3", "g2", "r2"]
    turns = [{"clue": 2, "to": 2}, {"discard": 5, "draw": "b4"}, {"discard": 3, "draw": "r3"}]
    stacks = {"stacks": [0, 1, 0, 1, 1], "discarded": ["g4"], "tokens": 4}
    one = position(hands=[*hands, theirs], turns=turns, reads=[], moves=[], starts=0, **stacks)
    game = one.games()[-1]
    move = registry.find("conv:h11").agent("review").decide(game.view(0)).move
    assert (move.is_clue and move.clue_value(game.rules)) != "g"


def test_level_1_gives_no_clue_that_a_partner_who_takes_it_literally_misplays() -> None:
    """The purple card is a 3, and follows the clued 2. Others might play it for that 2."""
    hands = [["r4", "y4", "g4", "b4", "r3"], ["r4", "y4", "b4", "r1", "p2"]]
    start = {"stacks": [0, 0, 0, 0, 1], "discarded": [], "tokens": 6, "strikes": 0, "starts": 0}
    turns = [{"clue": "p", "to": 1}, {"play": 4, "draw": "p3"}]
    moves = [{"after": 2, "seat": 0, "move": {"clue": 3, "to": 1}}]
    one = position(hands=hands, turns=turns, reads=[], moves=moves, **start)
    assert [a.verdict for a in sit(registry.find("conv:h1"), [one]).answers] == ["same"]


def test_the_search_for_a_layered_finesse_ends() -> None:
    """In this game one clue needed more cards than the way to its focus can hold."""
    blueprint = registry.find("conv:h5").in_core(5)
    hosted = HostedGame(Rules.standard(5), blueprint, (), Rng("7").derive(1749))
    hosted.go_on()
    assert hosted.game.outcome


SIEVE_HANDS = [["r4", "y4", "g4", "b4", "p4"], ["g1", "r3", "b4", "y4", "p3"]]


@pytest.mark.parametrize(
    ("clue", "expected"), [("r", {"play": 1}), (4, {"discard": 5}), ("g", {"play": 5})]
)
def test_the_sieve_asks_for_the_card_beside_the_focus(
    clue: str | int, expected: dict[str, int]
) -> None:
    start = {"stacks": [0, 0, 0, 0, 0], "discarded": [], "tokens": 1, "strikes": 0, "starts": 0}
    turns, moves = [{"clue": clue, "to": 1}], [{"after": 1, "seat": 1, "move": expected}]
    one = position(hands=SIEVE_HANDS, turns=turns, reads=[], moves=moves, **start)
    assert [a.verdict for a in sit(registry.find("conv:sieve"), [one]).answers] == ["same"]


def test_two_players_save_the_card_beside_the_chop() -> None:
    hands = [["r3", "y3", "g3", "b2", "p2"], ["r4", "g4", "b4", "r5", "g1"]]
    start = {"stacks": [1] * 5, "discarded": ["b4"], "tokens": 4, "strikes": 0, "starts": 0}
    turns = [{"clue": 5, "to": 1}, {"discard": 5, "draw": "y4"}, {"clue": "b", "to": 1}]
    reads = [{"after": 3, "seat": 1, "slot": 4, "is": ["b2", "b4"]}]
    one = position(hands=hands, turns=turns, reads=reads, moves=[], **start)
    assert [a.verdict for a in sit(registry.find("conv:2p"), [one]).answers] == ["equal"]
