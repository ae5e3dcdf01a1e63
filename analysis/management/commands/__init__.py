"""One module per command about evaluations, recorded games and studies."""
