"""Learning the game: scripted lessons, and pictures for the page of rules."""
