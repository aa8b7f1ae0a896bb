"""The layout of maps for texts, pictures and widgets."""
