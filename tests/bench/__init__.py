"""Benchmarks of Senpu against other programs: `python -m tests.bench`.

Every figure is a ratio of two things measured in turn in one run, as the median over several
rounds; none is a timed test. The peers (python-chess, OpenSpiel) are the extra `bench`.
"""
