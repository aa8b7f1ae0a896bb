"""Tests of shared games: pictures, pages, posts."""
