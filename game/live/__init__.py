"""The live site: sockets of tables and replays, and the runner that makes agents' moves."""
