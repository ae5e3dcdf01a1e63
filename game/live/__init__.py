"""Sockets, and the agents that move while they are open."""
