"""Parse a line of a game: combine its tokens (`spec/en/reference/notation.md`, 5).

The module knows neither the place of the line in its file nor the rules. It is linear in the
length of the line.
"""

import re
from typing import Any

import msgspec

from senpu.notation.encoding import decode_row
from senpu.notation.events import Event, UnitEvent, Word
from senpu.notation.faults import Fault, NotationError, make_fault
from senpu.notation.lexer import (
    PHRASE,
    TAG,
    TOKEN,
    UNITS,
    TokenKind,
    cache_item,
    parse_token,
    phrases,
    turns,
)
from senpu.notation.lines import Comment, Item, Play
from senpu.notation.messages import Message
from senpu.notation.mistakes import cut, width_hint

UNIT_ALONE = re.compile(UNITS)
MOST = 16
"""Maximum number of faults reported for a line; one more fault counts the rest."""


def parse_line(number: int, text: str) -> tuple[Play, list[Fault]]:
    """Return a line of the game as a value, without its invalid parts, and its faults.

    >>> line, faults = parse_line(1, "T1 J: i3>D")
    >>> line.turn, faults
    (1, [])
    """
    # A text may be typed, so its characters are checked.
    if text.isascii() and text.isprintable():
        return parse_checked_line(number, text)
    text, faults = decode_row(number, encode_text(text))
    line, more = parse_checked_line(number, text)
    return line, faults + more


def encode_text(text: str) -> bytes:
    """Return the bytes of a text that was decoded with `surrogateescape`.

    Any other lone surrogate becomes bytes that are not UTF-8.
    """
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def parse_checked_line(number: int, text: str) -> tuple[Play, list[Fault]]:
    """Do the same as :func:`play_line`, for a text whose characters have been checked."""
    line = parse_cached_line(text)
    return _parse_any_line(number, text) if line is None else (line, [])


_item = phrases.__getitem__


def parse_cached_line(text: str) -> Play | None:
    """Return a line if it has only cached phrases, else None.

    Most lines of most logs are such lines; they cost one dictionary look-up per phrase.
    """
    try:
        if "[" not in text:
            return Play(tuple(map(_item, text.split(" "))))
        if "{" not in text:
            return Play(tuple(map(_item, PHRASE.findall(text))))
    except KeyError:
        pass
    return _parse_marked_line(text)


def _parse_marked_line(text: str) -> Play | None:
    """Return a line of cached texts with a turn mark, arguments, comments or a tag, else None."""
    if "\\" in text:
        return None
    turn: int | None = None
    tag = ""
    if text[-10:-8] == " ~" and TAG.fullmatch(text, len(text) - 9):
        text, tag = text[:-10], text[-8:]
    if text[:1] == "T":
        mark, _, text = text.partition(" ")
        turn = turns.get(mark)
        if turn is None:
            return None
    chunk, *remarked = text.split("{")
    try:
        found = [*map(_item, PHRASE.findall(chunk))]
        for part in remarked:
            remark, closed, chunk = part.partition("}")
            if not closed:
                return None
            found.append(Comment(remark))
            found += map(_item, PHRASE.findall(chunk))
    except KeyError:
        return None
    return Play(tuple(found), turn, tag)


WordArguments = list[tuple[int, list[str]]]
"""The words with arguments: by the index of their item, their text and their arguments."""


def _parse_any_line(number: int, text: str) -> tuple[Play, list[Fault]]:
    """Parse any line, and report each fault with its column."""
    items: list[Item] = []
    faults: list[Fault] = []
    turn: int | None = None
    tag, tagged = "", 0
    again = speaking = False  # an & waits for its event; a word may still take arguments
    word_text = ""
    opened: list[int] = []
    spoken: WordArguments = []
    surplus: list[int] = []

    def fault(
        ident: str,
        column: int,
        key: str | Message = "message",
        hint: str | Message | None = "hint",
        **fields: Any,
    ) -> None:
        if len(faults) < MOST:
            faults.append(make_fault(ident, number, text, key, column, hint, **fields))
        else:
            surplus.append(column)

    for match in TOKEN.finditer(text):
        column = match.start() + 1
        if tag:
            fault("badTag", tagged)
            tag = ""
        try:
            kind, value = parse_token(match[0])
        except NotationError as error:
            wide = None if match[0].isascii() else width_hint(text, match[0])
            fault(error.fault, column + error.offset, error.message, wide or error.hint)
            again = speaking = False
            continue
        if again and not isinstance(value, UnitEvent):
            fault("badAgain", column)
            again = False
        if kind is TokenKind.ARGUMENT:
            if speaking:
                _add_argument(spoken, len(items) - 1, word_text, value)
            else:
                is_side = not items and len(match[0]) == 1 and match[0].isupper()
                is_last = not text[match.end() :].strip(" ")
                is_unit = is_last and UNIT_ALONE.fullmatch(match[0])  # a shell may have taken >D
                hint = "side" if is_side else "unit" if is_unit else "hint"
                fault("strayArgument", column, hint=hint, text=cut(match[0]))
            continue
        word_text, speaking = match[0], kind is TokenKind.WORD
        if kind is TokenKind.AGAIN:
            again = True
        elif kind is TokenKind.TURN:
            if items or turn is not None:
                fault("misplacedTurn", column, turn=value)
            else:
                turn = value
        elif kind is TokenKind.TAG:
            tag, tagged = value, column
        elif kind is TokenKind.CLOSE and not opened:
            fault("unbalancedBracket", column, "close")
        else:
            if kind is TokenKind.OPEN:
                opened.append(column)
            elif kind is TokenKind.CLOSE:
                opened.pop()
            if again:
                value, again = _mark_continuation(value), False
                cache_item(f"& {word_text}", value)
            items.append(value)
    if again:
        fault("badAgain", text.rindex("&") + 1)
    for column in opened:
        fault("unbalancedBracket", column)
    if surplus:
        faults.append(
            make_fault("moreFaults", number, text, "message", min(surplus), n=len(surplus))
        )
    _give_arguments(items, spoken)
    return Play(tuple(items), turn, tag), faults


def _mark_continuation(act: UnitEvent) -> Event:
    return msgspec.structs.replace(act, again=True)  # type: ignore[return-value]


def _add_argument(spoken: WordArguments, index: int, word: str, argument: str) -> None:
    if spoken and spoken[-1][0] == index:
        spoken[-1][1].append(argument)
    else:
        spoken.append((index, [word, argument]))


def _give_arguments(items: list[Item], spoken: WordArguments) -> None:
    """Build each word with its arguments once: a word may have very many arguments."""
    for index, texts in spoken:
        word = items[index]
        assert isinstance(word, Word)
        items[index] = Word(word.word, tuple(texts[1:]), again=word.again, payer=word.payer)
        if not word.again:
            cache_item(" ".join(texts), items[index])
