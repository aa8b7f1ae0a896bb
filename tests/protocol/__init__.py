"""Checks of `protocol.md`: a state machine of two players, and an exhaustive search."""
