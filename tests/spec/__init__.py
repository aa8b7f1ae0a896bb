"""Tests of the data files: reading, checking and correcting them."""
