"""The check of texts and names against `banned.txt`, the list of the style guide."""
