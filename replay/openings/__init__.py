"""Openings: books of the positions that games went through, and how those games ended.

reading     one log -> the positions it went through, as numbers
shelf       the file a book is: its tables
binding     many logs -> a book
book        a book -> moves, counts, sample games
spelling    a book's move in the names of the position at hand
"""
