"""Tests of the reducer and the analysis of logs for all games."""
