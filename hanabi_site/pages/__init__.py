"""Pages that belong to no app (documents, errors), and the bundling of static files."""
