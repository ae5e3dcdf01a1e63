"""Sealed seasons: agents submitted to a pool that nobody knows before the season's end.

The pool's members are rule lists bred by the generator from a secret seed, which also determines
the deals. At the opening only a commitment to seed and members is published. While a season runs,
pages and files name the members by number. At its end seed, members and results are released, and
`verify` makes the whole season again from the seed and compares every number.

An agent that plays over a socket has deals of its own (`analysis.evaluate.challenge`). It cannot be
made to play again, so the release holds its games and `verify` replays them.

A season's files are described in `analysis.protocols.season_record`.
"""

import os
import re
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec
import numpy as np
from django.utils.crypto import salted_hmac

from agents import challengers, registry
from agents.archives.setting import Recipe, Setting
from agents.contract import AgentError
from agents.entry import Entry
from agents.generator.evaluation import RunEvaluator
from agents.generator.population import Population
from agents.generator.run import State, batches
from agents.matchups.playing import Plan, play_games
from agents.runs.errors import BadRun
from agents.runs.storage import PRIVATE, locked, make_folder, replace, waited_for
from analysis import checksums
from analysis.evaluate import keys
from analysis.evaluate.challenge import progress
from analysis.evaluate.challenge.submission import Submission as SocketGames
from analysis.evaluate.challenge.submission import replayed, schedule
from analysis.evaluate.pools import PREFIX
from analysis.protocols import season_record as record
from analysis.protocols.best_responses import Aim, BestResponse, Contest, candidates
from analysis.protocols.season_record import RELEASE, Entrant, Season, Secret, Terms
from analysis.protocols.standing import Standing, standing_of
from native.rulebase import FULL

SENDING = "submissions.lock"
"""Name of the lock file that is held while a submission is added. Games have another lock, so that
agents can be submitted while others play."""
GENES = "genes:"
LEAST_SHARE = 0.5
"""The share of the generator's elites, those with the highest self-play scores, from which a
season's members are drawn."""
BUDGETS = (1_000,)
"""Budgets, in rollouts a move, of the searching candidates for a best response."""
TEXT = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._+-]{0,39}")
"""Pattern of the name and the version of an agent that plays over a socket. It admits no colon, so
such a name is never the address of an agent on the site."""
Say = Callable[[str], object]


def open_season(wanted: Terms, say: Say = lambda _: None) -> Terms:
    """Breed the pool of a new season from a secret seed, publish the season's terms, and return
    them: `wanted` with the commitment to seed and members.

    `say` is called with lines of progress. If interrupted, the next call starts again with the
    same seed. Raise BadRun if the season is open already.
    """
    home = record.folder(wanted.name)
    make_folder(home)
    with locked(home):
        if (home / record.TERMS).exists():
            raise BadRun(f"The season {wanted.name} is open already.")
        secret = record.read(home / record.SECRET, Secret, Secret(secrets.token_hex(16)))
        replace(home / record.SECRET, msgspec.json.encode(secret), PRIVATE)
        secret = Secret(secret.seed, bred(wanted, secret.seed, say))
        replace(home / record.SECRET, msgspec.json.encode(secret), PRIVATE)
        opened = msgspec.structs.replace(wanted, commitment=secret.commitment)
        replace(home / record.TERMS, msgspec.json.encode(opened))
    return opened


def bred(wanted: Terms, seed: str, say: Say = lambda _: None) -> tuple[str, ...]:
    """Breed a season's pool from its seed and return the addresses of the members: a random choice
    from the generator's elites with the highest self-play scores.

    `wanted` are the season's terms; `say` is called with lines of progress. Raise BadRun if there
    are too few elites.
    """
    setting = Setting(players=wanted.players, mode="clean")
    recipe = Recipe(seed, wanted.individuals, max(1, wanted.individuals // 5), "improved")
    population = Population.empty(setting)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for state in batches(State(population), recipe, RunEvaluator(setting, seed, pool)):
            population = state.population
            say(f"{state.individuals:,} of {wanted.individuals:,} individuals")
    cells = [cell for cell in population.cells(setting) if cell.stored.objective > 0]
    cells.sort(key=lambda cell: -cell.stored.objective)
    strong = cells[: max(wanted.members, round(LEAST_SHARE * len(cells)))]
    if len(strong) < wanted.members:
        raise BadRun(f"The generator found {len(strong)} members, not {wanted.members}.")
    chosen = Random(f"{seed}/members").sample(strong, wanted.members)
    return tuple(
        GENES + ",".join(str(FULL.index(setting.rules[gene])) for gene in cell.genes)
        for cell in chosen
    )


def submit(name: str, address: str, now: datetime, by: str = "") -> Entrant:
    """Submit the agent at `address`, in its present version, to the season called `name`, and
    return the submission. It uses up one of the limited submissions of the agent and of the
    account.

    `now` is the time of the submission, `by` a hash of the account that submits it on the page,
    empty if it comes by the command line. Raise BadRun if the season is not open, this version was
    submitted before, or the agent or account has no submission left; AgentError if there is no such
    agent, it cannot play by the season's rules or it sees every hand.
    """
    known = _open(name, now)
    if not address:
        raise AgentError("Name an agent.")
    if address.startswith((challengers.PREFIX, challengers.SOCKET_PREFIX)):
        raise AgentError(
            "A season takes agents of this site, no classes. Add yours to agents/, or let it play "
            "over a socket (season token)."
        )
    entry = registry.find(address)
    entry.refuse_unless_seatable(known.rules, with_people=False)
    if entry.sees_everything:
        raise AgentError(f"{entry.title} sees every hand, so it takes part in no season.")
    sent = Entrant(entry.address, entry.version, now, by)
    with waited_for(record.folder(name) / SENDING):
        _add(known, sent, record.submissions(name))
    return sent


def key(name: str, agent: str, version: str, now: datetime, by: str = "") -> str:
    """Submit an agent that runs on its owner's machine, and return the key with which it plays its
    games over a socket (docs/ah2ac2.md). The submission counts from now on, whether or not the
    agent ever plays.

    Args:
        name: The season.
        agent: A name for the agent, not an address of an agent on this site.
        version: The name of the agent's version.
        now: The time of the submission.
        by: A hash of the account that submits it on the page; empty if it comes by the command
            line.

    Raises:
        BadRun: If the season is not open or admits no agents over a socket, `agent` or `version` is
            invalid, another account submits under this name, this version was submitted before, or
            the agent or account has no submission left.
    """
    known = _open(name, now)
    if not known.socket_deals:
        raise BadRun(f"The season {name} admits no agents over a socket.")
    for what, text in (("name", agent), ("version", version)):
        if not TEXT.fullmatch(text):
            raise BadRun(f"Write the agent's {what} in 1 to 40 letters, digits, spaces and .-_+.")
    with waited_for(record.folder(name) / SENDING):
        before = record.submissions(name)
        if any(one.agent == agent and one.by != by for one in before):
            raise BadRun(f"Another account submits under the name {agent}: choose another name.")
        sent = Entrant(agent, version, now, by)
        _refuse_unless_left(known, sent, before)
        made = keys.key_for(_socket_games(known, record.secret_of(name), len(before), sent))
        _add(known, msgspec.structs.replace(sent, record=keys.opened(made).record), before)
    return made


def account(user: int | None, name: str) -> str:
    """Return the hash that stands for an account in the season called `name`; `user` is the
    account's primary key.
    """
    return salted_hmac("analysis.seasons", f"{name}/{user}").hexdigest()[:16]


def withdraw_keys(user: int) -> None:
    """Revoke all keys that the account with the primary key `user` has made on the page. The
    submissions stay, with the games that were played.
    """
    for name in record.names():
        with suppress(BadRun):  # A damaged file must not keep a person from deleting their account.
            for sent in record.submissions(name):
                if sent.record and sent.by == account(user, name):
                    keys.withdraw_of(sent.record)


def _open(name: str, now: datetime) -> Terms:
    """Return the terms of an open season. Raise BadRun if it is not open."""
    known = record.terms(name)
    if now < known.opens:
        raise BadRun(f"The season {name} opens on {known.opens:%-d %B %Y at %H:%M} UTC.")
    if now >= known.closes:
        raise BadRun(f"The season {name} ended on {known.closes:%-d %B %Y at %H:%M} UTC.")
    return known


def _add(known: Terms, sent: Entrant, before: Sequence[Entrant]) -> None:
    """Store a submission after those before it. Raise BadRun if there is none left."""
    _refuse_unless_left(known, sent, before)
    replace(record.folder(known.name) / record.SENT, msgspec.json.encode((*before, sent)))


def _refuse_unless_left(known: Terms, sent: Entrant, before: Sequence[Entrant]) -> None:
    """Raise BadRun if the version was submitted before, or if the agent or the account has no
    submission left.
    """
    own = [one for one in before if one.agent == sent.agent]
    if any(one.version == sent.version for one in own):
        raise BadRun(f"{sent.agent} was submitted in this version already.")
    if len(own) >= known.submissions:
        raise BadRun(f"{sent.agent} has had its {known.submissions} submissions.")
    if sent.by and sum(one.by == sent.by for one in before) >= known.submissions:
        raise BadRun(f"You have had your {known.submissions} submissions.")


def _socket_games(known: Terms, secret: Secret, number: int, sent: Entrant) -> SocketGames:
    """Return the games of a season's submission with this number (from 0) over a socket. They have
    their own seed, from which nobody can compute the season's.
    """
    return SocketGames(
        name=sent.agent,
        pool=PREFIX + "+".join(secret.members),
        players=(known.players,),
        games=known.socket_deals,
        seed=sha256(f"{secret.seed}/socket/{number}".encode()).hexdigest()[:32],
        record=sent.record,
        season=known.name,
        until=known.closes,
    )


def play(
    name: str, threads: int = 1, say: Say = lambda _: None, *, ended: bool = False
) -> tuple[Standing, ...]:
    """Play the submissions to the season called `name` that have no result, store each result, and
    return all results.

    An agent that plays over a socket has a result when all its games are over. `ended` says that
    the season is over; games that were begun and never finished then count as over. `say` is
    called with a line for each submission. Raise AgentError if an agent is no longer the version
    that was submitted.
    """
    known, secret = record.terms(name), record.secret_of(name)
    with locked(record.folder(name)):
        done, left = record.results(name), record.unfinished(name)
        for number, sent in enumerate(record.submissions(name)):
            if sent not in left:
                continue
            say(f"{sent.agent}, version {sent.version}")
            if sent.record:
                own = _socket_games(known, secret, number, sent)
                found = _replayed(own, sent, _moves(own, ended=ended))
            else:
                found = _played(known, secret, sent, threads)
            if found:
                done = (*done, found)
                replace(record.folder(name) / record.RESULTS, msgspec.json.encode(done))
    return done


def _moves(played: SocketGames, *, ended: bool) -> tuple[str | None, ...]:
    """Return the moves of a key's games in the order of their schedule; None for each that is not
    over. A game that a killed process left is over once the season has ended.
    """
    known = progress.played(played)
    found = [known.get(place, progress.GameProgress()) for place in range(len(schedule(played)))]
    over = [one.score is not None or (ended and one.attempts > 0) for one in found]
    return tuple(one.moves if is_over else None for one, is_over in zip(found, over, strict=True))


def _replayed(own: SocketGames, sent: Entrant, games: Sequence[str | None]) -> Standing | None:
    """Return the result of an agent elsewhere from the moves of its games; None unless all are
    over. Raise AgentError if a game cannot have been played so.
    """
    moves = [one for one in games if one is not None]
    if len(moves) < len(games):
        return None
    points, lost = replayed(own, moves)
    return standing_of(sent.agent, sent.version, 1, points, lost)


def _played(known: Terms, secret: Secret, sent: Entrant, threads: int) -> Standing:
    agent = registry.find(sent.agent)
    if agent.version != sent.version:
        raise AgentError(
            f"{sent.agent} was submitted as version {sent.version}; this is {agent.version}."
        )
    members = [registry.find(address) for address in secret.members]
    plan = Plan(known.rules, known.deals, f"{secret.seed}/deals", record.SCORING, threads=threads)
    games = play_games([agent], members, plan)
    points = games.stacks[0].astype(np.int64)
    return standing_of(sent.agent, sent.version, 1, points, games.struck[0])


def respond(name: str, say: Say = lambda _: None) -> tuple[BestResponse, ...]:
    """Return the best response to each member of the season's secret pool, found with the budget
    that the season's terms set; () if the terms ask for none.

    The season's operator may call this before the season's end; otherwise `close` does it. Until
    then the games are stored where only the operator may read them, and nothing is published. A
    stopped search resumes. `say` is called with lines of progress.
    """
    home = record.folder(name) / record.CONTESTS
    known, secret = record.terms(name), record.secret_of(name)
    home.mkdir(mode=0o700, exist_ok=True)
    return _responses(known, secret, home, say)


def _responses(
    known: Terms, secret: Secret, home: Path, say: Say = lambda _: None
) -> tuple[BestResponse, ...]:
    numbered = enumerate(secret.members, start=1) if known.responses else ()
    return tuple(
        _response(known, secret.seed, registry.find(address), home / f"{number}", say)
        for number, address in numbered
    )


def _response(known: Terms, seed: str, member: Entry, home: Path, say: Say) -> BestResponse:
    """Find the best response to one member; progress names it by the number of its folder."""
    entrants = candidates(member, known.rules, budgets=BUDGETS)
    aim = Aim(known.responses, known.responses)
    contest = Contest(member, known.rules, entrants, f"{seed}/responses", aim, home)
    what = f"best response to member {home.name}"
    return contest.play(lambda now: say(f"{what}: {now.done:,} of {now.of:,} games"))


def close(
    name: str, to: Path, now: datetime, threads: int = 1, say: Say = lambda _: None
) -> Season:
    """Play the remaining submissions, find the best responses, and release the season called
    `name` into the new folder `to`; return its complete record.

    The release includes the secret: the pool's seed and members. Raise BadRun if the season has
    not ended at the time `now` or the folder exists.
    """
    known = record.terms(name)
    if now < known.closes:
        raise BadRun(f"The season {name} ends on {known.closes:%-d %B %Y at %H:%M} UTC.")
    if to.exists():
        raise BadRun(f"{to} exists already.")
    done = play(name, threads, say, ended=True)
    found = respond(name, say)
    replace(record.folder(name) / record.RESPONSES, msgspec.json.encode(found))
    secret, sent = record.secret_of(name), record.submissions(name)
    games = {
        one.record: _moves(_socket_games(known, secret, number, one), ended=True)
        for number, one in enumerate(sent)
        if one.record
    }
    season = Season(known, secret, sent, done, found, games)
    to.mkdir(parents=True)
    data = msgspec.json.format(msgspec.json.encode(season))
    (to / RELEASE).write_bytes(data)
    checksums.write(to, {RELEASE: sha256(data).hexdigest()})
    return season


def verify(released: Path, threads: int = 1, say: Say = lambda _: None) -> list[str]:
    """Repeat a season from the seed in its release and return the differences as sentences: an
    empty list if all is as released.

    `released` is the folder of the release or its file, which need not have its checksum beside
    it.

    The pool is bred again, and every game is played again, also those from which the best
    responses were chosen. The games of agents that played over a socket are replayed: their deals
    must come from the seed, every move must be legal, and the members' moves must be those that
    the members make. Raise BadRun if there is no release, AgentError if an agent is not available
    in the submitted version.
    """
    data = released / RELEASE if released.is_dir() else released
    if not data.is_file():
        raise BadRun(f"{released} is no released season, neither its file nor a folder with it.")
    season = record.read(data, Season)
    wrong = []
    sums = dict(checksums.read(data.parent)) if (data.parent / checksums.SUMS).exists() else {}
    digest = checksums.sha256_of(data)
    if sums.get(data.name, digest) != digest:
        wrong.append(f"{checksums.SUMS} does not fit {data.name}")
    if season.secret.commitment != season.terms.commitment:
        wrong.append("the secret is not the one that was announced at the opening")
    if bred(season.terms, season.secret.seed, say) != season.secret.members:
        wrong.append("the seed breeds other members")
    results = {(one.agent, one.version): one for one in season.results}
    if len(results) < len(season.results) or results.keys() - {
        (sent.agent, sent.version) for sent in season.submissions
    }:
        wrong.append("there are results of no submission")
    for number, sent in enumerate(season.submissions):
        what = f"{sent.agent}, version {sent.version}"
        say(what)
        if not season.terms.opens <= sent.sent < season.terms.closes:
            wrong.append(f"{what}, was not submitted while the season was open")
        again: Standing | None = None
        reason = ""
        if sent.record:
            own = _socket_games(season.terms, season.secret, number, sent)
            try:
                again = _replayed(own, sent, season.games.get(sent.record, ()))
            except AgentError as error:
                reason = str(error)
        else:
            again = _played(season.terms, season.secret, sent, threads)
        if reason or again != results.get((sent.agent, sent.version)):
            wrong.append(f"{what}, plays otherwise. {reason}".strip())
    with TemporaryDirectory() as empty:
        if _responses(season.terms, season.secret, Path(empty), say) != season.responses:
            wrong.append("the best responses to the members are others")
    return wrong
