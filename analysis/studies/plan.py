"""The part of an experiment that is frozen when the first person takes part: its design, analysis
plan and stopping rule.
"""

import json
from hashlib import sha256
from typing import Any

from django.utils import timezone

from analysis.models import Study

FIRST = (
    *("title", "consent", "statements", "controller", "contact", "approval", "pool", "seed"),
    *("order", "imbalance", "named", "games", "practice", "common_deals", "usual_questions"),
    *("questions", "help", "conventions", "groups", "plan", "preregistration", "people"),
    *("wrong_allowed", "minutes"),
)
"""The settings (fields of `Study`) that version 1 of the digest covers."""
FIXED = (*FIRST, "slug", "licence", "keep_until", "team", "patience")
"""The settings that are fixed once the first person takes part: all that decides what people read
and agree to, what they play, and when the experiment ends. The codes that people are paid by are
left out: they are secret, and recruiting services change them."""


def digest(study: Study) -> str:
    """Return the SHA-256 of the experiment's fixed settings (`FIXED`), as 64 hexadecimal digits."""
    settings = {name: getattr(study, name) for name in FIXED}
    if study.needs_id:
        settings["needs_id"] = True
    return _hashed(settings | {"version": 2})


def _first_digest(study: Study) -> str:
    """Return the digest in its version 1, under which earlier experiments began."""
    settings = {name: getattr(study, name) for name in FIRST}
    if study.licence:
        settings["licence"] = study.licence
    if study.team > 1:
        settings |= {"team": study.team, "patience": study.patience}
    return _hashed(settings)


def _hashed(settings: dict[str, Any]) -> str:
    return sha256(json.dumps(settings, sort_keys=True, default=str).encode()).hexdigest()


def is_unchanged(study: Study) -> bool:
    """Return whether an experiment's fixed settings are still those under which the first
    participant began; True if nobody has begun.
    """
    return study.frozen in ("", digest(study), _first_digest(study))


def is_over(study: Study) -> bool:
    """Return whether no further game of an experiment can begin: it is closed, or the last day on
    which its data may be stored is past.
    """
    return not study.open or is_past(study)


def is_past(study: Study) -> bool:
    """Return whether the last day on which an experiment's data may be stored is past."""
    return study.keep_until is not None and study.keep_until < timezone.now().date()


def is_full(study: Study) -> bool:
    """Return whether an experiment's stopping rule admits no further participant. People who
    withdrew do not count.
    """
    begun = study.participations.filter(withdrawn__isnull=True).count()
    return study.people is not None and begun >= study.people
