"""What an agent says of a move while the game runs is the same for hands that its reader cannot
tell apart: with other cards where the reader cannot look, the same move has the same reason."""

import re
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from agents import registry
from agents.entry import Entry
from agents.reasons import after, live
from game.tables.state import TableState
from native import Card, Game, Move, Rules
from tests.game.positions import random_state, twin
from tests.positions import position

POSITIONS = 30


def seen(game: Game, move: Move) -> object:
    """What everybody sees of a move: the card used, or the slots touched."""
    if not move.is_clue:
        return game.hands[game.to_move][move.slot]
    rules, mask = game.rules, move.touches(game.rules)
    hand: tuple[Card | None, ...] = game.hands[(game.to_move + move.target) % rules.players]
    return tuple(bool(card and mask >> rules.identity(card) & 1) for card in hand)


def states_of(entry: Entry, random: Random) -> Iterator[TableState]:
    """Tables at which the agent can sit and somebody is to move, without end."""
    while True:
        state = random_state(random)
        rules = state.game.rules
        seated = rules.players in entry.players and not entry.refusal(rules)
        if seated and state.game.to_move is not None:
            yield state


@pytest.mark.long
@pytest.mark.parametrize("entry", registry.seatable(), ids=lambda entry: entry.address)
def test_a_reason_depends_only_on_what_its_reader_sees(entry: Entry) -> None:
    random, compared = Random(entry.address), 0
    agent = entry.agent("seed")
    for state in islice(states_of(entry, random), POSITIONS if entry.seconds <= 0.1 else 3):
        game = state.game
        mover = game.to_move
        reader = random.choice([None, *(set(range(game.rules.players)) - {mover})])
        other = twin(random, state, reader).game
        one, two = agent.decide(game.view(mover)), agent.decide(other.view(mover))
        if one.move == two.move and seen(game, one.move) == seen(other, two.move):
            compared += 1
            assert one.why == two.why
    assert compared or entry.seconds > 0.1


HANDS = "r1 r1 y1 g2 g5 r1 b1 p3 p5 p4"
"""Seat 0 holds the first five, seat 1 the others; each hand's oldest card first."""
THREE = f"{HANDS} y1 y2 b1 b4 r3"
ONES = "r1 y1 g1 b1 p1 r1 y1 g3 b4 p5"
REDS = "g1 r3 y3 g3 b3 r1 r1 r1 p3 p5"
AGENTS = [entry for entry in registry.seatable() if entry.seconds <= 0.1]


def said(
    hands: str, moves: str, move: str, chance: tuple[int, int] | None = None
) -> tuple[str, str]:
    """What everybody, and who sees all hands, reads of a move after these."""
    game = position(hands, moves)
    view, made = game.view(game.to_move or 0), Move.parse(move, game.rules)
    return live.why(view, made), after.why(view, made, chance)


@pytest.mark.parametrize(
    ("hands", "moves", "move", "live", "after"),
    [
        (
            HANDS,
            "",
            "c11",
            "I clued your 1s: slots 4 and 5 can be played.",
            "Your red 1 and blue 1 were both playable, so one clue did for two.",
        ),
        (
            HANDS,
            "",
            "c1b",
            "I clued your blue: slot 4 may be blue 1, which can be played.",
            "Your blue 1 in slot 4 was playable, so I clued blue.",
        ),
        (
            HANDS,
            "",
            "c15",
            "I clued your 5: keep slot 2, the last of its kind.",
            "Your purple 5 in slot 2 was the last of its kind, so I clued 5 to keep it.",
        ),
        (
            HANDS,
            "p0 c15",
            "c1r",
            "I clued your red: slot 5 may be red 2, which can be played.",
            "Your red 1 could not score any more, so I clued red to tell you.",
        ),
        (
            "r1 y1 g2 g3 g5 r4 b1 p3 p5 p4",
            "c15 c11 c1b c1r",
            "c1r",
            "I clued your red: slot 5 may be needed later.",
            "",
        ),
        (
            HANDS,
            "c15 c11",
            "p0",
            "You clued 1s, so I played slot 5.",
            "You clued 1s, so I knew that slot 5 was playable.",
        ),
        (
            THREE,
            "c1r",
            "p0",
            "Seat 1 clued red, so I played slot 5.",
            "Seat 1 clued red, so I took slot 5 to be playable: 2 of 7 cases.",
        ),
        (
            THREE,
            "c2b",
            "c1b",
            "I clued seat 3's blue again. It says nothing new.",
            "I clued seat 3's blue again, because the blue 1 was playable. It said nothing new.",
        ),
        (
            REDS,
            "c15 p0 c15 c11",
            "p0",
            "You clued 1, so I played slot 5.",
            "You clued 1, so I knew that slot 5 was yellow 1, green 1, blue 1 or purple 1.",
        ),
        (
            ONES,
            "p0 c1y",
            "p0",
            "No clue had touched slot 1, but what I saw made it worth a try.",
            "No clue had touched slot 1, but I took a chance: 2 of 7 cases.",
        ),
        (
            ONES,
            "p0 c1y p1 c1g p2 c1b p3 c1p p4 d4 c11",
            "p0",
            "I played slot 5, though by the clues it could not be played yet.",
            "I played slot 5, which could not fit.",
        ),
        (
            ONES,
            "c15 c11",
            "d1",
            "I saw no clue worth giving, so I discarded slot 4, as every card of mine was clued.",
            "I thought a clue token was worth more than a play, and slot 4 was the card that I "
            "could spare best, although it was clued.",
        ),
        (
            ONES,
            "p0 c1y p1 c1g p2 c1b c11",
            "d0",
            "I saw no clue worth giving, so I discarded slot 5, my oldest card, although it was "
            "clued: most of what it could be was trash.",
            "",
        ),
        (REDS, "c1r c13", "c11", "I clued your 1s: slot 3, 4 or 5 can be played now.", ""),
        (
            "g1 g1 g1 r1 b3 b1 r4 y3 p4 y4",
            "p3 c13 d0 c13 d1 c13 d2 c13",
            "c11",
            "I clued your 1: slot 5 may be yellow 1, blue 1 or purple 1, which can be played.",
            "",
        ),
    ],
)
def test_a_reason_names_the_cards(hands: str, moves: str, move: str, live: str, after: str) -> None:
    told = said(hands, moves, move, (2, 7) if " of 7 " in after else None)
    assert told == (live, after or told[1])


def test_a_reason_to_keep_cards_names_only_the_needed_ones() -> None:
    after = said("r1 r3 y4 g3 b3 r1 r4 b4 p5 p4", "p0 c13", "c1r")[1]
    assert after == "Your red 4 will be needed later, so I clued red."


@pytest.mark.parametrize("entry", AGENTS, ids=lambda entry: entry.address)
def test_no_agents_reason_speaks_of_itself_as_a_machine(entry: Entry) -> None:
    players = 2 if 2 in entry.players else entry.players[0]
    game = Game(Rules.standard(players), seed="said")
    agent = entry.agent("seed")
    for _ in range(12):
        if game.to_move is None:
            break
        decision = agent.decide(game.view(game.to_move))
        for text in (decision.why, decision.detail):
            assert text.endswith((".", "!"))
            assert "  " not in text
            assert not text.startswith(("Rule", "It ", "Discards", "Plays"))
            assert "%" not in text
            assert re.search(r"\b(I|my|My|your|Your)\b", text)
        game.play(decision.move)
