"""Access to a person's page: for the person, holders of its link, and everybody if published."""

from django.db.models import Q, QuerySet

from analysis.models import Person, new_link
from game.models import Player


def may_see(person: Person, player: Player | None, link: str) -> bool:
    """Return whether this player, or a visitor with this link, may see a person's page."""
    own = player is not None and person.player_id == player.pk
    shared = person.link is not None and person.link == link
    return own or shared or person.public


def listed_for(player: Player | None) -> QuerySet[Person]:
    """Return the published people and the player's own person; those shared by link are not
    listed."""
    mine = Q(player=player) if player is not None else Q(pk=None)
    return Person.objects.filter(Q(public=True) | mine)


def share(person: Person, shared: bool) -> None:
    """Give a person's page a new secret link, or revoke the link."""
    person.link = new_link() if shared else None
    person.save(update_fields=["link"])
