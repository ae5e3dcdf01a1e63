"""Something to see on every page of a served site, by `manage.py shell -c`.

Alice's finished game `over`, one she plays (`playing`), agents that pause (`alone`), a table that
waits (`open`), a study and a season `s`. She is on the staff; `alice` logs in with `PASSWORD`.
"""

from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from analysis.models import Person, Study
from analysis.protocols import seasons
from analysis.protocols.season_record import Terms
from analysis.traces import tables as table_traces
from game.models import Player
from game.tables import changes
from tests.game import played

PASSWORD = "only for tests"


def furnish() -> None:
    """Make it all, once, in an empty database."""
    user = User.objects.create_superuser("alice", password=PASSWORD)
    alice = Player.objects.create(name="Alice", user=user)
    bob = Player.objects.create(name="Bob")
    agents = [changes.SeatPlan(address="rules:piers"), changes.SeatPlan(address="rules:iggi")]
    hers = [changes.SeatPlan(player=alice), agents[0]]
    people = [changes.SeatPlan(player=one) for one in (alice, bob)]
    changes.create(hers, alice, slug="over")
    played.play_out("over")
    changes.create(people, alice, slug="playing")
    played.play_out("playing", leave=20)
    changes.create(agents, None, slug="alone", paused=True)
    changes.create([changes.SeatPlan(player=alice), changes.SeatPlan()], alice, slug="open")
    Study.objects.create(
        slug="s", title="Whom do you like?", consent="?", pool=["rules:piers"], seed="1"
    )
    now = timezone.now()
    seasons.open_season(
        Terms("s", now, now + timedelta(days=9), members=2, individuals=500, socket_deals=2)
    )
    table_traces.collect()
    Person.objects.get_or_create(player=alice, defaults={"key": "p", "name": "Alice"})
