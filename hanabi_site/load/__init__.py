"""A load on the site: people, bots and onlookers at many tables, over HTTP and real sockets, and
how long each move takes to be accepted and to be seen."""
