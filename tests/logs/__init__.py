"""Tests of log files: what appending promises, and reading one back."""
