"""Plays a record on the engine and says what came of it."""

from dataclasses import dataclass, replace
from typing import Any

from native.engine.errors import HanabiError
from native.engine.game import Game
from native.engine.moves import Move, MoveKind
from native.engine.rules import HAND_SIZES
from native.records.readings import READINGS, STANDARD, Reading
from native.records.record import Action, ActionKind, BadRecord, Record


@dataclass(frozen=True)
class Replayed:
    """What a replay found.

    ok: every action up to the end was possible, and the score is the recorded one, if any.
    score: by the rules' reading; `stacks` are the heights by suit. None where nothing was played.
    turns: moves made; `trailing_actions` stand after the end of the game and are passed over.
    end: an `End` in small letters, or `running` where the record stops before the game does.
    reason: why it is not ok, or what was tolerated or put right; else empty.
    game: the game at its end, for whoever wants to know more.
    """

    source: str
    ok: bool
    score: int | None = None
    stacks: tuple[int, ...] | None = None
    strikes: int | None = None
    turns: int | None = None
    end: str | None = None
    trailing_actions: int = 0
    reason: str = ""
    game: Game | None = None

    def facts(self) -> dict[str, Any]:
        """Everything but the game, fit for JSON."""
        return {name: value for name, value in vars(self).items() if name != "game"}


def replay(record: Record, reading: Reading | None = None) -> Replayed:
    """Play a record by its own rules, or as another reading has them.

    Three six-player games of hanab.live lost their option “one extra card” when they were
    published. A game that is impossible as it stands is tried with one card more in each hand, and
    `reason` says so if that makes everything fit.
    """
    replayed = _replayed(record, reading)
    if replayed.ok or record.format != "hanab-live" or replayed.game is None:
        return replayed
    if record.rules.hand_size != HAND_SIZES[record.rules.players]:
        return replayed
    more = replace(record.rules, hand_size=record.rules.hand_size + 1)
    lost = "played with one extra card, an option that this record has lost"
    second = _replayed(replace(record, rules=more, notes=(*record.notes, lost)), reading)
    return second if second.ok and second.end != "running" else replayed


def _replayed(record: Record, reading: Reading | None) -> Replayed:
    rules = reading.applied(record.rules) if reading else record.rules
    scoring_zero = (reading or READINGS.get(record.format, STANDARD)).scoring_zero
    try:
        game = Game(rules, deck=record.deck)
    except HanabiError as error:
        return Replayed(record.source, ok=False, reason=str(error))
    done, problem = _play(game, record)
    score = 0 if game.end in scoring_zero else game.score
    if not problem and record.score not in (None, score):
        problem = f"the record says {record.score} points, the replay gives {score}"
    trailing = len(record.actions) - done if game.end else 0
    return Replayed(
        source=record.source,
        ok=not problem,
        score=score,
        stacks=game.stacks,
        strikes=game.strikes,
        turns=game.turn,
        end=game.end.name.lower() if game.end else "running",
        trailing_actions=trailing,
        reason="; ".join([*record.notes, *([problem] if problem else _remarks(game, trailing))]),
        game=game,
    )


def _remarks(game: Game, trailing: int) -> list[str]:
    """What was tolerated at the end of a game that is otherwise possible."""
    if not game.end:
        return ["the record stops before the game does"]
    return [f"actions passed over after the end: {trailing}"] if trailing else []


def _play(game: Game, record: Record) -> tuple[int, str]:
    """Play until the game or the record ends: how many actions, and what was impossible if any."""
    for done, action in enumerate(record.actions):
        if game.end:
            return done, ""
        try:
            if action.kind is ActionKind.GIVE_UP:
                game.terminate()
            else:
                game.play(_move(game, action, record))
        except HanabiError as error:
            return done, f"turn {done + 1}: {error}"
    return len(record.actions), ""


def _move(game: Game, action: Action, record: Record) -> Move:
    """The action as a move of the seat to move. Raises BadRecord."""
    seat, players = game.to_move, game.rules.players
    assert seat is not None
    kind = MoveKind[action.kind.name]
    if kind >= MoveKind.COLOUR:
        if not 0 <= action.target < players or action.target == seat:
            raise BadRecord(f"seat {seat} cannot clue seat {action.target}")
        return Move(kind, target=(action.target - seat) % players, value=action.value)
    for slot in range(game.rules.hand_size):
        if game.order(seat, slot) == action.target:
            return Move(kind, slot=slot)
    drawn = len(record.deck) - game.deck_left
    if action.target == drawn and record.options.get("deckPlays"):
        raise BadRecord("playing from the deck (the option deckPlays) is not supported")
    raise BadRecord(f"seat {seat} does not hold card {action.target}")
