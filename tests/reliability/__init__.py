"""What is promised of logs, tried out: `python -m tests.reliability` (`spec/reliability.md`)."""
