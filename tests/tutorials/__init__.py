"""The command sequences of the tutorials and guides, run as printed."""
