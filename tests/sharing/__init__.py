"""Tests of pictures, pages and posts."""
