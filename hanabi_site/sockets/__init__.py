"""The site's WebSockets: origin checks, group messages, and dropping clients that do not read."""
