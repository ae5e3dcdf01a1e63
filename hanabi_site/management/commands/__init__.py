"""One module per command that operates the site: serve, backup, restore and others."""
