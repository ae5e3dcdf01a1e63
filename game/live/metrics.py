"""What the sockets of this process did, for Prometheus."""

from __future__ import annotations

from prometheus_client import Counter, Histogram

REQUESTS = Histogram(
    "hanabi_table_request_seconds",
    "From a client's message to its answer.",
    ["kind"],
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
AWAY = Counter("hanabi_database_away_total", "Works of sockets that met no database.")
FAULTS = Counter("hanabi_socket_faults_total", "Sockets that a fault of ours closed.")
