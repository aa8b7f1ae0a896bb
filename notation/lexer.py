"""One line of a game into its tokens, and a token into what it stands for.

Does not know where a line stands in a file (the reader does) nor what a rule allows.
Everything here is linear in the length of the line: the patterns are possessive, and an
unterminated remark takes the rest of its line, so no input is scanned twice.
"""

import re
from collections import Counter
from enum import IntEnum
from typing import Any, NamedTuple

from senpu.notation.events import OPERATORS, Attack, EndPhase, Roll, Word
from senpu.notation.faults import NotationError
from senpu.notation.lines import Actor, Close, Glyph, Item, Open, Remark
from senpu.notation.mistakes import cut, hint_for, offset_of

TOKEN = re.compile(
    r"\{[^\\}]*+(?:\\.?[^\\}]*+)*+\}?"  # a remark, or what looks like one up to the line's end
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


class Kind(IntEnum):
    """What a token is, most frequent first."""

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
    kind: Kind
    value: Any
    """An item of a line, or an argument's text, a turn's number, a tag's digits."""


PHRASE = re.compile(
    r"(?:[a-z0-9+#?]++/)?+[a-z]++(?![^ ])(?: "
    r"(?:[a-z]++[0-9][a-z0-9+]*+|[A-Z][A-Za-z]*+|[0-9]++|[#?][0-9a-f#?+]++)(?![^ ]))*+"
    r"|& [^ ]++"
    r"|\[[^\[\]]*+\]"
    r"|[^ ]++"
)
"""A word with everything behind it that may be its argument, an `&` with its act, dice, or
whatever stands between blanks: what is one item, if it is one at all."""

KEPT = 1 << 16
LONG = 80
"""From this length on a text is not kept."""
_seen: dict[str, Token] = {}
phrases: dict[str, Item] = {}
"""What is kept of texts that are an item by themselves, for the quick way to read a line."""
turns: dict[str, int] = {}
"""What is kept of turn marks."""


def token(text: str) -> Token:
    """What `text` stands for. Raises NotationError, with a hint where a mistake is known.

    A game writes the same few hundred tokens over and over, so answers are kept (up to a
    bound; values are frozen). Remarks and glyphs are not.
    """
    found = _seen.get(text)
    if found is None:
        found = _read(text)
        if found.kind <= Kind.TURN and len(text) < LONG:
            if len(_seen) >= KEPT:
                _forget()
            _seen[text] = found
            if found.kind < Kind.ARGUMENT:
                keep(text, found.value)
            elif found.kind is Kind.TURN:
                turns[text] = found.value
    return found


def keep(text: str, item: Item) -> None:
    """Keep what `text`, a phrase, stands for wherever it stands."""
    if len(text) < LONG:
        if len(phrases) >= KEPT:
            _forget()
        phrases[text] = item


def _forget() -> None:
    # All at once: what one of them holds is taken for known by the others.
    for kept in (_seen, phrases, turns):
        kept.clear()


FIXED = {
    "|": Token(Kind.EVENT, EndPhase()),
    "&": Token(Kind.AGAIN, None),
    "(": Token(Kind.OPEN, Open()),
    ")": Token(Kind.CLOSE, Close()),
    **{glyph: Token(Kind.GLYPH, Glyph(glyph)) for glyph in GLYPHS},
}


def _read(text: str) -> Token:
    if text in FIXED:
        return FIXED[text]
    first = text[:1]
    if first == "{":
        return Token(Kind.REMARK, Remark(_remark(text)))
    if first == "[":
        return Token(Kind.EVENT, _dice(text))
    if match := TRANSFER.fullmatch(text):
        make = OPERATORS[match["op"]]
        payer, units = _payer(match["payer"]), _distinct(match["units"])
        return Token(Kind.EVENT, make(units, tuple(match["path"].split(">")), payer=payer))
    if match := ATTACK.fullmatch(text):
        payer, units = _payer(match["payer"]), _distinct(match["units"])
        target = match["target"] or match["alone"] or ""
        return Token(Kind.EVENT, Attack(units, match["place"] or "", target, payer=payer))
    if match := WORD.fullmatch(text):
        return Token(Kind.WORD, Word(match["word"], payer=_payer(match["payer"])))
    if match := ACTOR.fullmatch(text):
        return Token(Kind.ACTOR, Actor(match[1]))
    if ARGUMENT.fullmatch(text):
        _distinct(text)
        return Token(Kind.ARGUMENT, text)
    if match := TURN.fullmatch(text):
        return Token(Kind.TURN, int(match[1]))
    if TAG.fullmatch(text):
        return Token(Kind.TAG, text[1:])
    raise NotationError("badToken", offset=offset_of(text), hint=hint_for(text), text=cut(text))


def _payer(text: str | None) -> tuple[str, ...]:
    return _distinct(text) if text else ()


def _distinct(text: str) -> tuple[str, ...]:
    """The members of `a+b+c`, refused if one stands twice."""
    members = tuple(text.split("+"))
    if len(set(members)) < len(members):
        counts = Counter(members)
        twice = next(member for member in members if counts[member] > 1)
        raise NotationError("unitTwice", unit=twice, text=cut(text))
    return members


def _remark(text: str) -> str:
    body = text[1:-1]
    # Closed by the last brace unless that one is escaped: an odd run of backslashes before it.
    run = len(body) - len(body.rstrip("\\"))
    if len(text) < 2 or text[-1] != "}" or run % 2:
        raise NotationError("unterminatedRemark")
    # A backslash before anything else is only a backslash.
    return re.sub(r"\\([\\}])", r"\1", body) if "\\" in body else body


def _dice(text: str) -> Roll:
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
