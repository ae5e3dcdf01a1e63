"""How people move, learned from games of theirs: positions, training, and how well it is known."""
