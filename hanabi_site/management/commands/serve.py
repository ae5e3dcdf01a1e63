"""`manage.py serve`: serve pages and sockets on one port."""

import asyncio
import errno
import gc
import logging
import os
import sys
from argparse import ArgumentParser
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection

from analysis.traces.tables import collect
from game.live import runner
from game.live.database import connected
from hanabi_site.middleware import heavy
from hanabi_site.operations.health import refuse_unless_prepared
from hanabi_site.operations.server import PoliteServer
from hanabi_site.pages import static_files

logger = logging.getLogger(__name__)

# Players' messages are a few hundred bytes in one frame; anything larger is a mistake or an attack.
MAX_FRAME_BYTES = 16384
# The limit applies to sent messages too: a whole long game, with every move's reason.
MAX_MESSAGE_BYTES = 1 << 20
# A dead network closes no socket. Daphne checks every two seconds: a client that does not answer is
# dropped within five, and one that is only slow reconnects.
PING_SECONDS = 1
PONG_SECONDS = 2.5
# How long a thread computes before it yields to others; Python's default is 100 times as long.
SWITCH_SECONDS = 0.00005
# The niceness of a process for figure pages: tables come first.
STUDY_NICENESS = 15
GARBAGE_SECONDS = 15.0
"""Seconds between two full garbage collections. Each delays all tables for a moment, and Python by
itself would run one every few seconds while many people play."""
NEVER = 1 << 30


def give_way() -> None:
    """Lower the scheduling priority of this process: raise its niceness and, on Linux, use the
    scheduling policy SCHED_IDLE.
    """
    os.nice(STUDY_NICENESS)
    if hasattr(os, "SCHED_IDLE"):  # Linux
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


async def look_for_garbage() -> None:
    """Run a full garbage collection every GARBAGE_SECONDS, for ever, and switch off Python's
    automatic full collections.

    Objects that exist at the start are exempt from collection.
    """
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    gc.collect()
    gc.freeze()
    while True:
        await asyncio.sleep(GARBAGE_SECONDS)
        gc.collect()


async def collect_traces() -> None:
    """Store the records (traces) of finished games that have none because the process that served
    them was killed. Log a warning if the database is unavailable.

    Several processes may call it at the same time.
    """
    try:
        await asyncio.to_thread(connected, collect)
    except Error as error:
        logger.warning("Missing traces are made by the next tidy: %s", error)


class Command(BaseCommand):
    help = "Serve the site until it is interrupted."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")
        parser.add_argument(
            "--study",
            action="store_true",
            help="serve only pages with figures, at low priority; no agent decides in this process",
        )

    def handle(self, *args: Any, host: str, port: int, study: bool, **options: Any) -> None:
        if not 0 < port < 1 << 16:
            raise CommandError(f"A port is 1 to 65535, not {port}.", returncode=2)
        if not host:
            raise CommandError("Give an address to listen on, such as 127.0.0.1.", returncode=2)
        try:
            refuse_unless_prepared()
        except Error as error:
            # A server that is away, or a locked file, for a moment keeps no process from starting.
            if connection.vendor == "sqlite" and "locked" not in str(error):
                name = connection.settings_dict["NAME"]
                raise CommandError(f"The database {name} cannot be read: {error}") from error
        connection.close()
        heavy.for_study = study
        # Silence Daphne's messages about connections; other loggers keep their level.
        logging.getLogger("daphne").setLevel(logging.WARNING)
        if not settings.DEBUG:
            try:
                static_files.collect()
            except OSError as error:
                raise CommandError(f"Cannot write the files of STATIC_ROOT: {error}") from error
        # Let a figure page that is computing yield to a move at once.
        sys.setswitchinterval(SWITCH_SECONDS)
        # WhiteNoise looks for files once, when the application is created.
        from hanabi_site.asgi import application

        if study:
            give_way()  # once started, or on a busy machine starting would take minutes

        async def announce_and_resume() -> None:
            self.stdout.write(f"Hanabi Lab is at http://{host}:{port}/ (Ctrl+C stops it).")
            self.stdout.flush()
            searching = asyncio.create_task(look_for_garbage())
            if not study:
                await runner.resume_all()
                await collect_traces()
            await searching

        server = PoliteServer(
            application,
            endpoints=build_endpoint_description_strings(host=host, port=port),
            on_listening=announce_and_resume,
            ping_interval=PING_SECONDS,
            ping_timeout=PONG_SECONDS,
            websocket_max_message_size=MAX_MESSAGE_BYTES,
            websocket_max_frame_size=MAX_FRAME_BYTES,
            proxy_forwarded_address_header="X-Forwarded-For" if settings.BEHIND_PROXY else None,
        )
        server.run()
        if server.failure:
            taken = os.strerror(errno.EADDRINUSE) in server.failure
            advice = f"\nIs another server running? Choose another port: PORT={port + 1} make"
            raise CommandError(
                f"Cannot listen on {host}:{port}: {server.failure}{advice if taken else ''}"
            )
