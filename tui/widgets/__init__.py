"""Widgets of the screens. They draw scenes and hold no game."""
