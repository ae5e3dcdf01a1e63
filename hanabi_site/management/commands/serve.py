"""`manage.py serve`: the site on one port, pages and sockets together."""

import asyncio
import gc
import logging
import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from game.live import runner
from hanabi_site import heavy, statements, static_files
from hanabi_site.server import PoliteServer

# Players' messages are a few hundred bytes in one frame; anything larger is a mistake or an attack.
MAX_FRAME_BYTES = 16384
# This limit holds for what is sent as well: all of a long game, with every move's reason.
MAX_MESSAGE_BYTES = 1 << 20
# A dead network says no goodbye. Daphne looks every two seconds: who does not answer is gone within
# five, and whoever is only slow dials again.
PING_SECONDS = 1
PONG_SECONDS = 2.5
# For which one thread computes before another may; Python's own is ten times as long.
SWITCH_SECONDS = 0.00005
# Of a process for pages of figures: tables come first.
STUDY_NICENESS = 15
GARBAGE_SECONDS = 15.0
"""Between two searches of everything for garbage: each holds up all tables for a moment, and Python
would make one every few seconds while many play."""
NEVER = 1 << 30


def give_way() -> None:
    """Compute only while nobody else wants the processor, as far as the system lets us."""
    os.nice(STUDY_NICENESS)
    if hasattr(os, "SCHED_IDLE"):  # Linux
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


async def look_for_garbage() -> None:
    """Whatever was loaded at the start stays, and is looked through no more."""
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    gc.collect()
    gc.freeze()
    while True:
        await asyncio.sleep(GARBAGE_SECONDS)
        gc.collect()


class Command(BaseCommand):
    help = "Serve the site until it is interrupted."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on")
        parser.add_argument(
            "--study",
            action="store_true",
            help="only pages of figures: it gives way to other processes, and no agent thinks here",
        )

    def handle(self, *args: Any, host: str, port: int, study: bool, **options: Any) -> None:
        heavy.for_study = study
        if study:
            give_way()
        # Everything Daphne would print about connections; our own loggers keep their level.
        logging.getLogger("daphne").setLevel(logging.WARNING)
        if not settings.DEBUG:
            static_files.collect()
        if file := os.environ.get("COUNT_STATEMENTS"):
            statements.count_into(Path(file))
        # A page of figures that computes gives way to a move at once.
        sys.setswitchinterval(SWITCH_SECONDS)
        # WhiteNoise looks for files once, when the application is made.
        from hanabi_site.asgi import application

        async def announce_and_resume() -> None:
            self.stdout.write(f"Hanabi Lab is at http://{host}:{port}/ (Ctrl+C stops it).")
            self.stdout.flush()
            searching = asyncio.create_task(look_for_garbage())
            if not study:
                await runner.resume_all()
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
            raise CommandError(
                f"Cannot listen on {host}:{port}: {server.failure}\n"
                f"Is another server running? Choose another port: PORT={port + 1} make"
            )
