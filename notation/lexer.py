"""Split a line of a game into tokens, and parse the tokens.

The module knows neither the place of a line in its file (the reader does) nor the rules.
Everything is linear in the length of the line: the patterns are possessive, and an
unterminated comment extends to the end of its line, so no input is scanned twice.
"""

import re
from collections import Counter
from enum import IntEnum
from typing import Any, NamedTuple

from senpu.notation.events import OPERATORS, Attack, EndPhase, Roll, Word
from senpu.notation.faults import NotationError
from senpu.notation.lines import Actor, Comment, Glyph, Item, VariationEnd, VariationStart
from senpu.notation.mistakes import cut, hint_for, offset_of

TOKEN = re.compile(
    r"\{[^\\}]*+(?:\\.?[^\\}]*+)*+\}?"  # a comment, or an unterminated one up to the line end
    r"|\[[^\[\]{}()]*+\]?"  # dice
    r"|[^ \t(){}\[\]]++"
    r"|[(){}\[\]]",
    re.DOTALL,
)

UNIT = r"[a-z]++[0-9][a-z0-9]*+"
UNITS = rf"{UNIT}(?:\+{UNIT})*+"
PLACE = r"(?:[A-Z][A-Za-z]*+|[0-9]{2,4})"
CARD = r"(?:#[0-9]{2}|\?[0-9a-f]{8})"
CARDS = rf"{CARD}(?:\+{CARD})*+"
WORDS = r"[a-z]++(?:\+[a-z]++)*+"

PAYER = rf"(?:(?P<payer>{UNITS}|{WORDS}|{CARD})/)?"
TRANSFER = re.compile(
    rf"{PAYER}(?P<units>{UNITS})(?P<op>=>|~>|[@><:])(?P<path>{PLACE}(?:>{PLACE})*+)"
)
ATTACK = re.compile(
    rf"{PAYER}(?P<units>{UNITS})\*(?:(?P<place>{PLACE})(?:\.(?P<target>{UNIT}))?|(?P<alone>{UNIT}))"
)
WORD = re.compile(rf"{PAYER}(?P<word>[a-z]++)")
ARGUMENT = re.compile(rf"{UNITS}|{CARDS}|{PLACE}|0|[1-9][0-9]{{0,8}}")
DIE = re.compile(r"([A-Z]?)(0|[1-9][0-9]{0,3})")
TURN = re.compile(r"T(0|[1-9][0-9]{0,5})")
ACTOR = re.compile(r"([A-Z]):")
TAG = re.compile(r"~[0-9a-f]{8}")
GLYPHS = frozenset(("!", "?", "!!", "??", "!?", "?!"))


class TokenKind(IntEnum):
    """The kinds of tokens, most frequent first."""

    EVENT = 0
    WORD = 1
    ACTOR = 2
    ARGUMENT = 3
    TURN = 4
    REMARK = 5
    TAG = 6
    AGAIN = 7
    GLYPH = 8
    OPEN = 9
    CLOSE = 10


class Token(NamedTuple):
    """A token of a line."""

    kind: TokenKind
    value: Any
    """An item of a line, the text of an argument, the number of a turn, or the digits of a tag."""


PHRASE = re.compile(
    r"(?:[a-z0-9+#?]++/)?+[a-z]++(?![^ ])(?: "
    r"(?:[a-z]++[0-9][a-z0-9+]*+|[A-Z][A-Za-z]*+|[0-9]++|[#?][0-9a-f#?+]++)(?![^ ]))*+"
    r"|& [^ ]++"
    r"|\[[^\[\]]*+\]"
    r"|[^ ]++"
)
"""The possible extent of one item.

It is a word with everything after it that may be its argument, an `&` with its event, dice,
or any text between spaces.
"""

KEPT = 1 << 16
LONG = 80
"""Texts of at least this length are not cached."""
_seen: dict[str, Token] = {}
phrases: dict[str, Item] = {}
"""Cache of the texts that are one item each, for the fast reading of a line."""
turns: dict[str, int] = {}
"""Cache of the turn marks."""


def parse_token(text: str) -> Token:
    """Parse a token.

    A game uses the same few hundred tokens repeatedly, so results are cached, up to a bound;
    values are frozen. Comments and glyphs are not cached.

    Returns:
        The token.

    Raises:
        NotationError: The text is not a token; with a hint if the mistake is known.
    """
    found = _seen.get(text)
    if found is None:
        found = _parse(text)
        if found.kind <= TokenKind.TURN and len(text) < LONG:
            if len(_seen) >= KEPT:
                _clear_caches()
            _seen[text] = found
            if found.kind < TokenKind.ARGUMENT:
                cache_item(text, found.value)
            elif found.kind is TokenKind.TURN:
                turns[text] = found.value
    return found


def cache_item(text: str, item: Item) -> None:
    """Cache the item that a phrase always means."""
    if len(text) < LONG:
        if len(phrases) >= KEPT:
            _clear_caches()
        phrases[text] = item


def _clear_caches() -> None:
    # All are cleared together: each relies on the contents of the others.
    for kept in (_seen, phrases, turns):
        kept.clear()


FIXED = {
    "|": Token(TokenKind.EVENT, EndPhase()),
    "&": Token(TokenKind.AGAIN, None),
    "(": Token(TokenKind.OPEN, VariationStart()),
    ")": Token(TokenKind.CLOSE, VariationEnd()),
    **{glyph: Token(TokenKind.GLYPH, Glyph(glyph)) for glyph in GLYPHS},
}


def _parse(text: str) -> Token:
    if text in FIXED:
        return FIXED[text]
    first = text[:1]
    if first == "{":
        return Token(TokenKind.REMARK, Comment(_parse_comment(text)))
    if first == "[":
        return Token(TokenKind.EVENT, _parse_dice(text))
    if match := TRANSFER.fullmatch(text):
        make = OPERATORS[match["op"]]
        payer, units = _parse_payer(match["payer"]), _parse_units(match["units"])
        return Token(TokenKind.EVENT, make(units, tuple(match["path"].split(">")), payer=payer))
    if match := ATTACK.fullmatch(text):
        payer, units = _parse_payer(match["payer"]), _parse_units(match["units"])
        target = match["target"] or match["alone"] or ""
        return Token(TokenKind.EVENT, Attack(units, match["place"] or "", target, payer=payer))
    if match := WORD.fullmatch(text):
        return Token(TokenKind.WORD, Word(match["word"], payer=_parse_payer(match["payer"])))
    if match := ACTOR.fullmatch(text):
        return Token(TokenKind.ACTOR, Actor(match[1]))
    if ARGUMENT.fullmatch(text):
        _parse_units(text)
        return Token(TokenKind.ARGUMENT, text)
    if match := TURN.fullmatch(text):
        return Token(TokenKind.TURN, int(match[1]))
    if TAG.fullmatch(text):
        return Token(TokenKind.TAG, text[1:])
    raise NotationError("badToken", offset=offset_of(text), hint=hint_for(text), text=cut(text))


def _parse_payer(text: str | None) -> tuple[str, ...]:
    return _parse_units(text) if text else ()


def _parse_units(text: str) -> tuple[str, ...]:
    """Return the members of `a+b+c`. Reject a member that occurs twice."""
    members = tuple(text.split("+"))
    if len(set(members)) < len(members):
        counts = Counter(members)
        twice = next(member for member in members if counts[member] > 1)
        raise NotationError("unitTwice", unit=twice, text=cut(text))
    return members


def _parse_comment(text: str) -> str:
    body = text[1:-1]
    # The last brace closes it, unless an odd number of backslashes before the brace escapes it.
    run = len(body) - len(body.rstrip("\\"))
    if len(text) < 2 or text[-1] != "}" or run % 2:
        raise NotationError("unterminatedRemark")
    # A backslash before any other character is a plain backslash.
    return re.sub(r"\\([\\}])", r"\1", body) if "\\" in body else body


def _parse_dice(text: str) -> Roll:
    if text[-1] != "]" or len(text) < 2:
        raise NotationError("unterminatedDice", text=cut(text))
    written = [die for die in text[1:-1].split(" ") if die]
    matches = [DIE.fullmatch(die) for die in written]
    if not matches:
        raise NotationError("badDice", "empty")
    if None in matches:
        bad = written[matches.index(None)]
        raise NotationError("badDice", offset=text.index(bad), die=cut(bad))
    dice = [match.groups() for match in matches if match]
    sides = tuple(side for side, _ in dice)
    return Roll(tuple(int(pips) for _, pips in dice), sides if any(sides) else ())


def item_columns(text: str) -> list[int]:
    """Return the column (from 1) at which each item of a valid line begins."""
    columns: list[int] = []
    again = 0
    for match in TOKEN.finditer(text):
        try:
            kind = parse_token(match[0]).kind
        except NotationError:
            continue
        if kind is TokenKind.AGAIN:
            again = match.start() + 1
        elif kind not in (TokenKind.TURN, TokenKind.TAG, TokenKind.ARGUMENT):
            columns.append(again or match.start() + 1)
            again = 0
    return columns
