"""Search: choose a move by simulating it in deals that are consistent with the seat's view."""
