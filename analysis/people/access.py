"""Who may see a person's page: the person, people with its link, and everybody if published."""

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
    """The published people and oneself; people who share by link are not listed."""
    mine = Q(player=player) if player is not None else Q(pk=None)
    return Person.objects.filter(Q(public=True) | mine)


def share(person: Person, shared: bool) -> None:
    """Give the page a new link that opens it, or make it private again."""
    person.link = new_link() if shared else None
    person.save(update_fields=["link"])
