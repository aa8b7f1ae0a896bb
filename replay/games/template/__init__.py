"""Template: areas, one event for each side in a turn, one die for an attack."""
