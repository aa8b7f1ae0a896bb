"""Golden transcripts: what the program says of each recorded game, event by event.

`python -m tests.golden` writes them anew; the test compares. A change of a transcript is a
change of what logs mean, so it belongs into the commit that explains it.
"""
