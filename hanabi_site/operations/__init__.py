"""What operators use: the server process, backups, health checks, metrics, logs."""
