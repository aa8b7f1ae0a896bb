"""The documentation site: its sources, its build with Sphinx, and its checks."""
