"""Positions, games and reports as plain text."""
