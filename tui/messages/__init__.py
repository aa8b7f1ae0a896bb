"""Messages in English and Japanese."""
