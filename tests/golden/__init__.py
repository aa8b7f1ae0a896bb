"""Golden transcripts: the output of the program for each recorded game, event by event.

`python -m tests.golden` rewrites them, and the test compares them. A changed transcript means that
the meaning of logs has changed, so commit it with an explanation.
"""
