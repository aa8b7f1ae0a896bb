"""Learning the value of a position from games between programs."""
