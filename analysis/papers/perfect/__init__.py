"""Play by those who see every hand: what was measured, what others found, and the figures."""
