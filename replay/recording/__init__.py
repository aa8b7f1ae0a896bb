"""Writing logs: drafting, appending, rolling, dealing, sealing, migrating."""
