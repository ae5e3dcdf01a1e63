"""The rules of Hanabi: games, moves, what each seat sees, and a text form."""
