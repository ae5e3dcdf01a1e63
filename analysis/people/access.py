"""Who may see a person's page: the person, whoever has the link, and everybody if published."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from analysis.models import Person, new_link
from game.models import Player


def may_see(person: Person, player: Player | None, link: str) -> bool:
    """Whether this player, or somebody with this link, may see the page."""
    own = player is not None and person.player_id == player.pk
    shared = person.link is not None and person.link == link
    return own or shared or person.public


def listed_for(player: Player | None) -> QuerySet[Person]:
    """The published people and oneself; those who share by link are found by link alone."""
    mine = Q(player=player) if player is not None else Q(pk=None)
    return Person.objects.filter(Q(public=True) | mine)


def share(person: Person, shared: bool) -> None:
    """Make the page visible to whoever has its new link, or private again."""
    person.link = new_link() if shared else None
    person.save(update_fields=["link"])
