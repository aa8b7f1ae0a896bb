"""Texts, positions and cases for other programs that read logs or play the games."""
