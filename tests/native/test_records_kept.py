"""What readers and writers of recorded games tell callers, refusals in their words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from native import Game, Rules
from native.engine.notation import write_game
from native.play import rows
from native.play.blueprint import Blueprint
from native.records import (
    READINGS,
    Action,
    ActionKind,
    Record,
    Refused,
    ah2ac2,
    files,
    hanab_live_json,
    hanab_live_writer,
    hanabidata,
    record_of,
    replay,
    split,
)
from native.records.load import load, load_bytes
from native.records.readings import READINGS_HELP
from tests.kept import as_text, digest, said, same_as_kept
from tests.native.hanabidata_logs import write_log
from tests.native.small_games import PIERS, TOY, played


def told_of(found: Iterator[Record | Refused], reading: str | None = None) -> list[str]:
    """Each game's facts, and what its replay says."""
    said_of = []
    for one in found:
        if isinstance(one, Refused):
            said_of.append(f"{one.source}: {one.reason}")
            continue
        facts = replay(one, READINGS[reading] if reading else None).facts()
        more = [one.format, one.players, one.score, dict(one.options), one.id, one.notes]
        said_of.append(f"{facts} {more} {digest((one.deck, one.actions, one.rules))}")
    return said_of


def test_records_are_read_and_written() -> None:
    own = Path(__file__).parent / "games"
    game = played(200, Rules.standard(2))
    given_up = played(9)
    given_up.terminate()
    tricky = {
        "options": {"startingPlayer": 1, "deckPlays": True, "emptyClues": True},
        "score": 3,
    }
    export: dict[str, Any] = hanab_live_writer.write(record_of(game, ["A", "B"]))
    texts: dict[str, bytes] = {
        "export": msgspec.json.encode(export),
        "given up": msgspec.json.encode(hanab_live_writer.write(record_of(given_up))),
        "options": msgspec.json.encode(export | tricky),
        "variant": msgspec.json.encode(export | {"variant": "Rainbow (5 Suits)"}),
        "two variants": msgspec.json.encode(
            export | {"variant": "6 Suits", "options": {"variant": "Rainbow (5 Suits)"}}
        ),
        "no players": msgspec.json.encode(export | {"players": None}),
        "count": msgspec.json.encode(export | {"players": None, "playerCount": 2}),
        "one player": msgspec.json.encode(export | {"players": ["A"]}),
        "first": msgspec.json.encode(export | {"options": {"startingPlayer": 2}}),
        "cycle": msgspec.json.encode(export | {"options": {"cardCycle": True}}),
        "cards": msgspec.json.encode(export | {"options": {"oneExtraCard": True}}),
        "fewer": msgspec.json.encode(export | {"options": {"oneLessCard": True}}),
        "more": msgspec.json.encode(export | {"options": {"surprise": True}}),
        "vote": msgspec.json.encode(
            export | {"actions": [*export["actions"][:3], {"type": 5, "target": 1}]}
        ),
        "self": msgspec.json.encode(export | {"actions": [{"type": 2, "target": 0, "value": 0}]}),
        "held": msgspec.json.encode(export | {"actions": [{"type": 0, "target": 40}]}),
        "from the deck": msgspec.json.encode(
            export | {"options": {"deckPlays": True}, "actions": [{"type": 0, "target": 10}]}
        ),
        "trailing": msgspec.json.encode(export | {"actions": export["actions"] * 2}),
        "trace": msgspec.json.encode(export | {"lab": {"zero": game.score_zero}}),
        "bad trace": msgspec.json.encode(export | {"lab": {"zero": -1}}),
        "list": b"[" + msgspec.json.encode(export) + b", {}]",
        "lines": msgspec.json.encode(export) + b"\n# no\n\n{}\n",
        "notation": write_game(game).encode(),
        "not ascii": "2 players | é".encode(),
        "bad notation": b"2 players | r1",
        "nothing": b"",
        "words": b"what is this",
        "cut": b"{",
        "no json": b"{\xff}",
        "no list": b"[1, ",
        "deep": b"[" * 100_000,
        "bytes": b"........{" + b"\0" * 20,
        "log": write_log(played(200, hanabidata.RULES), 6).encode(),
    }
    log = write_log(Game(hanabidata.RULES, deck=hanabidata.deck_of_seed(6)), 6)
    texts |= {
        "new log": log.encode(),
        "log without score": log.replace("Score", "Points").encode(),
        "log of another seed": log.replace(", 6)", ", 7)").encode(),
        "log with a bad line": log.replace("Score", "MOVE: 0 9\nScore").encode(),
        "log out of turn": log.replace("Score", "MOVE: 1 1 None 0 None 1\nScore").encode(),
        "log of no card": log.replace("Score", "MOVE: 0 2 7 None None None\nScore").encode(),
        "log of an own clue": log.replace("Score", "MOVE: 0 1 None 0 None 1\nScore").encode(),
        "log in another script": log.replace("outer", "öuter").encode(),
        "log without cards": log.replace("[(", "(").encode(),
    }
    told: dict[str, Any] = {name: told_of(load_bytes(text, name)) for name, text in texts.items()}
    told["other readings"] = {
        name: told_of(load_bytes(texts["export"], name), name) for name in READINGS
    }
    told["files"] = [line.replace(str(own), "") for line in told_of(load(str(own)))]
    told["readings"] = READINGS_HELP
    told["export keys"] = sorted(export)
    told["bounds"] = [split.MAX_GAME, split.MAX_LIST, files.MAX_UNPACKED, ah2ac2.MAX_BYTES]
    told["suffixes"] = [files.GAME_SUFFIXES, files.ARCHIVE_SUFFIXES, files.PACKED_SUFFIXES]
    assert same_as_kept("native/records", as_text(told))


def test_what_an_export_says() -> None:
    told: dict[str, Any] = {}
    for name, options in {
        "usual": {},
        "variant": {"variant": "Rainbow (5 Suits)"},
        "one more": {"hand_size": 6},
        "one less": {"hand_size": 4},
        "empty": {"empty_clues": True},
        "two more": {"hand_size": 7},
        "at most": {"discard_at_max": True},
        "strikes": {"strikes": 2},
        "nothing left": {"stop_when_nothing_left": True},
    }.items():
        given: dict[str, Any] = {"variant": "No Variant"} | options
        game = Game(Rules.standard(2, given.pop("variant"), **given), seed=1)
        try:
            written = hanab_live_writer.write(record_of(game))
            told[name] = {key: value for key, value in written.items() if key != "deck"}
        except ValueError as refusal:
            told[name] = str(refusal)
    every = {
        "timed": True, "timeBase": 60, "timePerTurn": 20, "speedrun": True, "cardCycle": True,
        "deckPlays": True, "emptyClues": True, "oneExtraCard": True, "oneLessCard": True,
        "allOrNothing": True, "detrimentalCharacters": True, "startingPlayer": 1,
    }  # fmt: skip
    for said_of in (every, {}, {name: one for name, one in every.items() if one is not True}):
        read = msgspec.convert(said_of, hanab_live_json.JsonOptions)
        assert msgspec.to_builtins(read) == said_of
    both = hanab_live_json.JsonOptions(one_extra_card=True, one_less_card=True)
    told["both"] = hanab_live_json.rules_of(2, both).hand_size
    told["no variant"] = said(
        lambda: hanab_live_json.rules_of(2, hanab_live_json.JsonOptions(variant="Duck"))
    )
    told["kinds"] = {kind.name: int(kind) for kind in ActionKind}
    wrong = record_of(Game(TOY, seed=1))
    told["shape"] = said(lambda: replay(replace(wrong, deck=wrong.deck[:3])).reason)
    told["nobody"] = replay(replace(wrong, actions=(Action(ActionKind.RANK, 7, 1),))).reason
    told["points"] = replay(replace(wrong, score=9)).reason
    assert same_as_kept("native/exports", as_text(told))


def test_games_as_arrays() -> None:
    pytest.importorskip("safetensors")
    whole = [
        rows.game_of(Rules.standard(2), row)
        for row in rows.rows(Rules.standard(2), [Blueprint.of(PIERS)] * 2, 3, 1, threads=1)
    ]
    data = ah2ac2.write(whole, [7, 8, 9])
    told: dict[str, Any] = {
        "read": told_of(iter(list(load_bytes(data, "2_player_games_train.safetensors")))),
        "part": [
            next(iter(load_bytes(data, name))).format  # type: ignore[union-attr]
            for name in ("a_val.safetensors", "folder_val/a_train.x", "plain")
        ],
        "refused": [
            said(lambda: ah2ac2.write([])),
            said(lambda: ah2ac2.write([whole[0], played(200)])),
            said(lambda: ah2ac2.write([played(3)])),
            ah2ac2.refusal(Game(Rules.standard(6), seed=1)),
            ah2ac2.refusal(played(200, Rules.standard(2, "6 Suits"))),
            ah2ac2.refusal(played(200, Rules.standard(2, hand_size=4))),
            ah2ac2.refusal(played(200, Rules.standard(2, clue_tokens=1))),
            ah2ac2.refusal(whole[0]),
        ],
    }
    from safetensors.numpy import load as read
    from safetensors.numpy import save

    arrays = read(data)
    told["arrays"] = {
        name: [str(one.dtype), one.shape, digest(one.tolist())]
        for name, one in sorted(arrays.items())
    }
    acted = arrays["actions"]
    beside, nobody, none = acted.copy(), acted.copy(), acted.copy()
    beside[0, 0, 1], nobody[0, 0, 0], none[0, 0, 0] = 0, acted.max(), 99
    odd = acted.copy()
    odd[0, 0] = 0, 99
    for name, change in {
        "beside": {"actions": beside},
        "nobody": {"actions": nobody},
        "no action": {"actions": none},
        "no action beside the first": {"actions": odd},
        "cards": {"decks": arrays["decks"] * 3},
        "many": {"num_actions": arrays["num_actions"] * 9},
        "shape": {"scores": arrays["scores"][:2]},
        "players": {"num_players": np.array(6, np.int32)},
        "floats": {"scores": arrays["scores"].astype(np.float32)},
        "scores": {"scores": arrays["scores"] + 1},
        "cut short": {"num_actions": arrays["num_actions"] - 2},
    }.items():
        told[name] = told_of(load_bytes(save(dict(arrays) | change), name))
    told["missing"] = told_of(load_bytes(save({"scores": arrays["scores"]}), "x"))
    told["damaged"] = [line[:60] for line in told_of(load_bytes(data[:500], "x"))]
    assert same_as_kept("native/arrays", as_text(told))
