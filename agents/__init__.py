"""The agents that play Hanabi: their kinds, training, archives, and measurements of their games."""
