"""The games: one package each, with the module `rules` that defines `RULES`."""
