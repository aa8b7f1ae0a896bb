"""Tests of the full-screen program, through Textual's pilot: keys, mouse, sizes, pictures."""
