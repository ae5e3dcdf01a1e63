"""Learning the game: a scripted first game, and the rules with pictures from it."""
