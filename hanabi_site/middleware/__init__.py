"""Django's middleware of the site: response headers, compression, error pages, heavy pages."""
