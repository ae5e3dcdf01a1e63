"""The rules of Hanabi: a game, its moves, what each seat sees, and its text form."""
