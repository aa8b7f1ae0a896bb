"""The layout of maps: shared by the text, the pictures and the widgets."""
