"""Verdicts, comparison of copies, fairness of dice, face-down cards, and audits."""
