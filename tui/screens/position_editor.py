"""The editor of positions: the map, the units and fields, and a check after each change."""
