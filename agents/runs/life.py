"""The life of a run: begin or resume, do its parts (such as games or training steps), save, stop
on request, and finish.

A run is stored as a record, which is a small JSON file, and a checkpoint beside it with everything
needed to resume. A resumed run gives the same bytes as one that was never stopped.
"""

import time
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from agents.runs.errors import BadParameters, BadRun, check_range
from agents.runs.progress import Meter, Progress
from agents.runs.stopping import Stopped, held_back
from agents.runs.storage import RunFolders, locked, make_folder, replace
from native.records.json_bytes import decode_json

SHOW_SECONDS = 2.0
"""Seconds between two progress reports."""
SAVE_SECONDS = 120.0
"""Seconds between two checkpoints."""


class RunRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters and results of a run, stored beside the run's checkpoint."""

    name: str
    recipe: msgspec.Struct
    """All parameters that determine the results."""
    of: int
    """The total number of the run's parts, such as games."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of this run and of all runs that are made together with it."""
        return (self.name,)

    @property
    def done(self) -> int:
        """The number of the run's parts that are done."""
        raise NotImplementedError


Part = TypeVar("Part")
R = TypeVar("R", bound=RunRecord)
S = TypeVar("S")
W = TypeVar("W", bound="RunInProgress[Any, Any]")


@dataclass(frozen=True)
class RunKind(RunFolders, Generic[R, S]):
    """A kind of run: how its records (type R) and checkpoints (type S) are stored, and how its
    runs begin and resume.
    """

    record: type[R]
    title: str
    """The name of the kind in messages: “run of `train`”."""
    unit: str
    """The name of a run's parts in messages and options, such as “turns”."""
    most: int
    """The largest number of parts that a run may have."""
    encode: Callable[[S], bytes]
    """Serialises the state of a run for its checkpoint."""
    decode: Callable[[bytes], S]
    checkpoint: str = "checkpoint-{}.npz"
    """The file name of a checkpoint; {} stands for the number of parts done."""

    def load(self, name: str) -> R:
        """Return the record of the run called `name`. Raise BadRun if it is missing, damaged or of
        another format.
        """
        if not self.exists(name):
            known = ", ".join(self.names()) or "none"
            raise BadRun(f"There is no {self.title} named {name}. Known: {known}.")
        try:
            return decode_json((self.folder(name) / self.file).read_bytes(), self.record)
        except (OSError, msgspec.DecodeError, BadParameters) as error:
            raise BadRun(f"The record of {name} cannot be read: {error}.") from None

    def write(self, run: R) -> None:
        """Write a run's record without a checkpoint, creating its folder if necessary."""
        make_folder(self.own(run.name))
        replace(self.own(run.name) / self.file, msgspec.json.encode(run) + b"\n")

    def save(self, run: R, state: S, files: Mapping[str, bytes] | None = None) -> None:
        """Write the checkpoint with `state`, then further `files` (contents by name), then the
        record, which tells after how many parts the checkpoint was written.

        The older checkpoint is deleted last, so that there always is a complete one.
        """
        home = self.own(run.name)
        make_folder(home)
        checkpoint = home / self.checkpoint.format(run.done)
        replace(checkpoint, self.encode(state))
        for file, data in (files or {}).items():
            replace(home / file, data)
        self.write(run)
        for path in home.glob(self.checkpoint.format("*")):
            if path != checkpoint:
                path.unlink()

    def state(self, run: R) -> S:
        """Return the state in the checkpoint that belongs to the record `run`: the one written
        after `run.done` parts. Raise BadRun if the checkpoint is missing or damaged.
        """
        path = self.own(run.name) / self.checkpoint.format(run.done)
        try:
            return self.decode(path.read_bytes())
        except FileNotFoundError:
            raise BadRun(f"The checkpoint of {run.name} is missing; make the run again.") from None
        except (OSError, ValueError, zlib.error) as error:
            raise BadRun(f"The checkpoint of {run.name} is damaged: {error}.") from None

    @contextmanager
    def begun(self, run: R, work: Callable[[R], W]) -> Iterator[W]:
        """Create a run from its record `run`, lock its folder, and yield the run in progress,
        `work(run)`.

        The name of a bundled run may be used again. Raise BadRun if a run of this name was begun
        in this installation, BadParameters if the record's number of parts (such as turns or
        games) is out of range.
        """
        check_range(self.unit, run.of, 1, self.most)
        self.refuse_unless_free(run.name)
        begun = work(run)
        make_folder(self.own(run.name))
        with locked(self.own(run.name)):
            begun.save()
            yield begun

    @contextmanager
    def resumed(self, name: str, work: Callable[[R], W], of: int | None = None) -> Iterator[W]:
        """Lock the folder of the run called `name`, restore its checkpoint, and yield the run in
        progress, `work(record)`.

        `of`, if given, is a new total number of parts, such as turns or games. Raise BadRun if the
        run cannot be resumed, BadParameters if `of` is out of range.
        """
        self.load(name)
        if not self.begun_here(name):
            raise BadRun(
                f"{name} came with the program without its checkpoint; leave --resume out to make "
                "it again."
            )
        with locked(self.own(name)):
            run = self.load(name)
            if of is not None and not max(1, run.done) <= of <= self.most:
                raise BadParameters(
                    f"{self.unit} must be from {run.done}, which {name} has made, to {self.most}."
                )
            resumed = work(msgspec.structs.replace(run, of=of or run.of))
            state = self.state(run)
            try:
                resumed.restore(state)
            except (KeyError, ValueError, RuntimeError) as error:
                raise BadRun(f"The checkpoint of {name} is of another run: {error}.") from None
            yield resumed


class RunInProgress(ABC, Generic[R, S]):
    """Base class of a run while a process works on it, with a record of type R and a checkpoint of
    type S.

    A subclass defines the run's parts (turns or games to do, one after the other) and the contents
    of a checkpoint.
    """

    kind: RunKind[R, S]
    run: R
    """The present record, replaced as the run makes progress."""

    @abstractmethod
    def parts(self) -> Iterable[int]:
        """Yield the argument of each remaining call of `take`: depending on the kind of run, how
        many steps or games to do in this call, or the index of a step.
        """

    @abstractmethod
    def take(self, part: int) -> None:
        """Do the part of the work that `part`, a value from `parts`, describes, and update the
        record. Signals are deferred until this method returns.
        """

    @abstractmethod
    def state(self) -> S:
        """Return the present state of the work, to be stored as a checkpoint."""

    @abstractmethod
    def restore(self, state: S) -> None:
        """Restore the state of the work from a checkpoint.

        Raise KeyError, ValueError or RuntimeError if the checkpoint is of another run.
        """

    @property
    @abstractmethod
    def note(self) -> str:
        """A remark for progress lines, such as the latest score."""

    def files(self) -> dict[str, bytes]:
        """Return further files to write beside each checkpoint: contents by name."""
        return {}

    def finish(self) -> None:
        """Add final results, such as those of a last evaluation, to the record. Called once all
        parts are done.
        """

    def save(self) -> None:
        """Write the checkpoint, the further files and the record."""
        self.kind.save(self.run, self.state(), self.files())

    def make(
        self,
        listener: Callable[[Progress], None] = lambda _: None,
        asked_to_stop: Callable[[], bool] = lambda: False,
    ) -> R:
        """Do all remaining parts, finish and save the run, and return its record.

        `listener` is called with the progress, at most every two seconds. `asked_to_stop` is
        called after each part; if it returns True, the run is saved and Stopped is raised.
        """
        unit = self.kind.unit
        meter = Meter(self.run.done, unit=unit, label=self.run.name, every=SHOW_SECONDS)
        # Processor time: a suspended process uses none.
        began = time.process_time() - getattr(self.run, "seconds", 0.0)

        def say() -> None:
            if now := meter.at(self.run.done, self.run.of, self.note):
                listener(now)

        def save() -> None:
            if hasattr(self.run, "seconds"):
                seconds = round(time.process_time() - began, 1)
                self.run = msgspec.structs.replace(self.run, seconds=seconds)
            self.save()

        checkpointed(
            self.parts(), self.take, save, every=SAVE_SECONDS, say=say, asked_to_stop=asked_to_stop
        )
        self.finish()
        save()
        return self.run


def checkpointed(
    parts: Iterable[Part],
    take: Callable[[Part], None],
    save: Callable[[], object],
    *,
    every: float,
    say: Callable[[], object] = lambda: None,
    asked_to_stop: Callable[[], bool] = lambda: False,
) -> None:
    """Process parts one by one with `take`, and save the accumulated state with `save`.

    `save` is called every `every` seconds and at the end, whatever ends the work: the last part, a
    stop request (`asked_to_stop` returns True, which raises Stopped), a signal, or an error while
    `parts` yields the next part. `say` is called after each part. Signals are deferred during
    `take`, so the saved state is always consistent and a resumed run gives the same bytes. If
    `take` itself fails, the state is undefined and is not saved.
    """
    saved, whole = time.monotonic(), True
    try:
        for part in parts:
            with held_back():
                whole = False
                take(part)
                whole = True
            say()
            if time.monotonic() - saved >= every:
                save()
                saved = time.monotonic()
            if asked_to_stop():
                raise Stopped
    finally:
        if whole:
            with held_back():
                save()


def options_of(recipe: msgspec.Struct, usual: msgspec.Struct) -> list[str]:
    """Return the command-line options, such as `--hidden 256`, by which `recipe` differs from the
    default recipe `usual`.
    """
    return [
        f"--{name}" if value is True else f"--{name} {_written(value)}"
        for name, value in msgspec.structs.asdict(recipe).items()
        if value != getattr(usual, name)
    ]


def _written(value: object) -> str:
    """Return a value as an option takes it: names with commas between them, sides as 20x20."""
    if isinstance(value, tuple):
        return ("," if isinstance(value[0], str) else "x").join(map(str, value))
    return str(value)
