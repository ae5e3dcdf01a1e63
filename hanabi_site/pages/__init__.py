"""Pages that belong to no app, and static files: documents, errors, bundles."""
