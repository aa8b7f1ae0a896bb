"""The programs of November 2026 with their hand-made evaluations: fixed opponents.

`brisk`, `greedy` and `tree` play as they did when they left the product. The strength of the
product's programs is measured against them, so that figures of different versions compare.
"""
