"""A whole site of our own to put a load on: one process, or several on PostgreSQL and Redis behind
nginx with the configuration of `deploy/`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from django.conf import settings
from django.db.utils import ConnectionHandler

from hanabi_site.database import database_settings
from hanabi_site.load.server import OwnServer, free_port

CONFIGURATION = """
daemon off;
{user}
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 16384; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    map $http_upgrade $hanabi_connection {{ default upgrade; '' ''; }}
    map $scheme $hanabi_scheme {{ default $scheme; }}
    map $uri $hanabi_spread {{
        ~^/(?:ws/)?tables/(?<slug>[a-z0-9]+)/ $slug;
        default $request_id;
    }}
    upstream hanabi_tables {{
        hash $hanabi_spread consistent;
        {tables}
    }}
    upstream hanabi_study {{ {study} }}
    server {{
        listen 127.0.0.1:{port};
        include {site};
    }}
}}
"""


class Site:
    """`processes` for tables; where there are several, one more for pages of figures. The database
    is LOAD_DATABASE_URL, the Redis REDIS_URL, as the environment has them."""

    def __init__(self, folder: Path, processes: int = 1, finished: int = 0) -> None:
        self.folder, self.finished = folder, finished
        behind = processes > 1
        self.servers = [OwnServer(folder, number) for number in range(processes)]
        if behind:
            self.servers.append(OwnServer(folder, processes, study=True))
        self.port = free_port() if behind else self.servers[0].port
        self.url = f"http://127.0.0.1:{self.port}"
        self._stack = ExitStack()

    def __enter__(self) -> Site:
        self.servers[0].migrate()
        if self.finished:
            self._fill()
        try:
            for server in self.servers:
                server.start()
                self._stack.callback(server.__exit__)
            if len(self.servers) > 1:
                self._start_nginx()
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def cpu_seconds(self) -> float:
        """Processor time of all processes so far."""
        return sum(server.cpu_seconds() for server in self.servers)

    def rss_mb(self) -> float:
        """Resident memory of all processes."""
        return sum(server.rss_mb() for server in self.servers)

    def count_statements(self) -> int:
        """SQL statements so far, up to a second ago."""
        return sum(server.count_statements() for server in self.servers)

    def database_bytes(self) -> int:
        """What the database takes on disk."""
        told = database_settings(self.servers[0].database)
        connection = ConnectionHandler({"default": told})["default"]
        statement = (
            "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
            if connection.vendor == "sqlite"
            else "SELECT pg_database_size(current_database())"
        )
        with connection.cursor() as cursor:
            cursor.execute(statement)
            size = int(cursor.fetchone()[0])
        connection.close()
        return size

    def _fill(self) -> None:
        filling = "from hanabi_site.load.filling import fill"
        program = f"import django; django.setup(); {filling}; fill({self.finished})"
        environment = self.servers[0].environment | {
            "DJANGO_SETTINGS_MODULE": "hanabi_site.settings"
        }
        subprocess.run(
            [sys.executable, "-c", program], cwd=settings.BASE_DIR, env=environment, check=True
        )

    def _start_nginx(self) -> None:
        nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
        if nginx is None:
            raise RuntimeError("Several processes need nginx: sudo apt install nginx-light")
        file = self.folder / "nginx.conf"
        file.write_text(self.configuration())
        process = subprocess.Popen([nginx, "-c", str(file)])
        self._stack.callback(process.wait)
        self._stack.callback(process.terminate)
        until = time.monotonic() + 10
        while time.monotonic() < until:
            with suppress(URLError, OSError), urlopen(f"{self.url}/healthz", timeout=5):
                return
            time.sleep(0.1)
        raise RuntimeError("nginx did not start.")

    def configuration(self) -> str:
        """For nginx: ours is what `deploy/nginx/` has, on other ports."""
        *tables, study = self.servers
        return CONFIGURATION.format(
            folder=self.folder,
            user="user root;" if os.geteuid() == 0 else "",
            tables="\n        ".join(f"server 127.0.0.1:{server.port};" for server in tables),
            study=f"server 127.0.0.1:{study.port};",
            port=self.port,
            site=settings.BASE_DIR / "deploy/nginx/site.conf",
        )
