"""Tests of the First Shanghai Incident: one for each printed rule, the readings, the laws."""
