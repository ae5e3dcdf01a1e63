"""The database tables of analysis: traces with their measures, studies, surveys and evaluations.

A trace's document (the game itself) is stored apart from the columns that pages aggregate. A row of
TraceSeat repeats the columns of its game, so that every figure reads a single table.
"""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q, QuerySet
from django.urls import reverse

from agents import registry
from analysis.collections import COLLECTIONS, Collection
from game.models import Player, Table


def new_link() -> str:
    """Return a random text that cannot be guessed, for the link that shares a person's page."""
    return secrets.token_urlsafe(12)


class Person(models.Model):
    """A person who plays: a player of this site, or a person of an imported collection."""

    key = models.CharField(max_length=80, unique=True)
    collection = models.CharField(max_length=20, blank=True, help_text="Empty: plays here.")
    name = models.CharField(max_length=60)
    public = models.BooleanField(default=False, help_text="Published under a pseudonym.")
    player = models.OneToOneField(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="person"
    )
    link = models.CharField(max_length=24, null=True, blank=True, unique=True)
    """The secret text in the link that shares the person's page; null if it is not shared."""

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the person's page."""
        return reverse("person", args=[self.pk])

    @property
    def measures_url(self) -> str:
        """The address of the page with the person's measures."""
        return reverse("person_measures", args=[self.pk])

    @property
    def published_in(self) -> Collection | None:
        """The published collection that the person's games are from; None for a player of this
        site.
        """
        return COLLECTIONS.get(self.collection)


class Trace(models.Model):
    """One stored game, finished or not: its rules, result and origin."""

    digest = models.CharField(max_length=32, unique=True, help_text="Of rules, deck and moves.")
    collection = models.CharField(max_length=20, blank=True, help_text="Empty: played here.")
    source = models.CharField(max_length=200, blank=True, help_text="Its name where it is from.")
    table = models.OneToOneField(
        Table, null=True, blank=True, on_delete=models.SET_NULL, related_name="trace"
    )
    variant = models.CharField(max_length=80)
    players = models.PositiveSmallIntegerField()
    scoring = models.CharField(max_length=8)
    help = models.CharField(max_length=8, blank=True)
    played = models.DateTimeField(null=True, db_index=True)
    ending = models.CharField(max_length=16)
    stacks = models.PositiveSmallIntegerField()
    zero = models.PositiveSmallIntegerField()
    strikes = models.PositiveSmallIntegerField()
    turns = models.PositiveSmallIntegerField()

    class Meta:
        indexes = [models.Index(fields=["collection", "played"])]

    def __str__(self) -> str:
        return self.digest

    @property
    def ended(self) -> str:
        """How the game ended, such as "out of turns"."""
        return self.ending.replace("_", " ")


class Document(models.Model):
    """The whole trace of a game as compressed JSON, in the form that `game.replays.trace_schema`
    describes.
    """

    trace = models.OneToOneField(Trace, primary_key=True, on_delete=models.CASCADE)
    body = models.BinaryField()

    def __str__(self) -> str:
        return f"document of {self.trace_id}"


class TraceSeat(models.Model):
    """One seat of a stored game: its player, how it was played, and whether people or agents sat
    on the other seats.
    """

    class Kind(models.TextChoices):
        """Who played a seat."""

        PERSON = "person"
        AGENT = "agent"
        CHANGED = "changed", "several, one after another"

    class Company(models.TextChoices):
        """Who played the other seats."""

        PEOPLE = "people", "at least one person"
        SELF = "self", "copies of this agent"
        AGENTS = "agents", "other agents"

    trace = models.ForeignKey(Trace, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    address = models.CharField(max_length=300, blank=True)
    version = models.CharField(max_length=40, blank=True)
    person = models.ForeignKey(
        Person,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="seats",
        help_text="Who sat there, also if only for a part of the game.",
    )
    company = models.CharField(max_length=8, choices=Company)
    partner = models.CharField(
        max_length=300, blank=True, help_text="The agent on all other seats, if it is one."
    )
    with_person = models.ForeignKey(
        Person,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="The one person on the other seats, if they are known and alone.",
    )

    # Copied from the trace, so that filters on seats need no join.
    collection = models.CharField(max_length=20, blank=True)
    variant = models.CharField(max_length=80)
    players = models.PositiveSmallIntegerField()
    help = models.CharField(max_length=8, blank=True)
    played = models.DateTimeField(null=True)
    finished = models.BooleanField()
    struck = models.BooleanField()
    stacks = models.PositiveSmallIntegerField()
    zero = models.PositiveSmallIntegerField()

    # How the seat played, counted by `native.play.measures`.
    turns = models.PositiveSmallIntegerField()
    tallies = models.JSONField(default=dict)
    told = models.PositiveSmallIntegerField()
    idle_clues = models.PositiveSmallIntegerField()
    tellings = models.JSONField(
        default=list, help_text="Clues by how many cards they newly told, from 0 on."
    )
    lost_tokens = models.PositiveSmallIntegerField()
    risks = models.JSONField(default=list)

    # Pooled measures of the other seats in this game; figures group scores by them.
    partner_communicativeness = models.FloatField(null=True)
    partner_risk_aversion = models.FloatField(null=True)
    partner_information_per_play = models.FloatField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["trace", "index"], name="one_row_a_seat")]
        indexes = [
            models.Index(fields=["person", "played"]),
            models.Index(fields=["address", "company"]),
            # A covering index for every leaderboard: grouped and filtered without reading the rows.
            models.Index(
                fields=[
                    *("kind", "company", "finished", "address", "with_person"),
                    *("stacks", "zero", "struck"),
                    *("players", "variant", "help", "collection", "played", "version"),
                ],
                name="leaderboards",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.trace_id}/{self.index}"

    @property
    def called(self) -> str:
        """The agent's name, such as “Ida”, or its address if it no longer exists."""
        return registry.called(self.address)


class Study(models.Model):
    """An experiment: people play with agents from a pool, in an order chosen for each person, and
    answer questions.
    """

    class Order(models.TextChoices):
        """How the agents of a participant's games are chosen: in the order of a row of a Latin
        square, or at random; either way all agents get nearly the same number of games.
        """

        SQUARE = "square", "Latin square"
        BLOCKS = "blocks", "at random, balanced"

    class Named(models.TextChoices):
        """When participants learn which agents their partners were."""

        LAST = "last", "after their last game"
        CLOSED = "closed", "when I close the experiment"
        START = "start", "from the start"
        GAME = "game", "after the questions of each game"

    class Licence(models.TextChoices):
        """The licences under which participants may allow their games to be published."""

        BY = "CC BY 4.0", "CC BY 4.0"
        ZERO = "CC0 1.0", "CC0 1.0"

    slug = models.SlugField(max_length=40, unique=True)
    title = models.CharField(max_length=100)
    consent = models.TextField(help_text="What a person agrees to before the first game.")
    statements = models.JSONField(
        default=list, blank=True, help_text="What a person must tick, one by one, to take part."
    )
    controller = models.CharField(max_length=200, blank=True, help_text="Who keeps the data.")
    contact = models.CharField(max_length=200, blank=True, help_text="For questions.")
    approval = models.CharField(max_length=200, blank=True, help_text="The ethics board's number.")
    keep_until = models.DateField(
        null=True, blank=True, help_text="After this day games, answers and ids are deleted."
    )
    licence = models.CharField(
        max_length=12, choices=Licence, blank=True, help_text="Of published games; empty: none is."
    )
    pool = models.JSONField(help_text="Addresses of the agents.")
    seed = models.CharField(max_length=40, help_text="Of the orders and common deals; secret.")
    order = models.CharField(max_length=8, choices=Order, default=Order.SQUARE)
    imbalance = models.PositiveSmallIntegerField(
        null=True,
        default=5,
        help_text="How many more draws one agent or order may have than another; empty: a study "
        "begun when they were drawn in blocks.",
    )
    named = models.CharField(max_length=8, choices=Named, default=Named.LAST)
    games = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="A person's games; empty: as many as they like."
    )
    practice = models.CharField(
        max_length=300, blank=True, help_text="The partner of a first game that does not count."
    )
    common_deals = models.BooleanField(
        default=False, help_text="Everybody's first game has the same deal, and so on."
    )
    usual_questions = models.BooleanField(
        default=True, help_text="HanabiData's four questions after each game."
    )
    questions = models.JSONField(
        default=list, blank=True, help_text="The owner's own (`analysis.studies.questions`)."
    )
    completion = models.CharField(
        max_length=300, blank=True, help_text="A code or an address shown after the last game."
    )
    withdrawal = models.CharField(
        max_length=300, blank=True, help_text="A code or an address shown after withdrawal."
    )
    groups = models.JSONField(
        default=list, blank=True, help_text="Between-group factors (`analysis.studies.groups`)."
    )
    plan = models.TextField(blank=True, help_text="The analysis, as planned beforehand.")
    preregistration = models.URLField(max_length=300, blank=True)
    people = models.PositiveIntegerField(
        null=True, blank=True, help_text="Nobody may begin once so many have; empty: no limit."
    )
    needs_id = models.BooleanField(
        default=False, help_text="Nobody may begin without a participant id in their link."
    )
    frozen = models.CharField(
        max_length=64, blank=True, help_text="SHA-256 of the design when the first person began."
    )
    rehearsed = models.JSONField(
        null=True, help_text="The report of the rehearsal (`analysis.studies.rehearsal`)."
    )
    wrong_allowed = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Wrong answers to attention checks; more end it."
    )
    screened = models.CharField(
        max_length=300, blank=True, help_text="A code or an address for who answered wrongly."
    )
    minutes = models.PositiveIntegerField(
        null=True, blank=True, help_text="From consent to the last game; empty: no limit."
    )
    late = models.CharField(
        max_length=300, blank=True, help_text="A code or an address for who took longer."
    )
    help = models.CharField(max_length=8, choices=Table.Help, default=Table.Help.FULL)
    conventions = models.BooleanField(
        default=False, help_text="The board may show what clues say by convention."
    )
    team = models.PositiveSmallIntegerField(
        default=1, help_text="People who play together at one table."
    )
    patience = models.PositiveSmallIntegerField(
        default=10, help_text="Minutes that nobody waits for other people beyond."
    )
    alone = models.CharField(
        max_length=300, blank=True, help_text="A code or an address for who found no partners."
    )
    open = models.BooleanField(default=True)
    owner = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "studies"

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        """Return the address of the experiment's page."""
        return reverse("study", args=[self.slug])

    @property
    def blind(self) -> bool:
        """Whether the participants' tables hide which agents their partners are."""
        return self.named != self.Named.START

    @property
    def untouched(self) -> bool:
        """Whether nobody has ever begun the experiment, so that its owner may delete it."""
        return not self.participations.exists()


class Team(models.Model):
    """Participants of an experiment who play all their games together, at one table."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveIntegerField(help_text="Among the teams of the study, from 0.")
    formed = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "number"], name="one_team_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.study_id}/{self.number}"


class Participation(models.Model):
    """One person's participation in an experiment, from their consent on."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="participations")
    person = models.ForeignKey(
        Person, null=True, on_delete=models.SET_NULL, related_name="participations"
    )
    number = models.PositiveIntegerField(help_text="Among the people of the study, from 0.")
    reference = models.CharField(
        max_length=64, blank=True, help_text="Their id where they were recruited."
    )
    recruited = models.JSONField(
        default=dict, help_text="What else the address said of their recruitment, by parameter."
    )
    consented = models.DateTimeField()
    agreed = models.JSONField(default=dict, help_text="What they read and ticked.")
    publishes = models.BooleanField(
        default=False, help_text="They agreed that their games are published."
    )
    withdrawn = models.DateTimeField(
        null=True, help_text="When they withdrew; their games and answers are deleted."
    )
    expired = models.DateTimeField(
        null=True,
        help_text="When their data were deleted after the last day of storage.",
    )
    group = models.PositiveSmallIntegerField(
        null=True, help_text="Its place among the groups; secret until the experiment is closed."
    )
    team = models.ForeignKey(Team, null=True, on_delete=models.SET_NULL, related_name="members")
    waiting = models.DateTimeField(
        null=True, help_text="Since when they wait for the people they play with; null: not now."
    )
    seen = models.DateTimeField(null=True, help_text="When their page last said that they wait.")
    waited = models.PositiveIntegerField(default=0, help_text="Seconds that they waited in all.")
    ended = models.CharField(
        max_length=8, blank=True, help_text="Before the last game: screened, late or alone."
    )
    debriefed = models.DateTimeField(null=True, help_text="When they read what was not true.")
    before = models.JSONField(null=True, help_text="Answers before the first game; null: not yet.")
    after = models.JSONField(null=True, help_text="Answers after the last game; null: not yet.")
    finished = models.DateTimeField(null=True, help_text="When nothing was left to do.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "number"], name="one_participation_a_number"),
            models.UniqueConstraint(fields=["study", "person"], name="one_participation_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.study_id}/{self.number}"


class Assignment(models.Model):
    """One game that a participant is to play in an experiment: its agent, and its table, which a
    team shares.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="assignments")
    participation = models.ForeignKey(
        Participation, on_delete=models.CASCADE, related_name="assignments"
    )
    number = models.PositiveIntegerField(help_text="Its place in the study, from 0.")
    order = models.PositiveSmallIntegerField(
        help_text="Its place among the person's games, from 1; 0 is the practice game."
    )
    attempt = models.PositiveSmallIntegerField(
        default=1, help_text="A game that was given up at the start is played again."
    )
    block = models.PositiveIntegerField(
        null=True, help_text="That the agent was drawn from, in a study of blocks."
    )
    address = models.CharField(max_length=300, help_text="Empty: people only.")
    table = models.ForeignKey(
        Table,
        null=True,
        on_delete=models.SET_NULL,
        related_name="assignments",
        related_query_name="assignment",
    )
    assigned = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "number"], name="one_assignment_a_number"),
            models.UniqueConstraint(
                fields=["participation", "order", "attempt"], name="one_assignment_an_attempt"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.study_id}#{self.number}"


class Survey(models.Model):
    """One person's answers to the questions after a game; the scales are HanabiData's."""

    trace = models.ForeignKey(Trace, on_delete=models.CASCADE, related_name="surveys")
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="surveys")
    intention = models.PositiveSmallIntegerField(null=True, help_text="Goal-directed, 1 to 5.")
    skill = models.PositiveSmallIntegerField(null=True, help_text="Played well, 1 to 5.")
    like = models.PositiveSmallIntegerField(null=True, help_text="Enjoyed it, 1 to 5.")
    again = models.BooleanField(null=True, help_text="Would play with it again.")
    answers = models.JSONField(default=dict, help_text="To an experiment's own questions, by id.")
    background = models.JSONField(default=dict, help_text="Age, experience ... as answered.")
    publish = models.BooleanField(default=False, help_text="May be published with the game.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["trace", "person"], name="one_survey_a_person"),
            *(
                models.CheckConstraint(
                    condition=Q(**{f"{name}__isnull": True}) | Q(**{f"{name}__range": (1, 5)}),
                    name=f"{name}_is_on_the_scale",
                )
                for name in ("intention", "skill", "like")
            ),
        ]

    def __str__(self) -> str:
        return f"survey of {self.trace_id}"

    @staticmethod
    def answered() -> QuerySet[Survey]:
        """Return the surveys with an answer to at least one standard question; some people skip
        all.
        """
        return Survey.objects.exclude(skill=None, like=None, intention=None, again=None)


class AgentKey(models.Model):
    """The credential of an external agent: a token, with which it may connect to `/ws/agents/`,
    or, if `pool` is set, the key of one evaluation as in AH2AC2. Only a hash of the secret is
    stored.
    """

    digest = models.CharField(max_length=64, unique=True, help_text="Of the secret.")
    owner = models.CharField(max_length=200)
    made = models.DateTimeField(auto_now_add=True)
    withdrawn = models.DateTimeField(null=True, blank=True)

    # The evaluation a key admits to.
    pool = models.TextField(blank=True, help_text="Empty: a token.")
    players = models.JSONField(default=list, help_text="Sizes of tables.")
    games = models.PositiveIntegerField(default=0, help_text="With each member.")
    seed = models.CharField(max_length=100, blank=True)
    practice = models.BooleanField(default=False, help_text="The seed was not drawn here.")
    season = models.CharField(
        max_length=40, blank=True, help_text="Its pool and seed stay secret after the games."
    )
    until = models.DateTimeField(null=True, blank=True, help_text="When no more game begins.")

    def __str__(self) -> str:
        return f"{'key' if self.pool else 'token'} {self.pk} of {self.owner}"


class Evaluation(models.Model):
    """A stored report of the command `evaluate`: an agent's scores with a pool, for pages
    to show.
    """

    agent = models.CharField(max_length=300)
    version = models.CharField(max_length=40)
    pool = models.CharField(max_length=300)
    players = models.PositiveSmallIntegerField()
    scoring = models.CharField(max_length=8)
    games = models.PositiveIntegerField(help_text="With each member.")
    seed = models.CharField(max_length=100)
    session = models.PositiveIntegerField(default=1, help_text="Games in a row with one partner.")
    report = models.JSONField()
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=[
                    *("agent", "version", "pool", "players"),
                    *("scoring", "games", "seed", "session"),
                ],
                name="one_evaluation_of_a_kind",
            )
        ]

    def __str__(self) -> str:
        return f"{self.agent} with {self.pool}"
