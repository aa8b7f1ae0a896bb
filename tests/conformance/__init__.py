"""Texts, positions and cases for programs that read logs or play by the rules."""
