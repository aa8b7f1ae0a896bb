"""Tests of the guarantees of logs: `python -m tests.reliability` (`spec/reliability.md`)."""
