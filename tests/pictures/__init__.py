"""Pictures of the viewer for README.md: a recorded game of each rule set, as SVG.

`python -m tests.pictures` takes them anew, with Textual's own screenshot; the test asks only that
each shows the position that it is named for, so that a change of style leaves them be.
"""
