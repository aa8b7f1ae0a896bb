"""Tests of 800: one for each printed rule, and the laws of all positions."""
