"""WebSockets of the site: refused ones, groups that messages go to, clients that do not read."""
