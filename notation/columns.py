"""Where the items of a line stand in its text, for messages about what a line means.

The reader does not keep columns: they are needed only when something is wrong.
"""

from senpu.notation.faults import NotationError
from senpu.notation.lexer import TOKEN, Kind, token


def item_columns(text: str) -> list[int]:
    """The column (from 1) at which each item of a faultless line begins."""
    columns: list[int] = []
    again = 0
    for match in TOKEN.finditer(text):
        try:
            kind = token(match[0]).kind
        except NotationError:
            continue
        if kind is Kind.AGAIN:
            again = match.start() + 1
        elif kind not in (Kind.TURN, Kind.TAG, Kind.ARGUMENT):
            columns.append(again or match.start() + 1)
            again = 0
    return columns
