"""Who sits at a seat, as rows: people, agents, or nobody yet."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from django.db import transaction
from django.utils import timezone

from agents import registry
from agents.contract import AgentError
from game.models import VISITING, Player, Seating, Table
from game.tables.changes.writing import advance
from game.tables.refusals import Refusal, Refused
from game.tables.state import load, rules_of

OF_EACH = 22
"""Letters of a visitor's name, and of its owner's, on the screen."""


@dataclass(frozen=True)
class Visitor:
    """An agent that runs elsewhere, and to whom its token was given."""

    name: str
    owner: str
    version: str

    @property
    def address(self) -> str:
        return f"{VISITING}{self.owner}/{self.name}"

    @property
    def title(self) -> str:
        """What it is called at the table: nobody takes it for a person."""
        return f"{self.name[:OF_EACH]} (bot of {self.owner[:OF_EACH]})"


@dataclass(frozen=True)
class SeatPlan:
    """Who shall sit at a seat: a person, an agent's address, a visitor, or (none) whoever comes."""

    player: Player | None = None
    address: str = ""
    visitor: Visitor | None = None
    alias: str = ""
    """What an agent is called while nobody may know which one it is."""


def assign(
    table: Table, index: int, plan: SeatPlan, from_turn: int, *, with_people: bool = True
) -> Seating:
    """Write who sits at a seat from a turn on. Raises Refused(NO_SUCH_AGENT)."""
    fields: dict[str, object] = {
        "kind": Seating.Kind.EMPTY,
        "name": "",
        "player": None,
        "address": "",
        "agent_version": "",
        "blind": False,
        "sits_for": "",
        "since": timezone.now(),
        "last_seen": None,
        "left": None,
    }
    if plan.player is not None:
        fields |= {"kind": Seating.Kind.PERSON, "name": plan.player.name, "player": plan.player}
    elif plan.visitor is not None:
        fields |= {
            "kind": Seating.Kind.AGENT,
            "name": plan.visitor.title,
            "address": plan.visitor.address,
            "agent_version": plan.visitor.version,
        }
    elif plan.address:
        entry = agent_for(table, plan.address, with_people=with_people)
        fields |= {
            "kind": Seating.Kind.AGENT,
            "name": plan.alias or entry.title,
            "address": entry.address,
            "agent_version": entry.version,
            "blind": bool(plan.alias),
        }
    fields["name"] = _unlike_the_others(table, index, str(fields["name"]))
    seat, _ = Seating.objects.update_or_create(
        table=table, index=index, from_turn=from_turn, defaults=fields
    )
    return seat


def agent_for(table: Table, address: str, *, with_people: bool) -> registry.Entry:
    """An agent that may sit at this table. Raises Refused(NO_SUCH_AGENT)."""
    try:
        entry = registry.find(address)
        entry.refuse_unless_seatable(rules_of(table), with_people=with_people)
    except AgentError as error:
        raise Refused(Refusal.NO_SUCH_AGENT, str(error)) from error
    return entry


def reveal(slug: str) -> int:
    """Tell which agents sat at a table that was played blind."""
    with transaction.atomic():
        table = load(slug, lock=True).table
        for seat in table.seatings.filter(blind=True):
            seat.name, seat.blind = registry.find(seat.address).title, False
            seat.save(update_fields=["name", "blind"])
        return advance(table)


def _unlike_the_others(table: Table, index: int, name: str) -> str:
    """The name itself, or "Piers (2)" when another seat has it: the log must tell them apart."""
    others = table.seatings.exclude(index=index)
    taken = set(others.values_list("name", flat=True)) if name else set()
    names = (name if number == 1 else f"{name} ({number})" for number in count(1))
    return next(candidate for candidate in names if candidate not in taken)
