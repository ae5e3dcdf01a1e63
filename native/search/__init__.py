"""Search: a seat simulates its moves in the worlds that its view allows."""
