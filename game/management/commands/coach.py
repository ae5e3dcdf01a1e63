"""Judge the moves of recorded games: `manage.py coach FILE…`."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from agents.kinds.search import SCORINGS
from game.board.conventions import judges_beside
from game.board.judging import measured
from game.replays.coach import Judged, Verdict, judge
from game.replays.trace_schema import SeatFact
from native import Game
from native.records import BadRecord, Record, RefusedGame, load, replay
from native.search.search import Scoring


class _Lab(msgspec.Struct):
    """The keys of a trace's `lab` that the coach needs."""

    scoring: str = "zero"
    seats: list[SeatFact] = []


class Command(BaseCommand):
    """Prints the mistakes in recorded games and the points that they cost, judged by what each
    player could know; with `--json`, every move. Reads hanab.live games, this site's traces and
    the other formats of `manage.py replay`.
    """

    help = (
        "Judge each move of recorded games by what its player could know: the points that it lost "
        "against the best move, and whose mistake that was, as the agents play that a trace names, "
        "else by conventions. Reads hanab.live games, our traces and "
        "every other format of `replay`. A game takes some 10 seconds of processor time at most. "
        "Strikes count as the game was scored: by default three of them lose all points."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="or a folder")
        parser.add_argument("--json", action="store_true", help="print one JSON object per game")

    def handle(self, *, files: list[str], **options: Any) -> None:
        for file in files:
            if not Path(file).exists():
                raise CommandError(f"There is no file {file!r}.", returncode=2)
        refused = games = 0
        for file in files:
            for record in load(file):
                games += 1
                try:
                    game, scoring, agents = _game(record)
                    verdict = judge(game, scoring, by=judges_beside(agents, game.rules))
                except (BadRecord, ValueError) as error:
                    refused += 1
                    self.stderr.write(f"{record.source}: {error}")
                    continue
                facts = _facts(record.source, game, verdict)
                self.stdout.write(json.dumps(facts) if options["json"] else _lines(facts))
        if not games:
            raise CommandError(f"There is no game in {', '.join(files)}.", returncode=1)
        if refused:
            raise CommandError(f"Could not judge {refused} of {games} games.", returncode=1)


def _game(record: Record | RefusedGame) -> tuple[Game, Scoring, list[str]]:
    """Return the game of a record, the scoring by which it was played, and by seat the address of
    the last agent there, empty for a person; only our traces name agents. Raise BadRecord if the
    record cannot be replayed.
    """
    if isinstance(record, RefusedGame):
        raise BadRecord(record.reason)
    replayed = replay(record)
    if replayed.game is None or not replayed.ok:
        raise BadRecord(replayed.reason)
    if not replayed.turns:
        raise BadRecord("the game has no moves")
    try:
        lab = msgspec.convert(record.lab or {}, _Lab)
    except msgspec.ValidationError as error:
        raise BadRecord(f"`lab`: {error}") from None
    agents = [""] * replayed.game.rules.players
    for one in sorted(lab.seats, key=lambda one: one.from_turn):
        if one.seat < len(agents):
            agents[one.seat] = one.agent or ""
    return replayed.game, SCORINGS.get(lab.scoring, Scoring.ZERO), agents


def _facts(source: str, game: Game, verdict: Verdict) -> dict[str, Any]:
    """Return the coach's verdict on a game as a dictionary, as printed with `--json`."""
    return {
        "source": source,
        "players": game.rules.players,
        "judged_by": verdict.by,
        "moves": [_move(one, verdict) for one in verdict.moves],
    }


def _move(one: Judged, verdict: Verdict) -> dict[str, Any]:
    whose = None if one.whose is None else verdict.moves[one.whose - 1]
    return {
        "turn": one.turn,
        "seat": one.seat,
        "move": one.move,
        "loss": one.loss,
        "error": one.error,
        "best": one.best,
        "mistake": one.sure,
        "whose": whose and {"turn": whose.turn, "seat": whose.seat},
        "lost_with_all_cards_open": verdict.lost.get(one.turn, 0),
    }


def _lines(facts: dict[str, Any]) -> str:
    """Return the text printed for a game: a heading, and a line for each mistake or loss of
    points. `facts` is the result of `_facts`.
    """
    lines = [f"{facts['source']}: {len(facts['moves'])} moves, judged by {facts['judged_by']}"]
    for one in facts["moves"]:
        lost, whose = one["lost_with_all_cards_open"], one["whose"]
        if not one["mistake"] and not lost:
            continue
        line = f"  turn {one['turn']}, seat {one['seat'] + 1}: {one['move']}"
        if one["mistake"]:
            line += f" cost {measured(one['loss'], one['error'])}, better {one['best']}"
        if lost:
            line += f"; with all cards open {lost} lost"
            earlier = whose and whose["turn"] < one["turn"]
            line += f", by seat {whose['seat'] + 1} at turn {whose['turn']}" if earlier else ""
            line += "" if whose else ", which nobody could know"
        lines.append(line)
    return "\n".join(lines)
