"""What a game is shared as: pictures, pages, posts."""
