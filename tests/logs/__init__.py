"""Tests of log files: the guarantees of appending, and reading."""
