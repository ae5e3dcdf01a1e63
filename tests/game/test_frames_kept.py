"""Every word and number of the frames that a table sends: to each role, at several turns, at each
level of help, in other variants, and around what happens between moves."""

from __future__ import annotations

from datetime import timedelta
from hashlib import blake2b
from typing import Any

import msgspec
import pytest

from agents import registry
from agents.contract import decision_of
from game import protocol as p
from game.board import messages
from game.board.perspective import frame, frame_at, frames, rules_told, seen
from game.board.viewpoint import Viewpoint, viewpoint_of
from game.models import Note, Player, Table
from game.replays.best_line import best_line
from game.replays.elimination_steps import hands_in_steps, observers, steps_by_card
from game.replays.hindsight import hindsight_of
from game.replays.traces import trace_of
from game.replays.uploads import state_of
from game.tables.state import TableState, deck_text
from native import Game, Rng, Rules
from tests.game.known_deals import NOON, table_after
from tests.kept import as_text, digest_of_text, same_as_kept, without_moments

ROLES = {
    "seat 0": Viewpoint(0, open=False, steers=True),
    "seat 1": Viewpoint(1, open=False, steers=True),
    "beside": Viewpoint(None, open=False),
    "watching seat 2": Viewpoint(2, open=False, watching=True, behind=3),
    "open": Viewpoint(None, open=True),
    "open from seat 1": Viewpoint(1, open=True, watching=True),
}
VARIANTS = (
    "No Variant",
    "Rainbow & Omni (5 Suits)",
    "Odds and Evens (5 Suits)",
    "Black & Rainbow (6 Suits)",
    "Dual-Color (5 Suits)",
    "Synesthesia (5 Suits)",
    "3 Suits",
)


def played(
    turns: int, players: int = 3, variant: str = "No Variant", **fields: object
) -> TableState:
    """A table of people and an agent on the last seat, after moves of an agent that plays by
    rules; nothing of it is in the database."""
    rules = Rules.standard(players, variant)
    game = Game(rules, seed=Rng("frames"))
    deck, moves = " ".join(card.text(rules.suits) for card in game.deck), []
    agents = [registry.find("rules:legal_random").agent(f"{seat}") for seat in range(players)]
    if variant == "No Variant":
        agents = [registry.find("rules:iggi").agent(f"{seat}") for seat in range(players)]
    while game.to_move is not None and len(moves) < turns:
        move = decision_of(agents[game.to_move], game).move
        moves.append(move.text(rules))
        game.play(move)
    fields = {"players": players, "variant": variant, "slug": "kept", "scoring": "zero"} | fields
    if game.end is not None:
        fields |= {"status": "finished", "ending": game.end.name.lower(), "finished": NOON}
        fields |= {"stacks": game.score, "zero": game.score_zero, "strikes": game.strikes}
    return table_after(deck, *moves, agents=(players - 1,), **fields)


def digest(value: object) -> str:
    return digest_of_text(msgspec.to_builtins(value))


@pytest.mark.long
@pytest.mark.parametrize("role", ROLES)
def test_a_whole_frame(role: str) -> None:
    """In full of a turn in mid-game, and by its digest of others and at the other levels."""
    told: dict[str, Any] = {"turn 14": msgspec.to_builtins(seen(played(14), ROLES[role]))}
    for turns in (0, 1, 7, 30, 48, 200):
        told[f"turn {turns}"] = digest(seen(played(turns), ROLES[role]))
    for level in Table.Help.values:
        for turns in (15, 33):
            told[f"{level}, turn {turns}"] = digest(seen(played(turns, help=level), ROLES[role]))
    told["new"] = msgspec.to_builtins(frame(played(14), ROLES[role], 14).log)
    told["looked back"] = digest(frame_at(played(20), ROLES[role], 9))
    assert same_as_kept(f"frames/{role.replace(' ', '-')}", as_text(told))


def test_frames_of_other_variants_and_tables() -> None:
    told: dict[str, Any] = {}
    for variant in VARIANTS:
        state = played(22, 2, variant)
        assert state.game is not None
        told[variant] = {
            "rules": msgspec.to_builtins(rules_told(state.game.rules)),
            "log": [entry.text for entry in seen(state, ROLES["open"]).log],
            "frames": [digest(seen(state, role)) for role in ROLES.values() if role.seat != 2],
        }
    for players in (4, 5, 6):
        told[f"{players} players"] = [
            digest(seen(played(turns, players), Viewpoint(players - 1, open=False)))
            for turns in (players - 1, 4 * players - 1)
        ]
    assert same_as_kept("frames/variants", as_text(told))


def with_events() -> TableState:
    """A game in a series with notes, moves that were taken back, a proposal and clocks."""
    state = played(
        11,
        reasons="after",
        clock_base=300,
        clock_increment=10,
        clock_move=60,
        at_zero="bot",
        watching="seats",
        watch_delay=2,
        planned=3,
        number=2,
        started=NOON,
        delay=2500,
        seed_chosen=True,
        branch_of="another",
        proposal={"kind": "undo", "seat": 1, "agreed": [1], "turn": 9, "since": 12},
    )
    for turn, row in enumerate(state.moves):
        row.thinking_ms = 1500 * turn
        row.data = {"how": f"sum {turn}"}
    notes = [
        Note(version=12, turn=12, text="P1 asks.", at=NOON),
        Note(version=13, turn=12, text="P0 took back.", at=NOON, kind=Note.Kind.TAKEN_BACK),
    ]
    state.table.version = 13
    for seat in state.seatings:
        seat.last_seen = NOON
        seat.since = NOON
    state.seatings[1].left = NOON + timedelta(minutes=3)
    state.seatings[2].agent_version = "4"
    return TableState(
        state.table, state.seatings, state.moves, notes, state.playback, state.moves[-1:]
    )


def test_a_frame_with_all_that_may_stand_in_it() -> None:
    state = with_events()
    vars(state)["scores_of_series"] = [(20, 20), (17, 0)]
    told = {name: msgspec.to_builtins(seen(state, role)) for name, role in ROLES.items()}
    for one in told.values():
        one["hands"] = one["discards"] = "..."
        one["rules"] = one["legal"] = "..."
    trouble = played(2, trouble="It broke.", paused=True)
    told["trouble"] = msgspec.to_builtins(seen(trouble, ROLES["open"]))["trouble"]
    told["update"] = blake2b(messages.update(state, ROLES["seat 0"]).encode()).hexdigest()[:12]
    told["whole"] = blake2b(messages.whole(state, ROLES["seat 0"]).encode()).hexdigest()[:12]
    assert same_as_kept("frames/events", as_text(told))


@pytest.mark.long
def test_a_game_looked_back_on() -> None:
    """All frames of a finished game, its trace, what was still possible, and how cards were
    known."""
    state = played(200, 2, started=NOON, created=NOON)
    assert state.game is not None
    assert state.playback is not None
    told: dict[str, Any] = {
        "ending": msgspec.to_builtins(seen(state, ROLES["open"]).ending),
        "frames": {
            name: [digest(one) for one in frames(state, ROLES[name])]
            for name in ("open", "open from seat 1", "seat 0")
        },
        "log": [entry.text for one in frames(state, ROLES["open"]) for entry in one.log],
        "hindsight": msgspec.to_builtins(hindsight_of(state)),
        "trace": trace_of(state),
        "trace with events": trace_of(with_events()),
    }
    lines = {}
    for turn in (20, 40, len(state.moves) - 2):
        line = best_line(state, turn)
        lines[turn] = {
            "moves": " ".join(row.text for row in line.moves),
            "why": sorted({row.detail for row in line.moves[turn:]}),
            "table": [line.table.ending, line.table.status, line.table.stacks, line.table.zero],
        }
    told["lines"] = lines
    position = state.playback.positions[17]
    told["steps"] = {
        seats: [digest(steps_by_card(position, seats)), hands_in_steps(position, group)[0][0]]
        for seats in ("all", "0", "1")
        for group in [observers(2, seats)]
    }
    assert same_as_kept("frames/looked-back", without_moments(as_text(told)))


def test_a_trace_that_is_uploaded_is_the_same_game() -> None:
    state = played(200, 2, started=NOON, created=NOON)
    state.seatings[1].agent_version = "4"
    again = state_of("kept", msgspec.json.encode(trace_of(state)))
    assert [row.text for row in again.moves] == [row.text for row in state.moves]
    assert [row.why for row in again.moves] == [row.why for row in state.moves]
    assert [seat.name for seat in again.seats] == ["P0", "P1"]
    assert [seat.address for seat in again.seats] == ["", "rules:piers"]
    assert (again.table.stacks, again.table.zero) == (state.table.stacks, state.table.zero)
    assert state.playback is not None
    rules = state.playback.last.rules
    assert again.table.deck == deck_text(rules, state.playback.last.deck)


def test_a_trace_tells_of_rules_and_deals_that_are_not_as_usual() -> None:
    """Whoever reads it plays by the same rules, and knows that the deal was chosen."""
    rules = Rules.standard(2, discard_at_max=True)
    deck = " ".join(card.text(rules.suits) for card in Game(rules, seed=1).deck)
    state = table_after(deck, "d0", "d1", "c1" + deck[-2], rules=rules, seed_chosen=True)
    state.table.zero = 0
    told = trace_of(state)
    assert (told["lab"]["discard_at_max"], told["lab"]["seed_chosen"]) == (True, True)
    assert "discard_at_max" not in trace_of(played(3))["lab"]
    again = state_of("kept", msgspec.json.encode(told))
    assert [row.text for row in again.moves] == [row.text for row in state.moves]


@pytest.mark.django_db
def test_from_where_each_person_looks(alice: Player, bob: Player, charlie: Player) -> None:
    """By who asks, whether the game is over, who plays and what its table allows."""
    told = {}
    for turns, status in ((9, "running"), (200, "over")):
        for watching in Table.Watching.values:
            for alone in (False, True):
                state = played(turns, 2, watching=watching, watch_delay=4, creator=bob)
                for seat in state.seatings:
                    seat.kind = "agent" if alone else "person"
                    seat.player_id = None if alone or seat.index else alice.pk
                    seat.player = None if alone or seat.index else alice
                for who in (alice, bob, charlie, None):
                    name = f"{status} {watching} {'alone' if alone else 'people'} {who}"
                    told[name] = [
                        repr(viewpoint_of(state, who, through))[len("Viewpoint") :]
                        for through in (None, 1)
                    ]
    assert same_as_kept("frames/viewpoints", as_text(told))


def test_the_protocol_of_a_table() -> None:
    """Names, tags and bounds of every message, both ways."""
    told = as_text(p.schema())
    told += as_text({name: value for name, value in vars(p).items() if name.isupper()})
    assert same_as_kept("protocol-of-tables", told)
