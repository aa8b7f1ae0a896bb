"""Senpu: notation, logs and replay of board wargames."""
