"""What commands that work for long have in common: how they end before their time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError

from agents.archives.errors import BadArchive, BadParameters, BadRun, in_words
from agents.runs import stopping

NOTHING_KEPT = "Stopped; nothing is kept."


@contextmanager
def ending_in_words(stopped: str = NOTHING_KEPT) -> Iterator[None]:
    """Within, a signal ends the command with status 130 and this sentence; what a run refuses, a
    full disk among it, ends it with status 2 and the refusal."""
    try:
        with stopping.on_signal():
            yield
    except (BadArchive, BadRun, BadParameters) as error:
        raise CommandError(str(error), returncode=2) from None
    except OSError as error:
        raise CommandError(in_words(error), returncode=2) from None
    except (KeyboardInterrupt, stopping.Stopped):
        raise CommandError(stopped, returncode=stopping.EXIT_STATUS) from None
