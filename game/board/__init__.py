"""The views of a table for players and spectators: frames, hands, hints, explanations."""
