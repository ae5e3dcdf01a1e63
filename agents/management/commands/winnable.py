"""The command `reduced_games` under the name it had before."""

from agents.management.commands.reduced_games import Command

__all__ = ["Command"]
