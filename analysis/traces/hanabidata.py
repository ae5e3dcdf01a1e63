"""The games of HanabiData (yawgmoth/HanabiData, CC BY 4.0) as traces."""

from __future__ import annotations

from dataclasses import replace

from analysis.collections import HANABIDATA
from analysis.traces.hanabidata_metadata import GAME, Metadata
from analysis.traces.reading import ImportedPerson, ImportedTrace, document_of, replayed
from analysis.traces.schema import Lab, SeatFact
from native import Card
from native.engine.rules import Rules
from native.records import Action, ActionKind, Record

SUITS = {0: 2, 1: 1, 2: 4, 3: 3, 4: 0}
"""Green, yellow, white, blue, red by our suits: white stands as purple."""


def read(record: Record, metadata: Metadata) -> ImportedTrace:
    """The trace of one of their games. Raises BadRecord."""
    match = GAME.search(record.source)
    game_id = match[1] if match else ""
    known = metadata.first_game(game_id)
    played = metadata.times.get(game_id)
    agent = record.players[0]
    lab = Lab(
        stacks=0,
        zero=0,
        strikes=0,
        id=game_id,
        collection=HANABIDATA.name,
        scoring="stacks",
        help="clues",
        finished=played.isoformat() if played else None,
        seats=(
            SeatFact(0, "agent", agent.title(), agent=f"hanabidata:{agent}", version="2017"),
            SeatFact(1, "person", "You"),
        ),
        survey=metadata.surveys.get(game_id),
    )
    ours = in_our_colours(record)
    game = replayed(ours)
    person = ImportedPerson(
        f"{HANABIDATA.name}:{known}", HANABIDATA.name, f"HanabiData {known[:6]}", public=True
    )
    people = (None, person if game_id else None)
    return ImportedTrace(document_of(game, lab, ours), game, people, game_id, played)


def in_our_colours(record: Record) -> Record:
    """The same game with the suits of an ordinary deck, which a hanab.live export can say."""
    rules = Rules.standard(2, discard_at_max=True, empty_clues=record.rules.empty_clues)
    return replace(
        record,
        rules=rules,
        deck=tuple(Card(SUITS[card.suit], card.rank) for card in record.deck),
        actions=tuple(_recoloured(action) for action in record.actions),
    )


def _recoloured(action: Action) -> Action:
    if action.kind is not ActionKind.COLOUR:
        return action
    return action._replace(value=SUITS.get(action.value, action.value))
