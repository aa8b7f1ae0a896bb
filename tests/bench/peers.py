"""The peers' side of the comparison: python-chess reading a PGN, OpenSpiel's backgammon."""

import io
from random import Random
from time import perf_counter


def chess_games(games: int = 30, plies: int = 80) -> tuple[str, int]:
    """A PGN of random games, and how many plies it holds."""
    import chess.pgn

    random = Random(1)
    texts, total = [], 0
    for _ in range(games):
        game = chess.pgn.Game()
        node: chess.pgn.GameNode = game
        board = game.board()
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = random.choice(moves)
            board.push(move)
            node = node.add_variation(move)
            total += 1
        texts.append(str(game))
    return "\n\n".join(texts) + "\n", total


def chess_rate(pgn: str, plies: int) -> float:
    """Plies per second that python-chess reads."""
    import chess.pgn

    file = io.StringIO(pgn)
    start = perf_counter()
    read = 0
    while game := chess.pgn.read_game(file):
        read += game.end().ply()
    spent = perf_counter() - start
    assert read == plies
    return plies / spent


def backgammon_rate(games: int = 4) -> float:
    """Events per second of random backgammon played from Python: legal actions and apply."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    random = Random(1)
    events = 0
    start = perf_counter()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            events += 1
    return events / (perf_counter() - start)
