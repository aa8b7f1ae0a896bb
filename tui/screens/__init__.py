"""The screens of the full-screen program and their keys."""
