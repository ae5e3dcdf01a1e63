"""The game's pages, one module per place."""
