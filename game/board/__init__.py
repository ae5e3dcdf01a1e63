"""What a seat or a spectator may see of a table."""
