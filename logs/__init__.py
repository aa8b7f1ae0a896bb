"""Log files: opened for reading, and appended to so that no acknowledged line is lost; the chain
and the seals in them; and the notes beside them.

Knows the notation, but no rules. The recorded games stand in `library/`.
"""
