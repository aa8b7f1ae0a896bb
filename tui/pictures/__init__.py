"""Positions as pictures in SVG: the same drawing stands alone and on the page of a whole game."""
