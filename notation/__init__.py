"""Convert texts to events and back: the notation of Senpu (`spec/en/reference/notation.md`).

The package knows no game, no rules and no files. The same text always gives the same events,
and each byte of it is either read or reported by a :class:`senpu.notation.faults.Fault`.
As the lowest package it also has what every other package needs: the root of errors, and
the user's folders (:mod:`senpu.notation.user_folders`).
"""
