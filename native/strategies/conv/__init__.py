"""The convention agent: reads and gives clues as experienced people do."""
