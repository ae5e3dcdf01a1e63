"""Learning the game: a first game with a script, and the rules with pictures from it."""
