"""Openings: books of the positions that games reached, repertoires, and drills.

reading     one log -> the numbers of its positions, and the moves between them
shelf       the file of a book: its tables
shards      the work of a build: reading, sorting, counting
binding     many logs -> a book
strengths   the programs that played a game, and which are stronger
book        a book -> moves, counts, sample games
moves       the moves of a book at one position: names, odds
walk        play the moves of a book in a variation of a log
toml_files  files with a version
repertoire  the file of a repertoire: the own choice in each position
coverage    the likely replies to which a repertoire has no answer
problems    positions with the right choice, from a repertoire or a study
drill       questions, answers, and the line between two questions
"""
