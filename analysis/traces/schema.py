"""The one schema of a trace, version 1: a hanab.live export with our facts under `lab`.

`manage.py export_traces --schema` prints it as JSON Schema. Any reader of hanab.live exports takes
a trace as it is. People stand in it under pseudonyms, or as "Player 1" and so on.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, json

from native.records.hanab_live_json import JsonAction, JsonCard, JsonOptions

SCHEMA: Literal[1] = 1

Text = Annotated[str, Meta(max_length=2000)]
Name = Annotated[str, Meta(max_length=80)]
Small = Annotated[int, Meta(ge=0, le=1000)]
Answer = Annotated[int, Meta(ge=1, le=5)]


class SeatFact(Struct, frozen=True, omit_defaults=True):
    """Who sat at a seat from a turn on (turns made before they came)."""

    seat: Annotated[int, Meta(ge=0, le=5)]
    kind: Literal["person", "agent"]
    name: Name
    from_turn: Small = 0
    agent: Annotated[str, Meta(max_length=300)] | None = None
    """The agent's address, such as `rules:piers`."""
    version: Annotated[str, Meta(max_length=40)] | None = None
    """Changes whenever the agent's behaviour does."""
    sits_for_person: bool = False
    """Whether the agent only kept the seat of a person who was away."""


class TurnFact(Struct, frozen=True, omit_defaults=True):
    """One move; turns are counted from 1."""

    turn: Small
    seat: Annotated[int, Meta(ge=0, le=5)]
    move: Annotated[str, Meta(max_length=8)]
    at: Name | None = None
    """When it was made: ISO 8601."""
    thinking_ms: Annotated[int, Meta(ge=0)] = 0
    why: Text | None = None
    """The agent's reason, as every seat could read it."""
    detail: Text | None = None
    """The same with what it saw."""
    data: dict[str, Any] = {}
    """The same for programs."""


class NoteFact(Struct, frozen=True, omit_defaults=True):
    """Something that happened between moves."""

    turn: Small
    text: Text
    at: Name | None = None
    kind: Literal["told", "taken_back"] = "told"
    """With `taken_back` the moves from `turn` on were taken back."""


class SurveyFact(Struct, frozen=True, omit_defaults=True):
    """What the person said afterwards, on scales from 1 (least) to 5."""

    seat: Annotated[int, Meta(ge=0, le=5)] | None = None
    """Whose answers; null for the first person of the game."""
    intention: Answer | None = None
    skill: Answer | None = None
    like: Answer | None = None
    again: bool | None = None
    answers: dict[str, Any] = {}
    """To an experiment's own questions, by id."""
    background: dict[str, str] = {}
    publish: bool = True
    """Whether the person lets the answers be published; others are only in the export of the
    experiment that asked for them."""


class Lab(Struct, frozen=True, omit_defaults=True):
    """Everything that a hanab.live export cannot say."""

    stacks: Annotated[int, Meta(ge=0, le=30)]
    """Cards played."""
    zero: Annotated[int, Meta(ge=0, le=30)]
    """Cards played, or 0 after the last strike."""
    strikes: Small
    seats: tuple[SeatFact, ...]
    schema: Literal[1] = SCHEMA
    id: Name = ""
    collection: Annotated[str, Meta(max_length=20)] = ""
    """Where the game is from; empty for a table of Hanabi Lab."""
    variant: Name = "No Variant"
    scoring: Literal["zero", "stacks"] = "zero"
    """How the table counted."""
    help: Literal["", "none", "clues", "common", "full"] = ""
    """What the table showed of each card."""
    reasons: Literal["", "live", "after"] = ""
    created: Name | None = None
    started: Name | None = None
    finished: Name | None = None
    end: Name | None = None
    """perfect, strikeout, out_of_turns, terminated, nothing_left; null while the game runs."""
    discard_at_max: bool = False
    """Whether discarding with all clue tokens was allowed."""
    stop_when_nothing_left: bool = False
    """Whether the game stops when no card can score."""
    seed_chosen: bool = False
    """Whether somebody chose the deal by its seed."""
    turns: tuple[TurnFact, ...] = ()
    taken_back: tuple[TurnFact, ...] = ()
    """Moves that were made and taken back, in the order they were made; they count no more."""
    notes: tuple[NoteFact, ...] = ()
    survey: SurveyFact | None = None
    """Of the first person who answered."""
    more_surveys: tuple[SurveyFact, ...] = ()
    """Of the other people at the table."""


class TraceDocument(Struct, frozen=True, omit_defaults=True):
    """A trace: one JSON object, one line of a JSON lines file."""

    players: tuple[str, ...]
    deck: tuple[JsonCard, ...]
    actions: tuple[JsonAction, ...]
    lab: Lab
    options: JsonOptions = JsonOptions()


def json_schema() -> dict[str, Any]:
    """The schema for programs."""
    return json.schema(TraceDocument)
