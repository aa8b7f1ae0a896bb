"""A recorded game as one self-contained HTML page that replays it."""
