"""The library: recorded games found, verified, filtered and sorted."""
