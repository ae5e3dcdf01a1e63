"""Papers that are made again here, and what comes of it."""
