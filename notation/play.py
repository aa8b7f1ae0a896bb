"""One line of a game as a value: its tokens put together (`spec/notation.md`, 5).

Does not know where the line stands in its file, nor what a rule allows. Linear in the
length of the line.
"""

import msgspec

from notation.encoding import decoded
from notation.events import Act, Event, Word
from notation.faults import Fault, NotationError, located
from notation.lexer import TAG, TOKEN, TURN, Kind, arguments, items_by_text, token
from notation.lines import Item, Play, Remark
from notation.mistakes import shown

MOST = 16
"""Faults told one by one of one line; what lies beyond is counted in one more."""


def play_line(number: int, text: str) -> tuple[Play, list[Fault]]:
    """A line of the game as a value, and every fault in it (the value then lacks those parts).

    >>> line, faults = play_line(1, "T1 J: i3>D")
    >>> line.turn, faults
    (1, [])
    """
    # A text may come from a keyboard as well as from a file, so its characters are checked.
    if text.isascii() and text.isprintable():
        return read_play(number, text)
    text, faults = decoded(number, encoded(text))
    line, more = read_play(number, text)
    return line, faults + more


def encoded(text: str) -> bytes:
    """A text as bytes: those that stood for it, where it came from a stream that escapes what is
    no UTF-8; other lone surrogates as they are, which is no UTF-8 either."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def read_play(number: int, text: str) -> tuple[Play, list[Fault]]:
    """As :func:`play_line`, of a text whose characters have been checked."""
    line = plain_line(text)
    return _any_line(number, text) if line is None else (line, [])


Spoken = list[tuple[int, list[str]]]
"""Words that have arguments: where each stands among the items, and its arguments."""


_known_item = items_by_text.__getitem__


def plain_line(text: str) -> Play | None:
    """The quick way, for a line of nothing but whole tokens read before; else nothing.

    Most lines of most logs are such; they cost a dictionary look-up a token.
    """
    # Blanks part the tokens of a line without dice, remarks and brackets.
    said, _, remark = text.partition(" {")
    try:
        items = map(_known_item, TOKEN.findall(said) if "[" in said else said.split(" "))
        if not remark:
            return Play(tuple(items))
        if remark.find("}") == len(remark) - 1 and "\\" not in remark:
            return Play((*items, Remark(remark[:-1])))
    except KeyError:
        pass  # a turn mark, an argument …
    found: list[Item] = []
    turn: int | None = None
    tag = ""
    if text[-10:-8] == " ~":
        if not TAG.fullmatch(text, len(text) - 9):
            return None
        tag = text[-8:]
        text = text[:-10]
    spoken: Spoken = []
    append, known = found.append, items_by_text.get
    pieces = iter(TOKEN.findall(text))
    for piece in pieces:
        item = known(piece)
        if item is not None:
            append(item)
        elif piece[0] == "T" and turn is None and not found:
            if not TURN.fullmatch(piece):
                return None
            turn = int(piece[1:])
        elif piece[0] == "{":
            try:
                append(token(piece).value)
            except NotationError:
                return None
        elif piece == "&":
            following = known(next(pieces, ""))
            if not isinstance(following, Act):
                return None
            append(_again(following))
        elif found and type(found[-1]) is Word and piece in arguments:
            _add_argument(spoken, len(found) - 1, piece)
        else:
            return None
    if spoken:
        _give_arguments(found, spoken)
    return Play(tuple(found), turn, tag)


def _any_line(number: int, text: str) -> tuple[Play, list[Fault]]:
    """The thorough way: any line, each fault with its column."""
    items: list[Item] = []
    faults: list[Fault] = []
    turn: int | None = None
    tag, tagged = "", 0
    again = speaking = False  # an & waits for its act; a word may still take arguments
    opened: list[int] = []
    spoken: Spoken = []
    surplus: list[int] = []

    def fault(ident: str, column: int, message: str, hint: str = "") -> None:
        if len(faults) < MOST:
            faults.append(located(ident, number, text, message, column, hint))
        else:
            surplus.append(column)

    for match in TOKEN.finditer(text):
        column = match.start() + 1
        if tag:
            fault("badTag", tagged, "a tag stands only at the end of its line")
            tag = ""
        try:
            kind, value = token(match[0])
        except NotationError as error:
            fault(error.fault, column + error.offset, error.message, error.hint)
            again = speaking = False
            continue
        if again and not isinstance(value, Act):
            fault("badAgain", column, "no act stands behind &", BEHIND_AND)
            again = False
        if kind is Kind.ARGUMENT:
            if speaking:
                _add_argument(spoken, len(items) - 1, value)
            else:
                fault(
                    "strayArgument",
                    column,
                    f"{shown(match[0])} belongs to no word and is no event",
                    "units, places, cards and numbers stand behind a word: lose i3",
                )
            continue
        speaking = kind is Kind.WORD
        if kind is Kind.AGAIN:
            again = True
        elif kind is Kind.TURN:
            if items or turn is not None:
                hint = "a turn mark stands first on its line"
                fault("misplacedTurn", column, f"T{value} stands inside a line", hint)
            else:
                turn = value
        elif kind is Kind.TAG:
            tag, tagged = value, column
        elif kind is Kind.CLOSE and not opened:
            fault("unbalancedBracket", column, "this ) closes nothing", "a what-if line is ( … )")
        else:
            if kind is Kind.OPEN:
                opened.append(column)
            elif kind is Kind.CLOSE:
                opened.pop()
            items.append(_again(value) if again else value)
            again = False
    if again:
        fault("badAgain", text.rindex("&") + 1, "no act stands behind &", BEHIND_AND)
    for column in opened:
        fault(
            "unbalancedBracket",
            column,
            "this ( is not closed on its line",
            "a what-if line is ( … )",
        )
    if surplus:
        message = f"{len(surplus):,} more faults on this line"
        faults.append(located("moreFaults", number, text, message, min(surplus)))
    _give_arguments(items, spoken)
    return Play(tuple(items), turn, tag), faults


BEHIND_AND = "& t1>D goes on with the same activation"


def _again(act: Act) -> Event:
    return msgspec.structs.replace(act, again=True)  # type: ignore[return-value]


def _add_argument(spoken: Spoken, index: int, argument: str) -> None:
    if spoken and spoken[-1][0] == index:
        spoken[-1][1].append(argument)
    else:
        spoken.append((index, [argument]))


def _give_arguments(items: list[Item], spoken: Spoken) -> None:
    """Each word with its arguments, made once: a word may have very many."""
    for index, args in spoken:
        word = items[index]
        assert isinstance(word, Word)
        items[index] = Word(word.word, tuple(args), again=word.again, payer=word.payer)
