"""Tests of the guarantees of logs: `python -m tests.reliability`.

See `spec/en/reference/reliability.md`.
"""
