"""Access to a person's page, links that share it, and deletion of a person.

A page can be seen by the person, by holders of its link, and by everybody if it is published.
Deleting removes the person's name everywhere, and their games unless they agree to keep them.
"""

from contextlib import suppress

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Q, QuerySet

from analysis.models import Person, Study, Trace, new_link
from analysis.protocols.seasons import withdraw_keys
from analysis.studies.consent import withdraw
from analysis.studies.steps import set_open
from game.live import broadcast
from game.models import CoachReport, Note, Player, Seating, Table
from game.tables import changes
from game.tables.pseudonyms import pseudonym, without_names
from game.tables.refusals import Refused
from game.tables.state import memory


def may_see(person: Person, player: Player | None, link: str) -> bool:
    """Return whether a visitor may see a person's page: the person, anybody if the page is
    published, or a visitor with the page's secret link. `player` is None for a visitor without a
    player, and `link` is the link given, "" if none.
    """
    own = player is not None and person.player_id == player.pk
    shared = person.link is not None and person.link == link
    return own or shared or person.public


def listed_for(player: Player | None) -> QuerySet[Person]:
    """Return the people that a list may show to this player: all published people and the player's
    own person. With None, a visitor without a player, these are the published people only. People
    whose page is only shared by link are not listed.
    """
    mine = Q(player=player) if player is not None else Q(pk=None)
    return Person.objects.filter(Q(public=True) | mine)


def share(person: Person, shared: bool) -> None:
    """Give a person's page a new secret link if `shared` (any old link stops working); otherwise
    remove the link.
    """
    person.link = new_link() if shared else None
    person.save(update_fields=["link"])


def forget(person: Person, *, keep_games: bool) -> None:
    """Delete a person with their player and account, and close their sockets. The games they are
    playing end or, if other people are present, are proposed to end.

    With `keep_games` their games stay, without their name; otherwise every game in which they sat
    is deleted with its replay. They withdraw from all experiments, their own experiments are
    closed, and the keys of their agents in sealed seasons are revoked. Raises ValueError for a
    person of a published collection.
    """
    player = person.player
    if player is None:
        raise ValueError("People of a published collection cannot be deleted.")
    for participation in person.participations.select_related("study"):
        withdraw(participation, keep_games=keep_games)
    for study in Study.objects.filter(owner=player, open=True):
        set_open(study, False)
    if player.user_id is not None:
        withdraw_keys(player.user_id)
    _leave_tables(player)
    broadcast.disconnect_person(player.pk)
    with transaction.atomic():
        seated = Table.objects.filter(seatings__player=player)
        if keep_games:
            _take_the_name_off(player)
        else:
            CoachReport.objects.filter(game__in=[*seated.values_list("slug", flat=True)]).delete()
            Trace.objects.filter(seats__person=person).delete()
            Table.objects.filter(pk__in=seated.values("pk")).delete()
        owner = player.user or player
        for one in (player, owner):
            # Operators' changes are logged with the name.
            logged = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(one))
            logged.filter(object_id=one.pk).update(object_repr="deleted")
        owner.delete()


def _leave_tables(player: Player) -> None:
    """Leave the tables that wait for their game, and end the running games."""
    going = Table.objects.filter(seatings__player=player).exclude(status=Table.Status.FINISHED)
    for table in going.distinct():
        # Otherwise the table has changed meanwhile: leave it to the other players.
        with suppress(Refused):
            if table.status == Table.Status.OPEN:
                changes.stand_up(table.slug, player)
            else:
                changes.give_up(table.slug, player, table.version)


def _take_the_name_off(player: Player) -> None:
    """Replace the player's name in the seats and notes of their tables by a pseudonym, including
    earlier names, and forget agents' trust in them and their convention cards.
    """
    Table.objects.filter(seatings__player=player).update(trust=None)
    for seat in Seating.objects.filter(player=player).select_related("table"):
        called = pseudonym(seat.index)
        # An agent that sits in for them has a name of its own.
        field = "sits_for" if seat.kind == Seating.Kind.AGENT else "name"
        name = getattr(seat, field)
        for note in Note.objects.filter(table_id=seat.table_id, text__contains=name):
            note.text = without_names(note.text, {name: called})
            note.save(update_fields=["text"])
        setattr(seat, field, called)
        seat.player, seat.card = None, ""
        seat.save(update_fields=[field, "player", "card"])
        memory.forget(seat.table.slug)
