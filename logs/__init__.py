"""Log files: reading, durable appending, the hash chain, seals, and the notes of a log.

The package knows the notation, but no rules. The recorded games are in `library/`.
"""
