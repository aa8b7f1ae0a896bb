"""Hypothesis strategies: events, lines and games of every form, and invalid texts."""

import re
import unicodedata

from hypothesis import strategies as st

from senpu.notation.events import OPERATORS, Attack, EndPhase, Event, Roll, Word
from senpu.notation.lines import (
    Actor,
    Comment,
    EmptyLine,
    End,
    GameText,
    Glyph,
    Header,
    Item,
    Line,
    Machine,
    Play,
    VariationEnd,
    VariationStart,
)

UNWANTED = "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
"""Characters that a text must not contain: written here again, to check the reader."""

lower = st.text("abcxyz", min_size=1, max_size=3)
units = st.lists(st.from_regex(r"[a-z]{1,2}[0-9][a-z0-9]?", fullmatch=True), min_size=1,
                 max_size=3, unique=True).map(tuple)  # fmt: skip
places = st.from_regex(r"[A-Z][A-Za-z]{0,4}|[0-9]{2,4}", fullmatch=True)
cards = st.from_regex(r"#[0-9]{2}|\?[0-9a-f]{8}", fullmatch=True)
paths = st.lists(places, min_size=1, max_size=3).map(tuple)
payers = st.one_of(
    st.just(()), units, st.lists(lower, min_size=1, max_size=2, unique=True).map(tuple),
    st.tuples(cards),
)  # fmt: skip
arguments = st.one_of(
    units.map("+".join),
    st.lists(cards, min_size=1, max_size=2, unique=True).map("+".join),
    places,
    st.integers(0, 999_999_999).map(str),
)

printable = st.text(st.characters(codec="utf-8")).map(
    lambda text: unicodedata.normalize("NFC", re.sub(UNWANTED, "", text))
)
"""Any characters that a header value, a comment or a machine line may contain."""

values = printable.map(lambda text: text.strip(" "))
keys = st.from_regex(r"[A-Za-z]{2}[A-Za-z0-9-]{0,6}", fullmatch=True).filter(
    lambda key: key not in ("Senpu", "End")
)


@st.composite
def events(draw: st.DrawFn) -> Event:
    """Return an event of any class, with or without its optional prefixes."""
    kind = draw(st.sampled_from([*OPERATORS.values(), Attack, Word, Roll, EndPhase]))
    if kind is EndPhase:
        return EndPhase()
    if kind is Roll:
        pips = tuple(draw(st.lists(st.integers(0, 9999), min_size=1, max_size=4)))
        sides = st.sampled_from(["", "J", "C"])
        letters = tuple(draw(st.lists(sides, min_size=len(pips), max_size=len(pips))))
        return Roll(pips, letters if any(letters) else ())
    again, payer = draw(st.booleans()), draw(payers)
    if kind is Word:
        args = tuple(draw(st.lists(arguments, max_size=3)))
        return Word(draw(lower), args, again=again, payer=payer)
    if kind is Attack:
        place = draw(places | st.just(""))
        unit = draw(units)[0] if not place or draw(st.booleans()) else ""
        return Attack(draw(units), place, unit, again=again, payer=payer)
    return OPERATORS[draw(st.sampled_from(list(OPERATORS)))](
        draw(units), draw(paths), again=again, payer=payer
    )


items: st.SearchStrategy[tuple[Item, ...]] = st.one_of(
    events(), events(), events(),
    st.sampled_from("JCR").map(Actor),
    printable.map(Comment),
    st.sampled_from(["!", "?", "!!", "??", "!?", "?!"]).map(Glyph),
).map(lambda item: (item,))  # fmt: skip
"""An item, or the brackets of a variation around items."""

groups = st.recursive(
    st.lists(items, max_size=4).map(lambda found: sum(found, ())),
    lambda inner: st.tuples(inner, inner).map(
        lambda two: (*two[0], VariationStart(), *two[1], VariationEnd())
    ),
    max_leaves=4,
)

plays = st.builds(
    Play,
    groups,
    st.none() | st.integers(0, 999_999),
    st.just("") | st.from_regex(r"[0-9a-f]{8}", fullmatch=True),
).filter(lambda play: play != Play(()))

solid = values.filter(bool)
machines = st.builds(
    lambda word, first, rest: Machine(word, (first, *rest)), lower, values, st.lists(solid)
)
below_the_end = st.lists(
    st.one_of(
        st.just(EmptyLine()),
        machines,
        printable.map(lambda text: Play((Comment(text),))),
    ),
    max_size=3,
)


@st.composite
def games(draw: st.DrawFn) -> GameText:
    """Return a whole game, ended or not."""
    found = draw(st.dictionaries(keys, values, max_size=4))
    headers = (Header("Senpu", "1"), *(Header(key, value) for key, value in found.items()))
    lines: list[Line] = draw(st.lists(st.one_of(plays, plays, machines, st.just(EmptyLine()))))
    if draw(st.booleans()):
        lines += [End(draw(values)), *draw(below_the_end)]
    return GameText(headers, tuple(lines))


PIECES = (
    "J:", "C:", "T1", "T2", "i3>D", "i3+i4*D.c1", "x1/", "&", "pass", "lose", "c1", "#05", "D",
    "12", "[5 4]", "[", "]", "(", ")", "{", "}", "\\", "|", "!", "?", "~1f3a9c02", "~", "%seal",
    "%", "Senpu: 1", "Game: x", "End: China", "End:", "\n", "\n", "\n\n", " ", " ", "  ", "\t",
    "\r\n", "\r", "\0", "\ufeff", "\u00a0", "\u202e", "“", "Ｊ", "e\u0301", "上海", "\x07",
)  # fmt: skip

nearly = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=40).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=40).map(lambda p: "Senpu: 1\n\n" + " ".join(p)),
)
"""Texts of pieces of the notation, in any order."""
