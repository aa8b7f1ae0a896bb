"""Programs that play, search, evaluation by playouts, review, and statistics."""
