"""The user interfaces of Senpu: the `senpu` command, and the full-screen program.

Only the full-screen program imports Textual; the command does so when it opens it.
"""
