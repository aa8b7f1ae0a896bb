"""Events to states: the reducer, the timeline, verifying, odds, and programs that play.

Never draws a number, reads a clock or a locale, and never depends on hash order: the same
log gives the same states everywhere. Imports no screen.
"""
