"""Tests of the machine that folds logs into positions, whatever the game."""
