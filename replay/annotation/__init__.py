"""Notes, variations and annotated texts of a log."""
