"""A table that finishes becomes a trace at once.

A signal, since game/ must not import analysis/.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver

from analysis.traces.tables import store_table
from game.models import Table


@receiver(post_save, sender=Table)
def store_finished_table(instance: Table, **_: object) -> None:
    """After the last move is committed; a failure here is logged and does not reach the player."""
    if instance.status == Table.Status.FINISHED and not hasattr(instance, "trace"):
        slug = instance.slug

        def store() -> None:
            store_table(slug)

        # A function of its own: what logs the failure asks for a name, which `partial` lacks.
        transaction.on_commit(store, robust=True)
