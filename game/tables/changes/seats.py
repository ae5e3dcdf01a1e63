"""Assigning seats to people, agents, or nobody yet."""

from dataclasses import dataclass
from itertools import count

from django.utils import timezone

from agents import registry
from agents.contract import AgentError
from agents.persona import first_name
from game.models import VISITING, Player, Seating, Table
from game.tables.changes.writing import advance
from game.tables.refusals import Refusal, Refused
from game.tables.state import locked, rules_of

OF_EACH = 22
"""The most characters shown of a visiting agent's name, and of its owner's name."""


@dataclass(frozen=True)
class Visitor:
    """An agent that runs outside this site, with its version and the owner of its access token."""

    name: str
    owner: str
    version: str

    @property
    def address(self) -> str:
        """The agent address, made of name and owner, that is stored for a visitor's seat."""
        return f"{VISITING}{self.owner}/{self.name}"

    @property
    def title(self) -> str:
        """The name shown at the table, which identifies it as a bot."""
        return f"{self.name[:OF_EACH]} (bot of {self.owner[:OF_EACH]})"


@dataclass(frozen=True)
class SeatPlan:
    """The intended occupant of a seat: a person, an agent of this site by its address, a visitor
    (an agent that runs elsewhere) or, if none of them is given, nobody yet.
    """

    player: Player | None = None
    address: str = ""
    visitor: Visitor | None = None
    alias: str = ""
    """The name to show in place of the occupant's own."""
    blind: bool = False
    """Whether nobody at the table may know at first who sits there, or whether it is an agent."""


def assign(
    table: Table, index: int, plan: SeatPlan, from_turn: int, *, with_people: bool = True
) -> Seating:
    """Write the database row for a seat's occupant after the first `from_turn` moves, and return
    it.

    `with_people` says whether people play at the table: an agent that sees all hands is then
    refused. Raise Refused(NO_SUCH_AGENT) if the planned agent may not sit there.
    """
    kind, name, address, version = Seating.Kind.EMPTY, "", "", ""
    if plan.player is not None:
        kind, name = Seating.Kind.PERSON, plan.alias or plan.player.name
    elif plan.visitor is not None:
        kind, name = Seating.Kind.AGENT, plan.visitor.title
        address, version = plan.visitor.address, plan.visitor.version
    elif plan.address:
        entry = agent_for(table, plan.address, with_people=with_people)
        kind, name = Seating.Kind.AGENT, plan.alias or entry.called
        address, version = entry.address, entry.version
    # A name drawn from its address would give a blind agent away.
    name = _unlike_the_others(table, index, name, "" if plan.alias else plan.address)
    fields = {
        "kind": kind,
        "name": name,
        "player": plan.player,
        "card": plan.player.card if plan.player else "",
        "address": address,
        "agent_version": version,
        "blind": plan.blind,
        "sits_for": "",
        "since": timezone.now(),
        "last_seen": None,
        "left": None,
    }
    seat, _ = Seating.objects.update_or_create(
        table=table, index=index, from_turn=from_turn, defaults=fields
    )
    return seat


def agent_for(
    table: Table, address: str, *, with_people: bool, seated: bool = False
) -> registry.Entry:
    """Return the registry entry of the agent at `address`, after checking that it may sit at the
    table.

    `with_people` says whether people play there: an agent that sees all hands is then refused. The
    limit on decision times does not apply to an agent that is already `seated` or that an
    experiment assigned. Raise Refused(NO_SUCH_AGENT) if the agent is unknown or may not sit there.
    """
    try:
        entry = registry.find(address)
        if seated or table.drawn:
            entry.refuse_unless_seatable(rules_of(table), with_people=with_people)
        else:
            entry.refuse_unless_welcome(rules_of(table), with_people=with_people)
    except AgentError as error:
        raise Refused(Refusal.NO_SUCH_AGENT, str(error)) from error
    return entry


def reveal(slug: str) -> int:
    """Reveal the hidden occupants of a table's seats: give the agents their own names, and show
    which seats people hold. Return the table's new version.
    """
    with locked(slug) as state:
        table = state.table
        for seat in table.seatings.filter(blind=True):
            if seat.address:
                called = registry.called(seat.address)
                seat.name = _unlike_the_others(table, seat.index, called, seat.address)
            seat.blind = False
            seat.save(update_fields=["name", "blind"])
        return advance(table)


def _unlike_the_others(table: Table, index: int, name: str, address: str) -> str:
    """Return a name for the seat `index` that nobody else at the table has: `name` if it is free.
    Otherwise an agent of the site gets a first name that no bot in the menu has, and anybody else
    a number, as in “Ana 2”.
    """
    others = table.seatings.exclude(index=index)
    taken = set(others.values_list("name", flat=True)) if name else set()
    if address and name in taken:
        return first_name(address, taken | {entry.called for entry in registry.everyone()})
    names = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(candidate for candidate in names if candidate not in taken)
