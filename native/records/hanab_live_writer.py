"""Writes a record as a hanab.live export, which that site and its tools can read."""

from dataclasses import asdict
from typing import Any

import msgspec

from native.engine.rules import HAND_SIZES
from native.records.hanab_live_json import JsonAction, JsonCard, JsonGame, JsonOptions, rules_of
from native.records.record import BadRecord, Record

UNDERSTOOD = ("variant", "stop_when_nothing_left")


def write(record: Record) -> dict[str, Any]:
    """The export as plain data, ready for JSON; options that are off and the score are left out.

    Raises BadRecord when the rules cannot be said in that format. That a game stops when nothing
    is left to score is understood there, and not said.
    """
    options = _options(record)
    said, meant = (
        asdict(rules) for rules in (rules_of(len(record.players), options), record.rules)
    )
    unsaid = [name for name in said if said[name] != meant[name] and name not in UNDERSTOOD]
    if unsaid:
        raise BadRecord(f"a hanab.live export cannot say these rules: {', '.join(unsaid)}")
    game = JsonGame(
        players=record.players,
        deck=tuple(JsonCard(*card) for card in record.deck),
        actions=tuple(JsonAction(*action) for action in record.actions),
        options=options,
    )
    plain: dict[str, Any] = msgspec.to_builtins(game)
    if not plain["options"]:
        del plain["options"]
    return plain


def _options(record: Record) -> JsonOptions:
    rules = record.rules
    usual = HAND_SIZES[rules.players]
    said = {
        "variant": rules.variant,
        "emptyClues": rules.empty_clues,
        "oneExtraCard": rules.hand_size == usual + 1,
        "oneLessCard": rules.hand_size == usual - 1,
    }
    if rules.variant in ("", "No Variant"):
        del said["variant"]
    return msgspec.convert({**record.options, **said}, JsonOptions)
