"""The engine of all games: rules contract, reducer, timeline, registry, views, narration."""
