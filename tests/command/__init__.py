"""Tests of the `senpu` command: what it prints, what it writes, its exit status."""
