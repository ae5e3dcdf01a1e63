"""The part of an experiment that is frozen when the first person takes part: its design, analysis
plan and stopping rule.
"""

import json
from hashlib import sha256

from analysis.models import Study

FIXED = (
    *("title", "consent", "statements", "controller", "contact", "approval", "pool", "seed"),
    *("order", "imbalance", "named", "games", "practice", "common_deals", "usual_questions"),
    *("questions", "help", "conventions", "groups", "plan", "preregistration", "people"),
    *("wrong_allowed", "minutes"),
)
"""The settings (fields of `Study`) that are fixed once the first person takes part; the digest
covers them."""


def digest(study: Study) -> str:
    """Return the SHA-256 of the experiment's fixed settings (`FIXED`, and licence and team if
    used), as 64 hexadecimal digits.
    """
    settings = {name: getattr(study, name) for name in FIXED}
    # What experiments had not when the first digests were stored is left out where it is not used.
    if study.licence:
        settings["licence"] = study.licence
    if study.team > 1:
        settings |= {"team": study.team, "patience": study.patience}
    return sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()


def is_unchanged(study: Study) -> bool:
    """Return whether an experiment's fixed settings are still those under which the first
    participant began; True if nobody has begun.
    """
    return study.frozen in ("", digest(study))


def is_full(study: Study) -> bool:
    """Return whether an experiment's stopping rule admits no further participant. People who
    withdrew do not count.
    """
    begun = study.participations.filter(withdrawn__isnull=True).count()
    return study.people is not None and begun >= study.people
