"""Tests of 800: one a printed rule, and the laws that hold on every position."""
