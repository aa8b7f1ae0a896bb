"""800: the defence of the Sihang Warehouse, in two editions (`spec/800/en/rules.md`)."""
