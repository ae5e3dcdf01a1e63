"""Consent to an experiment: the form as participants read it, its version, withdrawal, and
deletion by date.
"""

from collections.abc import Sequence
from datetime import date
from hashlib import blake2b
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Q
from django.template.defaultfilters import date as date_text
from django.utils import timezone
from django.utils.crypto import salted_hmac

from analysis.models import Participation, Study, Survey, Trace
from game.models import CoachReport, Table
from game.tables import changes
from game.tables.refusals import Refused

PUBLICATION = (
    "Optional: my games may be published for everybody's research, under {}: cards, moves and "
    "thinking times, with a number in place of my name. What is published before I withdraw cannot "
    "be called back."
)


class Consent(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that a person reads and may tick before they take part in an experiment, copied
    from its settings.
    """

    consent: str
    statements: tuple[str, ...] = ()
    """The statements that a person must tick, each with a box of its own."""
    controller: str = ""
    contact: str = ""
    approval: str = ""
    keep_until: date | None = None
    """The last day on which the data are stored; None if no day is set."""
    publication: str = ""
    """The text of an optional box, by which a person lets their games be published; empty if the
    experiment does not ask."""
    licence: str = ""
    """The licence under which a person's games are published if they tick the box `publication`;
    empty if the experiment does not ask."""

    @property
    def version(self) -> str:
        """A digest of the consent, eight hexadecimal digits, that changes whenever a word of it
        does.
        """
        return blake2b(msgspec.json.encode(self), digest_size=4).hexdigest()

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The facts that the form lists besides its text, as pairs (label, value): who stores the
        data and until when, whom to ask, and the ethics approval. Empty ones are left out.
        """
        told = [
            ("Data kept by", self.controller),
            ("Questions", self.contact),
            ("Ethics approval", self.approval),
            ("Data kept until", date_text(self.keep_until, "j F Y")),
        ]
        return [(label, value) for label, value in told if value]


def consent_of(study: Study) -> Consent:
    """Return the consent to an experiment that a new participant would give now."""
    return Consent(
        consent=study.consent,
        statements=tuple(study.statements),
        controller=study.controller,
        contact=study.contact,
        approval=study.approval,
        keep_until=study.keep_until,
        publication=PUBLICATION.format(study.licence) if study.licence else "",
        licence=study.licence,
    )


def agreed_to(participation: Participation) -> Consent:
    """Return the consent that a participant gave; for participants from before consents were
    stored, the study's present text.
    """
    if not participation.agreed:
        return Consent(participation.study.consent)
    return msgspec.convert(participation.agreed, Consent)


def as_data(consent: Consent) -> dict[str, Any]:
    """Return a consent as JSON data: its fields without the empty ones, and its `version`."""
    found: dict[str, Any] = msgspec.to_builtins(consent)
    return {**found, "version": consent.version}


def problem(consent: Consent, version: str, ticked: Sequence[str]) -> str:
    """Return, as a sentence for the person, why their consent is incomplete; empty if it is
    complete.

    `version` is the version of the form that the person read, empty if the page did not send one;
    `ticked` has the number of each statement that they ticked, from 0, as a string such as "0".
    """
    if version not in ("", consent.version):
        return "The text has changed since you opened this page. Please read it again."
    wanted = {str(number) for number in range(len(consent.statements))}
    return "" if wanted <= set(ticked) else "Tick every statement to take part."


def sealed(study: Study, reference: str) -> str:
    """Return the hash that replaces a participant's recruitment id (`reference`) after a
    withdrawal, so that nobody with this id can take part again. Its key is the site's secret:
    the owner, who may have a list of ids, cannot compute it. Upper and lower case are the same.
    """
    text = f"{study.seed}/{reference.casefold()}"
    return "withdrawn-" + salted_hmac("analysis.studies", text).hexdigest()


def has_withdrawn(study: Study, reference: str) -> bool:
    """Return whether the person with this recruitment id has withdrawn from the experiment."""
    # The key of earlier versions, which running experiments may still have, was the seed.
    earlier = blake2b(f"{study.seed}/{reference}".encode(), digest_size=8).hexdigest()
    either = [sealed(study, reference), f"withdrawn-{earlier}"]
    return study.participations.filter(reference__in=either).exists()


def withdraw(participation: Participation, *, keep_games: bool = False) -> None:
    """Delete a participant's games, answers and ids in their experiment, and record the time of the
    withdrawal. A keyed hash replaces the recruitment id (see `sealed`). With `keep_games` the games
    and answers stay.

    The participant's number stays, since the other participants' orders of agents depend on it.
    Running games are given up. Games of a team are deleted for all its members. Withdrawing again
    deletes what was kept, and changes nothing else; after `delete_old` nothing is left to withdraw.
    """
    if participation.expired:
        return
    _give_up(participation)
    with transaction.atomic():
        if not keep_games:
            _delete_games(participation)
        participation.recruited = {}
        if participation.reference and not participation.withdrawn:
            participation.reference = sealed(participation.study, participation.reference)
        participation.withdrawn = participation.withdrawn or timezone.now()
        participation.save()


def _delete_games(participation: Participation) -> None:
    """Delete a participant's games and all their answers; the caller saves the participation."""
    participation.before = participation.after = None
    tables = Table.objects.filter(assignment__participation=participation)
    slugs = list(tables.values_list("slug", flat=True))
    CoachReport.objects.filter(game__in=slugs).delete()
    traces = Trace.objects.filter(table__slug__in=slugs)
    Survey.objects.filter(trace__in=traces).delete()
    traces.delete()
    # A game that goes on from a replay begins with the replay's deal and moves.
    Table.objects.filter(Q(slug__in=slugs) | Q(branch_of__in=slugs)).delete()


def delete_old() -> int:
    """Delete the games, answers and ids of all participants of experiments whose last day of
    storage is past, and record when; return the number of these participants.

    How each part had ended stays, so that the experiment's numbers of people remain true.
    """
    due = Participation.objects.filter(expired=None, study__keep_until__lt=timezone.now().date())
    people = list(due.select_related("study"))
    for participation in people:
        _give_up(participation)
        with transaction.atomic():
            _delete_games(participation)
            participation.reference, participation.recruited = "", {}
            participation.expired = timezone.now()
            participation.save()
    return len(people)


def _give_up(participation: Participation) -> None:
    player = participation.person.player if participation.person else None
    if player is None:
        return
    running = Table.objects.filter(
        assignment__participation=participation, status=Table.Status.RUNNING
    )
    for table in running:
        try:
            changes.abandon(table.slug, player)
        except Refused:
            continue  # The game has ended meanwhile.
