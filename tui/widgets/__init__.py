"""What the screens are made of. A widget is shown a scene and holds no game."""
