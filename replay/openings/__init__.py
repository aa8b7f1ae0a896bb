"""Openings: books of the positions that games reached, and the results of those games.

reading     one log -> the numbers of its positions, and the moves between them
shelf       the file of a book: its tables
binding     many logs -> a book
book        a book -> moves, counts, sample games
moves       the moves of a book at one position: names, odds
walk        play the moves of a book in a variation of a log
"""
