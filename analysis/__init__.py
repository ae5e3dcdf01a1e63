"""Analysis of traces and archives: figures, pages, experiments, replications of papers."""
