"""What the games are made of: words, maps, counters, tables and rule texts, as data.

Read only through :mod:`senpu.spec.loader` (and :mod:`senpu.spec.texts` for prose). Every value that
matters for play carries its standing; see `spec/data.md`.
"""
