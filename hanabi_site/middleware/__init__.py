"""The site's Django middleware: response headers, compression, error pages, and a limit on the
processor time of expensive pages.
"""
