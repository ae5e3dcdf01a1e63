"""The trace schema, version 1: a hanab.live export with additional facts under `lab`.

`manage.py export_traces --schema` prints it as JSON Schema. Any reader of hanab.live exports
accepts a trace. People appear under pseudonyms, or as "Player 1" and so on.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from native.records.hanab_live import USUAL, JsonAction, JsonCard, JsonOptions

SCHEMA: Literal[1] = 1

Text = Annotated[str, Meta(max_length=2000)]
Name = Annotated[str, Meta(max_length=80)]
Small = Annotated[int, Meta(ge=0, le=1000)]
Answer = Annotated[int, Meta(ge=1, le=5)]


class SeatFact(Struct, frozen=True, omit_defaults=True):
    """A person or agent who took a seat after `from_turn` moves."""

    seat: Annotated[int, Meta(ge=0, le=5)]
    kind: Literal["person", "agent"]
    name: Name
    from_turn: Small = 0
    agent: Annotated[str, Meta(max_length=300)] | None = None
    """The agent's address, such as `rules:piers`."""
    version: Annotated[str, Meta(max_length=40)] | None = None
    """The agent's version, which changes whenever its behaviour does."""
    sits_for_person: bool = False
    """Whether the agent stood in for a person who was away."""


class TurnFact(Struct, frozen=True, omit_defaults=True):
    """One move; turns count from 1."""

    turn: Small
    seat: Annotated[int, Meta(ge=0, le=5)]
    move: Annotated[str, Meta(max_length=8)]
    at: Name | None = None
    """The time of the move, as ISO 8601."""
    thinking_ms: Annotated[int, Meta(ge=0)] = 0
    why: Text | None = None
    """The agent's reason, in a form that reveals no hidden card to any seat."""
    detail: Text | None = None
    """The agent's reason, including the cards that it saw."""
    data: dict[str, Any] = {}
    """The agent's reason in machine-readable form."""


class NoteFact(Struct, frozen=True, omit_defaults=True):
    """A line of the log before move `turn` (from 1), such as that moves were taken back."""

    turn: Small
    text: Text
    at: Name | None = None
    kind: Literal["told", "taken_back", "hint"] = "told"
    """`told` is text alone; `taken_back` means that the moves from `turn` on were taken back;
    `hint` that somebody asked for the best moves at `turn`."""


class SurveyFact(Struct, frozen=True, omit_defaults=True):
    """A person's answers after the game, on scales from 1 (least) to 5."""

    seat: Annotated[int, Meta(ge=0, le=5)] | None = None
    """The seat of the person who answered; null for the first person of the game."""
    intention: Answer | None = None
    skill: Answer | None = None
    like: Answer | None = None
    again: bool | None = None
    answers: dict[str, Any] = {}
    """Answers to an experiment's own questions, by question id."""
    background: dict[str, str] = {}
    publish: bool = True
    """Whether the answers may be published; if not, they appear only in the export of the
    experiment that asked for them."""


ANSWERS = SurveyFact.__struct_fields__[1:]
"""All fields of a survey except the seat. The model Survey has columns of the same names."""


class Lab(Struct, frozen=True, omit_defaults=True):
    """Facts that a hanab.live export cannot express."""

    stacks: Annotated[int, Meta(ge=0, le=30)]
    """The number of cards played, as a score."""
    zero: Annotated[int, Meta(ge=0, le=30)]
    """The number of cards played, or 0 after the last strike, as a score."""
    strikes: Small
    seats: tuple[SeatFact, ...]
    schema: Literal[1] = SCHEMA
    id: Name = ""
    collection: Annotated[str, Meta(max_length=20)] = ""
    """The source of the game; empty for a table of Hanabi Lab."""
    variant: Name = "No Variant"
    scoring: Literal["zero", "stacks"] = "zero"
    """How the table scored a game that ended by strikes: 0, or the number of cards played
    (`stacks`)."""
    help: Literal["", "none", "clues", "common", "full"] = ""
    """What the board showed on cards: clue marks only (`none`), what the clues leave, what all
    seats know (`common`), or all that the player could know (`full`); empty: not recorded."""
    reasons: Literal["", "live", "after"] = ""
    created: Name | None = None
    started: Name | None = None
    finished: Name | None = None
    end: Name | None = None
    """How the game ended: perfect, strikeout, out_of_turns, terminated or nothing_left; null while
    it runs."""
    discard_at_max: bool = False
    """Whether discarding with all clue tokens was allowed."""
    stop_when_nothing_left: bool = False
    """Whether the rules end the game as soon as no remaining card can score."""
    seed_chosen: bool = False
    """Whether a player chose the seed of the deal, and so could know the cards."""
    trust: tuple[float | None, ...] | None = None
    """By seat: agents' initial trust that the player there follows conventions, as log odds in
    nats; null stands for their usual trust."""
    turns: tuple[TurnFact, ...] = ()
    taken_back: tuple[TurnFact, ...] = ()
    """Moves that were taken back, in the order they were made; they are not part of the game."""
    notes: tuple[NoteFact, ...] = ()
    survey: SurveyFact | None = None
    """Survey answers of the first person who answered."""
    more_surveys: tuple[SurveyFact, ...] = ()
    """Survey answers of the other people at the table."""


class TraceDocument(Struct, frozen=True, omit_defaults=True):
    """A trace, the stored record of one game between people or agents: one JSON object, one line of
    a JSON lines file.
    """

    players: tuple[str, ...]
    deck: tuple[JsonCard, ...]
    actions: tuple[JsonAction, ...]
    lab: Lab
    options: JsonOptions = USUAL
