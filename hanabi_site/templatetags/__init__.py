"""Django template tags of the whole site."""
