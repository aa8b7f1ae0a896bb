"""The Shanghai-Nanjing campaign of 1937, Bonsai Games 2016."""
