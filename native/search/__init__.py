"""Search: a seat that tries its moves on the games that it may be in."""
