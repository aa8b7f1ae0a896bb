"""Tests of the public Python API and of the distribution."""
