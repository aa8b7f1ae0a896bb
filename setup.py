"""The packages of the distribution: every folder below these is one, so a new game needs no line.

Everything else is in `pyproject.toml`, which cannot prefix the names that it finds with `senpu.`.
"""

from setuptools import find_namespace_packages, setup

LAYERS = ("logs", "notation", "replay", "spec", "tui")

if __name__ == "__main__":
    patterns = [pattern for layer in LAYERS for pattern in (layer, f"{layer}.*")]
    found = find_namespace_packages(include=patterns, exclude=["*.__pycache__"])
    packages = ["senpu", *(f"senpu.{name}" for name in found)]
    setup(script_name="setup.py", packages=packages)  # so that this file is left out
