"""The screens of the full-screen program: what stands on each, and its keys."""
