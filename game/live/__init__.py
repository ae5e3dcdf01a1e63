"""Sockets of tables and replays, and the runner of the agents."""
