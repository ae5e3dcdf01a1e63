"""The site's WebSockets: which are refused, how groups get messages, clients that do not read."""
