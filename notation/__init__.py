"""Text to events and back: the notation of Senpu (`spec/notation.md`).

Knows no game, no rules and no files. The same text always reads as the same events,
and every byte of it is either read or reported by a :class:`senpu.notation.faults.Fault`.
Below all other packages, it also has what every one of them needs: the root of errors, and
the user's places (:mod:`senpu.notation.user_folders`).
"""
