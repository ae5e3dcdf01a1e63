"""Who the others at a table may be, from what they do."""
