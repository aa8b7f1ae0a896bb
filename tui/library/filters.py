"""A filter of the library: plain words, and `field:value` by a table.

`game:800 won:japan date:1937.. "two get away" -state:invalid`: a game matches if it matches every
word and, of every field, one of the given values; a minus excludes. Reads headers and verdicts
only.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from senpu.logs.dates import is_date
from senpu.tui.library.catalogue import RecordedGame, RuleSetNames

RuleSetIndex = Mapping[str, RuleSetNames | None]
"""The names of each rule set, by its id."""

TERM = re.compile(
    r'(?P<minus>-?)(?:(?P<field>[A-Za-z]+)[:：])?(?P<value>"[^"]*"?|[^\s"]+|(?<=[:：]))'
)
DATE = re.compile(r"(\d{4}(?:-\d\d(?:-\d\d)?)?)?(\.\.)?(\d{4}(?:-\d\d(?:-\d\d)?)?)?")


class FilterField(NamedTuple):
    """A property of a game, with its values and their comparison."""

    values: Callable[[RecordedGame, RuleSetIndex], Iterable[str]]
    """The values of a game, as they may be typed."""
    fits: Callable[[str, str], bool]
    """The function that compares a value with the typed one."""


def _contains(value: str, typed: str) -> bool:
    return typed in value.casefold()


def _has_prefix(value: str, typed: str) -> bool:
    return value.casefold().startswith(typed)


def _is_date_range(typed: str) -> bool:
    match = DATE.fullmatch(typed)
    return match is not None and all(is_date(day) for day in match.group(1, 3) if day)


def _is_in_range(date: str, typed: str) -> bool:
    """Return whether a date is in a range: `1937`, `1937-08`, `1937..`, `..1938-01`."""
    match = DATE.fullmatch(typed)
    if not match or not date:
        return False
    first, range_, last = match[1] or "", match[2], match[3] or ""
    if not range_:
        return bool(first) and date.startswith(first)
    return date >= first and (not last or date[: len(last)] <= last)


def _list_rule_set(game: RecordedGame, known: RuleSetIndex) -> Iterator[str]:
    yield game.rule_set
    about = known.get(game.rule_set)
    yield from about.titles if about else ()


def _list_winner(game: RecordedGame, known: RuleSetIndex) -> Iterator[str]:
    del known
    if game.ending:
        yield game.ending.partition(" ")[0].casefold()


def _list_sides(game: RecordedGame, known: RuleSetIndex) -> Iterator[str]:
    about = known.get(game.rule_set)
    for side in about.sides if about else ():
        yield from (side.id, *side.names)


def _list_ending(game: RecordedGame, known: RuleSetIndex) -> Iterator[str]:
    del known
    if game.verdict is not None:
        yield game.ending or "none"


def _list_players(game: RecordedGame, known: RuleSetIndex, ident: str = "") -> Iterator[str]:
    """Yield the player of the side with this id, or of all sides."""
    about = known.get(game.rule_set)
    for side in about.sides if about else ():
        if ident in ("", side.id):
            yield from filter(None, [game.player(side.id, side.names[0])])


FIELDS = {
    "game": FilterField(_list_rule_set, _contains),
    "side": FilterField(_list_sides, _has_prefix),
    "won": FilterField(_list_winner, _has_prefix),
    "ending": FilterField(_list_ending, _contains),
    "date": FilterField(lambda game, _: filter(None, [game.date]), _is_in_range),
    "player": FilterField(_list_players, _contains),
    "state": FilterField(lambda game, _: [game.state], _has_prefix),
    "by": FilterField(lambda game, _: ["programs" if game.program else "people"], _has_prefix),
}
"""The fields by the typed name. The id of each side is a field too: its player."""


def list_fields(known: RuleSetIndex) -> dict[str, FilterField]:
    """Return all fields of the given rule sets."""
    sides = (side.id for about in known.values() if about for side in about.sides)
    return FIELDS | {
        ident: FilterField(partial(_list_players, ident=ident), _contains)
        for ident in dict.fromkeys(sides)
    }


class FilterTerm(NamedTuple):
    """A part of a filter; a word if it has no field."""

    field: str
    value: str
    without: bool


class LibraryFilter:
    """A parsed filter."""

    def __init__(self, text: str, known: RuleSetIndex) -> None:
        self.text = text.strip()
        self.unknown = ""
        """A field that does not exist, or an invalid date; no game matches it."""
        self._known = known
        self._fields = list_fields(known)
        self._words: list[FilterTerm] = []
        self._by_field: dict[tuple[str, bool], list[str]] = {}
        for term in parse_terms(text):
            if not term.field:
                self._words.append(term)
            elif term.field not in self._fields:
                self.unknown = self.unknown or f"{term.field}:"
                self._words.append(term._replace(value=f"{term.field}:{term.value}"))
            elif term.value:
                if term.field == "date" and not _is_date_range(term.value):
                    self.unknown = self.unknown or f"date:{term.value}"
                self._by_field.setdefault((term.field, term.without), []).append(term.value)

    def fits(self, game: RecordedGame) -> bool:
        """Return whether a game matches."""
        if self._words:
            text = game.text
            if any((term.value in text) == term.without for term in self._words):
                return False
        for (name, without), typed in self._by_field.items():
            field = self._fields[name]
            has = any(field.fits(value, each)
                      for value in field.values(game, self._known) for each in typed)  # fmt: skip
            if has == without:
                return False
        return True


def parse_terms(text: str) -> Iterator[FilterTerm]:
    """Yield the parts of a filter for comparison: without quotes, in lower case."""
    for match in TERM.finditer(text):
        value = match["value"].strip('"').casefold()
        if value or match["field"]:
            yield FilterTerm((match["field"] or "").casefold(), value, bool(match["minus"]))


class Completion(NamedTuple):
    """A completion of the last part of a filter."""

    text: str
    """The whole filter with the completion."""
    shown: str
    games: int
    """The number of games that have it; 0 for a field."""


def list_completions(
    text: str, games: Iterable[RecordedGame], known: RuleSetIndex
) -> list[Completion]:
    """Return the completions of the last part of a filter: fields, or the most frequent values."""
    last = ""
    for match in TERM.finditer(text):
        if match[0] and match.end() == len(text):
            last = match[0]
    before = text[: len(text) - len(last)]
    minus = "-" if last.startswith("-") else ""
    name, colon, typed = last.removeprefix("-").replace("：", ":").partition(":")
    every = list_fields(known)
    if not colon:
        return [Completion(f"{before}{minus}{each}:", f"{each}:", 0)
                for each in every if each.startswith(name.casefold())]  # fmt: skip
    field = every.get(name.casefold())
    if field is None:
        return []
    typed = typed.strip('"').casefold()
    counts: Counter[str] = Counter()
    for game in games:
        # Of a rule set or a side, the first is its id: the others are the same in words.
        values = [*field.values(game, known)]
        if name == "game":
            values = values[:1]
        elif name == "side":
            values = values[::3]
        elif name == "date":
            values = [value[:4] for value in values]
        counts.update(set(values))
    return [
        Completion(f"{before}{minus}{name}:{_quote(value)}", value, count)
        for value, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        if typed in value.casefold()
    ]


def _quote(value: str) -> str:
    return f'"{value}"' if " " in value else value
