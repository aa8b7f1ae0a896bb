"""The words of the machine lines that a log may hold. What such a line says is read elsewhere:
few logs have any, and whoever reads the others need not know how."""

SEAL, KEY = "seal", "key"
SIGNED = frozenset((SEAL, KEY))
"""Of the lines that a side signs."""
DICE = "dice"
HAND, REVEAL = "hand", "reveal"
OF_HANDS = frozenset((HAND, REVEAL))
"""Of the lines on sealed cards."""
