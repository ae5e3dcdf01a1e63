"""The coach: what moves cost by what their players could know, and whose mistake a loss was."""

import json
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from agents import registry
from agents.arena import play_out
from agents.kinds.conv import levels
from game import protocol as p
from game.board.conventions import judges_beside
from game.board.explanation import ExplainedPosition, about, situation
from game.board.hands import hands
from game.board.hints import as_marked, has_point, hint, unexpected
from game.board.judging import LEAST, Gain, compare
from game.board.perspective import frame
from game.board.viewpoint import Viewpoint
from game.models import Player, Table
from game.replays.coach import Verdict, judge
from game.replays.traces import trace_of
from game.tables import changes
from game.tables.state import load
from native import Card, Game, Move, Rules
from native.empathy.exact import common, empathy, odds
from native.records import record_of
from native.records.hanab_live import write
from native.search.search import Scoring
from native.strategies.conv import reading
from tests.game.conftest import first_legal, login, seated
from tests.game.known_deals import bits, table_after
from tests.native.twins import twin
from tests.personas.beginners import Beginner

UNSAVED = "b2 r3 y3 g4 b4 b2 r4 y4 g3 r2"
TALKING = ["c14", "d0", "c14", "c13", "c14", "c13", "c14", "c13", "c14", "c13", "d0"]
"""The second seat discards one b2 and spends the tokens on useless clues. So the first must discard
its oldest card, the last b2."""


def game_of(first: str, *moves: str) -> Game:
    """A game of two whose deck begins with these cards, the first seat's hand first."""
    rules = Rules.standard(2)
    cards = [Card.parse(card, rules.suits) for card in first.split()]
    rest = list(Game(rules, seed="coach").deck)
    for card in cards:
        rest.remove(card)
    game = Game(rules, deck=[*cards, *rest])
    for move in moves:
        game.play(Move.parse(move, rules))
    return game


@pytest.fixture(scope="module")
def unsaved() -> Verdict:
    return judge(game_of(UNSAVED, *TALKING))


@pytest.mark.long
def test_a_player_who_discards_an_unsaved_last_copy_is_not_blamed(unsaved: Verdict) -> None:
    discard = unsaved.moves[10]
    assert (unsaved.lost, discard.sure, discard.loss < LEAST) == ({11: 4}, False, True)
    blamed = unsaved.moves[discard.whose - 1]
    assert (blamed.seat, blamed.sure) == (1, True)
    assert blamed.loss > 2 * blamed.error
    assert blamed.best != blamed.move


@pytest.mark.long
def test_a_player_who_discards_a_known_last_copy_is_blamed() -> None:
    clued = judge(game_of(UNSAVED, *TALKING[:3], "c12", "c14", "c1b", *TALKING[6:]))
    assert clued.moves[9].sure, "an earlier mistake could be blamed"
    assert (clued.lost, clued.moves[10].whose) == ({11: 4}, 11)


@pytest.mark.long
def test_a_verdict_changes_with_no_card_that_the_player_could_not_see() -> None:
    game = game_of(UNSAVED, *TALKING[:3])
    other = twin(game, 0, Random("coach"))
    assert other.deck != game.deck
    for mine, same in zip(judge(game).moves[::2], judge(other).moves[::2], strict=True):
        assert (mine.move, mine.loss, mine.best) == (same.move, same.loss, same.best)


@pytest.mark.long
def test_the_unfinished_verdict_has_every_move() -> None:
    said: list[int] = []
    judge(game_of(UNSAVED, "c14", "d4"), say=lambda one: said.append(len(one.moves) - one.done))
    assert set(said) == {2}


@pytest.mark.long
def test_the_coach_blames_nora_for_no_move_that_suits_a_partner_who_ignores_clues() -> None:
    game = Game(Rules.standard(2), seed="deaf 4")
    person = Beginner("persona:deaf", trusts=2, last=2, spares=8, slips=0)
    play_out(game, [person, registry.find("partner:new").agent("deaf")])
    by = judges_beside(["", "partner:new"], game.rules)
    moves = judge(game, by=by).moves
    assert all(one.loss > 0.6 for one in moves if one.sure), "she makes up for smaller losses"
    hers = moves[1::2]
    assert max(one.loss for one in hers) < 0.5
    assert sum(one.loss for one in hers) < 5


def coach(*arguments: object) -> str:
    out = StringIO()
    call_command("coach", *map(str, arguments), stdout=out, stderr=out)
    return out.getvalue()


@pytest.mark.long
def test_the_command_prints_each_move_of_a_hanab_live_game(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    record = record_of(game_of(UNSAVED, *TALKING), ["Ana", "Bo"])
    file.write_text(json.dumps(write(record)))

    facts = json.loads(coach(file, "--json"))

    assert [one["turn"] for one in facts["moves"]] == list(range(1, 12))
    last = facts["moves"][-1]
    assert (last["seat"], last["move"], last["mistake"]) == (0, "d0", False)
    assert (last["lost_with_all_cards_open"], last["whose"]["seat"]) == (4, 1)
    assert all(one["error"] >= 0 for one in facts["moves"])
    assert "with all cards open 4 lost, by seat 2" in coach(file)


def test_the_command_says_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no file"):
        coach(tmp_path / "none.json")
    (tmp_path / "text.json").write_text("hello")
    with pytest.raises(CommandError, match="Could not judge 1 of 1 games") as refused:
        coach(tmp_path / "text.json")
    assert refused.value.returncode == 1


ME = Viewpoint(0, open=False)


@pytest.fixture
def friendly(alice: Player) -> Table:
    """Alice, to move, and a bot."""
    return seated(alice, "rules:piers", seed="a friendly game", delay=0)


def ask(client: Client, table: Table, version: int) -> tuple[int, dict[str, object]]:
    answer = client.post(f"/tables/{table.slug}/hint/", {"v": version})
    return answer.status_code, answer.json()


def test_among_equal_discards_a_hint_names_the_one_marked_on_the_board() -> None:
    view, rules = table_after("g4 g3 b3 p3 b4  r1 y1 g1 b2 p5").game.view(0), Rules(2)
    for usual, points, second in (("c12", 0.5, "d0"), ("c12", 2.0, "d2"), ("d0", 0.2, "c11")):
        gains = [("d2", points), ("c11", 0.1), ("d0", 0.0)]
        found = [Gain(Move.parse(move, rules), worth, 0.2, 9) for move, worth in gains]
        assert as_marked(view, Move.parse(usual, rules), found, 0).move.text(rules) == second
    assert as_marked(view, Move.parse("d0", rules), found[:1], 0) is None


def test_among_equal_cards_a_hint_discards_the_oldest_beside_any_partner() -> None:
    deal = "p1 y5 b3 g5 p1  b3 y4 b1 y4 g1  r4 r1 y1 y1"
    moves = ("c11", "p2", "c11", "p4", "c1r", "p4", "c1y", "p4")
    assert hint(table_after(deal, *moves, agents=(1,))).moves[0].order == 0


@pytest.mark.parametrize(
    ("move", "level", "expected"),
    [
        ("c11", None, True),
        ("c12", None, False),  # Blue 2 is needed later.
        ("c12", "h1", True),  # It is on the chop.
        ("c1b", "h1", False),  # It is taken for blue 1.
        ("p1", None, False),  # No clue has touched it.
        ("p0", None, False),  # It cannot be played, though a clue has touched it.
    ],
)
def test_a_hint_names_a_second_move_only_if_it_has_a_point(
    move: str, level: str | None, expected: bool
) -> None:
    game = table_after("g4 g3 b3 p3 b4  b2 y1 g1 r1 p5", "c15", "c14").game
    scene = ExplainedPosition(game, game.view(0), ("You", "Robin"), level=level)
    assert has_point(scene, Move.parse(move, game.rules)) == expected


def test_beside_partners_who_keep_conventions_a_hint_surprises_nobody() -> None:
    state = table_after("b4 g3 r1 p3 r1  y1 y4 g1 r4 p5", "c15", "c1r", "p4", "c11")
    found = unexpected(view := state.game.view(0), reading(levels.blueprint("h1"), view))
    assert [move.text(view.rules) for move in found] == ["p0", "p1", "p2", "p3", "d1", "d3", "d4"]


def test_a_play_right_after_a_clue_names_the_clue() -> None:
    game = table_after("g4 r1 b3 p3 r4  b2 y1 g1 r1 p5", "c12", "c1r").game
    scene = ExplainedPosition(game, game.view(0), ("You", "Robin"))
    assert about(scene, Move.play(1)).startswith(
        "Robin has just clued slot 4, so it may be meant to be played. By the cards alone it is "
    )
    assert "clued" not in about(scene, Move.play(2))


def test_a_clue_to_trash_says_so_and_whether_the_partner_learns_it() -> None:
    game = game_of("g1 p5 g4 r4 y4 g1 r4 g1 p4 r3", "c11", "c11", "p0", "d3")
    scene = ExplainedPosition(game, game.view(0), ("You", "Robin"))
    for move, said in (("c1g", "Then Robin knows that they are"), ("c11", "They are")):
        told = about(scene, Move.parse(move, game.rules))
        assert told == f"It touches Robin's two copies of green 1. {said} trash."


@pytest.mark.long
def test_a_hint_names_two_moves_with_their_reasons() -> None:
    told = hint(state := table_after("g4 g3 b3 p3 b4  r1 y1 g1 b2 p5"))
    first, second = told.moves
    assert (first.text, first.act, first.seat, first.value) == ("Clue 1 to P1", "clue", 1, "1")
    assert "Then P1 knows that red 1, yellow 1 and green 1 can be played." in first.why
    assert "Then P1 plays slot 3." in first.why, "not what the preview says"
    assert second.text != first.text
    other = compare(state.game.view(0), Move.parse("c11", Rules(2)), Scoring.ZERO).gains[0]
    assert not other.is_clear, "the coach calls a hint a mistake"
    assert told.situation == "You have all 8 clue tokens, so you can't discard."


def test_a_hint_asks_for_a_blind_play_only_beside_partners_who_keep_conventions() -> None:
    deal = "y3 g3 b3 p3 r1  g4 y4 r2 b4 p4  b1 y4 b3 g4 y5"
    for agents, act in [((), "play"), ((1, 2), "clue")]:
        state = table_after(deal, "c25", "c11", "c2r", agents=agents, players=3)
        assert hint(state).moves[0].act == act


def test_a_hint_is_no_clue_that_costs_a_strike_where_another_move_is_as_good() -> None:
    deal = "r4 b4 g3 b2 b3  y2 y3 r2 y4 p2  r3 y5 y2 p1 y1  y3 b4 b5 r4"
    state = table_after(deal, "c1p", "c1y", "p4", agents=(1, 2), players=3)
    for seat in state.seats[1:]:
        seat.address = "conv:h11"
    assert [one.value for one in hint(state).moves] == ["2"], "not the fix of purple 2"


def test_a_hint_is_noted_once_a_turn_in_the_log_the_marks_and_the_trace(
    hers: Client, friendly: Table
) -> None:
    status, told = ask(hers, friendly, 0)
    assert (status, told["turn"]) == (200, 1)
    assert ask(hers, friendly, 1)[1] == told
    state = load(friendly.slug)
    assert [line.text for line in frame(state, ME).log] == ["Alice took a hint."]
    assert (frame(state, ME).marks, state.irregular) == (["hint"], True)
    assert trace_of(state)["lab"]["notes"][0]["kind"] == "hint"


def test_a_hint_is_for_the_person_to_move_at_the_present_version(
    client: Client, table: Table, alice: Player, bob: Player, charlie: Player
) -> None:
    for player, said in ((bob, "It is not your turn."), (charlie, "You do not sit at this table.")):
        assert ask(login(client, player), table, 0) == (409, {"refused": said})
    changes.submit(table.slug, changes.Actor(alice), first_legal(table, 0), 0)
    status, answer = ask(login(client, bob), table, 0)
    assert (status, answer["refused"]) == (409, "The table has moved on since; look again.")
    assert not load(table.slug).notes


@pytest.mark.parametrize(
    "fields",
    [{"drawn": True}, {"daily_id": 1}, {"help": "common"}, {"reasons": Table.Reasons.AFTER}],
)
def test_where_less_help_was_chosen_there_are_no_hints(fields: dict[str, Any]) -> None:
    usual = table_after("g1")
    assert frame(usual, ME).may_hint
    assert not frame(table_after("g1", **fields), ME).may_hint


def test_a_table_without_hints_refuses_them(hers: Client, friendly: Table) -> None:
    Table.objects.filter(pk=friendly.pk).update(drawn=True)
    assert ask(hers, friendly, 0) == (409, {"refused": "There are no hints at this table."})
    assert not load(friendly.slug).notes


RULES = Rules.standard(2)
# I discard the red 5; my mate holds a red card and is told so.
DEAL = "r5 r2 g1 b4 p5 r1 r3 g2 g2 y1 y3"
MOVES = ("c1r", "c11", "d0", "c14", "p1", "c15")
NEXT = Viewpoint(1, open=False)
BESIDE, ALL_OPEN = Viewpoint(None, open=False), Viewpoint(None, open=True)
RED = bits(RULES, "r1", "r2", "r3", "r4", "r5")


def cards(help_level: str, viewpoint: Viewpoint) -> dict[int, p.ShownCard]:
    state = table_after(DEAL, *MOVES, help=help_level)
    return {card.order: card for hand in hands(state, viewpoint) for card in hand}


def sets(help_level: str, viewpoint: Viewpoint) -> dict[int, int | None]:
    return {order: card.possible for order, card in cards(help_level, viewpoint).items()}


def test_help_clues_shows_the_identities_that_clues_allow() -> None:
    for viewpoint in (ME, NEXT, BESIDE, ALL_OPEN):
        told = cards("clues", viewpoint)
        assert told[6].possible == RED
        assert told[9].possible == (1 << 25) - 1 & ~RED
        assert all(card.common is None and card.odds is None for card in told.values())


@pytest.mark.parametrize("help_level", ["common", "full"])
def test_a_spectator_sees_the_identities_that_clues_and_played_cards_allow(help_level: str) -> None:
    red_5 = bits(RULES, "r5")
    by_clues, told = sets("clues", BESIDE), sets(help_level, BESIDE)
    assert {order: mask & ~red_5 for order, mask in by_clues.items() if mask} == told
    assert told != by_clues
    assert all(
        card.common is None and card.odds is None for card in cards(help_level, BESIDE).values()
    )


def test_help_common_shows_common_knowledge() -> None:
    state = table_after(DEAL, *MOVES, help="common")
    everybody = common(state.game)
    for viewpoint in (ME, NEXT, ALL_OPEN):
        for seat, hand in enumerate(hands(state, viewpoint)):
            for card in hand:
                slot = slot_of(state.game, seat, card.order)
                assert card.possible == card.common == everybody[seat][slot]
                assert card.odds is None


def slot_of(game: Game, seat: int, order: int) -> int:
    return next(slot for slot in range(5) if game.order(seat, slot) == order)


def test_help_full_shows_my_knowledge_and_common_knowledge_of_my_mates_cards() -> None:
    state = table_after(DEAL, *MOVES, help="full")
    view, everybody = state.game.view(0), common(state.game)
    mine, mates = hands(state, ME)
    for card in mine:
        slot = slot_of(state.game, 0, card.order)
        chance = odds(view)[slot]
        assert (card.possible, card.common) == (empathy(view, {0})[0][slot], everybody[0][slot])
        assert card.odds == (chance.playable, chance.trash, chance.critical)
    for card in mates:
        slot = slot_of(state.game, 1, card.order)
        assert (card.possible, card.odds) == (empathy(view, {0, 1})[1][slot], None)


def test_with_open_hands_full_help_shows_what_each_holder_knows() -> None:
    state = table_after(DEAL, *MOVES, help="full")
    for seat, hand in enumerate(hands(state, ALL_OPEN)):
        for card in hand:
            slot = slot_of(state.game, seat, card.order)
            assert card.possible == empathy(state.game, {seat})[seat][slot]
            assert card.common == common(state.game)[seat][slot]


def test_a_played_card_is_ruled_out_for_a_spectator_and_nobody_follows_the_last_turn() -> None:
    rules = Rules(2, suits="ry", ranks=2, copies=(1, 1), hand_size=1)
    state = table_after("r1 y1 r2 y2", "p0", rules=rules, help="common")
    for (card,) in hands(state, BESIDE):
        assert card.possible == bits(rules, "r2", "y1", "y2")
    last = table_after("r1 y1 r2 y2", "p0", "p0", "c1y", rules=rules).game
    assert situation(ExplainedPosition(last, last.view(1), ("You", "Bo"))).endswith(
        "game's last turn."
    )
