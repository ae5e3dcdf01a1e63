"""Pages of the analysis: one module per page or group of pages."""
