"""Shared pieces of rules: plain functions over plain data, no base classes."""
