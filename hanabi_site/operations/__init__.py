"""Operation of the site: the server process, backups, health checks, metrics and logs."""
