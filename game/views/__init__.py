"""Views of the game's pages, one module per area of the site."""
