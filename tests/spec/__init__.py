"""Tests of the data: how it is read, checked, corrected and told apart."""
