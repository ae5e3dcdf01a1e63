"""Learning the game: scripted lessons, card pictures for the page of rules, and the front page's
recorded game.
"""
