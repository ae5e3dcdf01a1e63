"""What a player or a spectator may see of a table: frames, hands, hints, explanations."""
