"""Long work on a log that a command and the viewer share: review, export, report for an arbiter.

Each function takes the log and its options, not the arguments of a command, and prints nothing.
"""
