"""Log files: opened for reading, and appended to so that no acknowledged line is lost.

Knows the notation, but no rules. The recorded games stand in `library/`.
"""
