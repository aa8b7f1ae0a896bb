"""Positions as SVG pictures, for single files and for the page of a game."""
