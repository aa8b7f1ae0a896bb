"""The evidence ledger: public facts about a game as assertions, tested on its data sets."""
