"""The Russo-Japanese War: hexes, sixteen two-sided cards, morale, and a naval option."""
