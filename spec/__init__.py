"""The games as data: words, maps, counters, tables and rule texts.

The data are read only through :mod:`senpu.spec.loader`, and texts through
:mod:`senpu.spec.texts`. Every value that matters for play has its provenance
(`spec/en/reference/data-files.md`).
"""
