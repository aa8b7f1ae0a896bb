"""A recorded game as one page that replays it: no network, no library, nothing but the file."""
