"""The Shanghai-Nanjing campaign."""
