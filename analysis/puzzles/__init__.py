"""Where the puzzles come from."""
