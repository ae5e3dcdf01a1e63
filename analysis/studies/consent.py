"""Consent: the form as participants read it, its version, withdrawal, and deletion by date."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

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
    """Everything that a person reads before they take part; its fields are those of the study."""

    consent: str
    statements: tuple[str, ...] = ()
    """What a person ticks, one by one."""
    controller: str = ""
    contact: str = ""
    approval: str = ""
    keep_until: str = ""
    """ISO 8601; empty: no date."""
    publication: str = ""
    """What a person may tick besides, so that their games are published; empty: nothing."""
    licence: str = ""
    """Under which they are published then."""

    @property
    def version(self) -> str:
        """Eight hexadecimal digits that change whenever a word of the consent does."""
        return blake2b(msgspec.json.encode(self), digest_size=4).hexdigest()

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Labels and values of the form's facts besides its text, such as who stores the data."""
        told = [
            ("Data kept by", self.controller),
            ("Questions", self.contact),
            ("Ethics approval", self.approval),
            ("Data kept until", self.keep_until),
        ]
        return [(label, value) for label, value in told if value]


def consent_of(study: Study) -> Consent:
    """Return the consent that a new participant would give now."""
    return Consent(
        consent=study.consent,
        statements=tuple(study.statements),
        controller=study.controller,
        contact=study.contact,
        approval=study.approval,
        keep_until=study.keep_until.isoformat() if study.keep_until else "",
        publication=PUBLICATION.format(study.licence) if study.licence else "",
        licence=study.licence,
    )


def agreed_to(participation: Participation) -> Consent:
    """Return the consent that a participant gave. For participants from before consents were stored
    it is the study's present text.
    """
    if not participation.agreed:
        return Consent(participation.study.consent)
    return msgspec.convert(participation.agreed, Consent)


def as_data(consent: Consent) -> dict[str, Any]:
    """Return a consent as JSON data: its fields without the empty ones, and `version`."""
    found: dict[str, Any] = msgspec.to_builtins(consent)
    return {**found, "version": consent.version}


def problem(consent: Consent, version: str, ticked: Sequence[str]) -> str:
    """Return, as a sentence for the person, why their consent is incomplete; empty if it is
    complete.

    `version` is that of the form on the page where they ticked the statements numbered `ticked`,
    from 0; it is empty for a page without a version.
    """
    if version not in ("", consent.version):
        return "The text has changed since you opened this page. Please read it again."
    wanted = {str(number) for number in range(len(consent.statements))}
    return "" if wanted <= set(ticked) else "Tick every statement to take part."


def sealed(study: Study, reference: str) -> str:
    """Return the keyed hash that replaces a participant's recruitment id after a withdrawal, so
    that nobody with the same id can take part again.
    """
    return "withdrawn-" + blake2b(f"{study.seed}/{reference}".encode(), digest_size=8).hexdigest()


def withdraw(participation: Participation) -> None:
    """Delete a participant's games, answers and ids in this experiment.

    The participant's number stays, since the other participants' orders of agents depend on it, as
    does the time of the withdrawal. Running games are given up. Games of a team are deleted for all
    its members. Withdrawing twice changes nothing.
    """
    if participation.withdrawn:
        return
    _give_up(participation)
    with transaction.atomic():
        tables = Table.objects.filter(assignment__participation=participation)
        slugs = list(tables.values_list("slug", flat=True))
        CoachReport.objects.filter(game__in=slugs).delete()
        traces = Trace.objects.filter(table__slug__in=slugs)
        Survey.objects.filter(trace__in=traces).delete()
        traces.delete()
        Table.objects.filter(slug__in=slugs).delete()
        participation.before = participation.after = None
        participation.recruited = {}
        if participation.reference:
            participation.reference = sealed(participation.study, participation.reference)
        participation.withdrawn = timezone.now()
        participation.save()


def delete_old() -> int:
    """Delete the data of all participants of experiments whose retention date has passed, as if
    they had withdrawn; return their number.
    """
    due = Participation.objects.filter(
        study__keep_until__lt=timezone.now().date(), withdrawn__isnull=True
    )
    people = list(due.select_related("study"))
    for participation in people:
        withdraw(participation)
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
            continue  # It has ended meanwhile.
