"""Openings: books of the positions that games went through, and how those games ended.

reading     one log -> the positions it went through, as numbers
shelf       the file a book is: its tables
binding     many logs -> a book
book        a book -> moves, counts, sample games
trail       the events of a game -> how it left its positions
moves       the moves of a book at one position: names, odds
ahead       play along the moves of a book, next to a log
"""
