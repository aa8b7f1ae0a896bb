"""Pictures of the viewer for pages: a recorded game of each rule set, as SVG.

`python -m tests.pictures` takes them again with Textual's screenshots; the tests only check that
each shows its position, so that a change of style does not fail them.
"""
