"""Whole games at tables, quickly: the rows that playing move by move would write, written at once,
and the same game played once only (tests/game/test_open_games.py compares the two)."""

from functools import lru_cache

from django.db import transaction
from django.utils import timezone

from agents import registry
from agents.contract import Decision, decision_of
from game.models import Move as MoveRow
from game.models import Player, Table
from game.tables import changes
from game.tables.changes.writing import finish
from game.tables.state import deal, load, parse_deck
from native import Game, Rules

STAND_IN = "rules:iggi"


def finished(*agents: str, **settings: object) -> Table:
    """A table of these agents alone, with `settings` of Table, after its game."""
    table = changes.create([changes.SeatPlan(address=agent) for agent in agents], None, **settings)
    return play_out(table.slug)


def play_out(slug: str, stand_in: str = STAND_IN, *, leave: int = 0) -> Table:
    """Play a new table's whole game, or all but the last `leave` moves; an agent, `stand_in`,
    plays for people. The table as the database has it then."""
    state = load(slug)
    # A table of our own: the state's is remembered, and must not change.
    table = Table.objects.get(slug=slug)
    addresses = tuple(seat.address for seat in state.seats)
    game = deal(table)
    turns = _decided(game.rules, table.deck, addresses, table.seed, stand_in)
    now = timezone.now()
    rows = []
    for turn, (seat, decision) in enumerate(turns[: len(turns) - leave], start=1):
        game.play(decision.move)
        rows.append(
            MoveRow(
                table=table,
                turn=turn,
                seat=seat,
                text=decision.move.text(game.rules),
                version=table.version + turn,
                at=now,
                thinking_ms=0,
                why=decision.why if addresses[seat] else "",
                detail=decision.detail if addresses[seat] else "",
                data=dict(decision.data) if addresses[seat] else {},
            )
        )
    with transaction.atomic():
        MoveRow.objects.bulk_create(rows)
        table.version += len(rows)
        ending = finish(table, game, now) if game.outcome() is not None else ()
        table.save(update_fields=["version", *ending])
    return Table.objects.get(pk=table.pk)


def play_and_give_up(table: Table, player: Player) -> Table:
    """Play eleven moves or more, let this person end the game, and return the table."""
    play_out(table.slug, leave=5)
    changes.give_up(table.slug, player, load(table.slug).table.version)
    table.refresh_from_db()
    return table


@lru_cache(maxsize=64)
def _decided(
    rules: Rules, deck: str, addresses: tuple[str, ...], seed: str, stand_in: str
) -> list[tuple[int, Decision]]:
    """Who decides what, turn by turn, until the game is over."""
    game = Game(rules, deck=parse_deck(rules, deck))
    turns = []
    while (seat := game.to_move) is not None:
        agent = registry.find(addresses[seat] or stand_in).agent(seed=f"{seed}/{seat}")
        decision = decision_of(agent, game)
        turns.append((seat, decision))
        game.play(decision.move)
    return turns
