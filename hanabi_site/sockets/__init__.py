"""The site's WebSockets: which are refused, how groups get messages, and clients that do not
read."""
