"""Text to events and back: the notation of Senpu (`spec/notation.md`).

Knows no game, no rules and no files. The same text always reads as the same events,
and every byte of it is either read or reported by a :class:`notation.faults.Fault`.
"""
