"""The measurement of the influence of the unknown values."""
