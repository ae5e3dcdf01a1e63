"""The tables at which people and agents play: their pages, sockets, replays and lessons."""
