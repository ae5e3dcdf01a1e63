"""Replay records on the engine, by the rules of their source or by another interpretation."""

from dataclasses import dataclass, replace
from typing import Any

from native.engine.errors import HanabiError
from native.engine.events import End
from native.engine.game import Game
from native.engine.rules import HAND_SIZES, Move, MoveKind, Rules
from native.records.record import Action, ActionKind, BadRecord, Record


@dataclass(frozen=True)
class RulesReading:
    """A site's interpretation of the rule book: whether one may discard with all clue tokens,
    whether a game stops when nothing is left to score, and which ends of a game score 0. `summary`
    describes it to users.
    """

    summary: str
    discard_at_max: bool = False
    stop_when_nothing_left: bool = False
    scoring_zero: frozenset[End] = frozenset()

    def applied(self, rules: Rules) -> Rules:
        """Return a copy of `rules` with this interpretation's values of `discard_at_max` (whether
        one may discard with all clue tokens) and `stop_when_nothing_left` (whether the game ends
        once no card can still score).
        """
        return replace(
            rules,
            discard_at_max=self.discard_at_max,
            stop_when_nothing_left=self.stop_when_nothing_left,
        )


STANDARD = RulesReading(
    "the rule book: 0 points after the last strike", scoring_zero=frozenset({End.STRIKEOUT})
)
READINGS = {
    "standard": STANDARD,
    "stacks": RulesReading("as standard, but the cards played count after the last strike too"),
    "hanab-live": RulesReading(
        "as standard, but a game stops when nothing is left to score, and giving up scores 0",
        stop_when_nothing_left=True,
        scoring_zero=frozenset({End.STRIKEOUT, End.TERMINATED}),
    ),
    "hanabidata": RulesReading(
        "as stacks, but discarding with all clue tokens is allowed", discard_at_max=True
    ),
}
READINGS_HELP = "".join(f"\n  {name:11} {reading.summary}" for name, reading in READINGS.items())
"""The name and summary of each interpretation in `READINGS`, one per line, for a command's help."""


@dataclass(frozen=True)
class Replayed:
    """The result of replaying a recorded game.

    If the game could not be dealt, score, stacks, strikes, turns, end and game are None.

    Attributes:
        source: The record's name for messages.
        ok: Every action up to the end was possible, and the score equals the recorded one, if any.
        score: The score by the interpretation of the rules, such as 0 after the last strike.
        stacks: The height of each suit's stack.
        turns: The number of moves made.
        end: The name of an `End` in lower case, or `running` if the game did not end.
        trailing_actions: The number of actions after the game's end, which are ignored.
        reason: Why `ok` is false, or the oddities that were tolerated or corrected; else empty.
        game: The engine's game after the last possible action.
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
        """Return a dictionary of every field except `game`, ready for JSON."""
        return {name: value for name, value in vars(self).items() if name != "game"}


def replay(record: Record, reading: RulesReading | None = None) -> Replayed:
    """Replay a recorded game on the engine and return what happened. Nothing is raised for an
    impossible game: its `ok` is False.

    `reading` is an interpretation of the rule book to use instead of the rules in the record (None:
    use those). An impossible game of hanab.live is tried again with one more card in each hand, and
    if that works `reason` says so: three six-player games of hanab.live were published without
    their option “one extra card”.
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


def _replayed(record: Record, reading: RulesReading | None) -> Replayed:
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
    """Return notes for users on what was tolerated at the end of a possible game: a record that
    stops too early, or `trailing` actions after the end.
    """
    if not game.end:
        return ["the record stops before the game does"]
    return [f"actions passed over after the end: {trailing}"] if trailing else []


def _play(game: Game, record: Record) -> tuple[int, str]:
    """Play recorded actions until the game or the record ends.

    Returns the number of actions made, and a description of the problem, if any.
    """
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
    """Convert a recorded action to a move of the seat to move.

    Raises BadRecord if the seat does not hold the card, or cannot clue the target.
    """
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
