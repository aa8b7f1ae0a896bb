"""Prose about a game: sentences in both languages, and its rules in our own words.

Read only when something is to be said: verifying a log never loads it.
"""

import re
from functools import cache
from pathlib import Path

import msgspec

from senpu.notation.messages import LANGUAGES
from senpu.spec.data import DataError
from senpu.spec.loader import SPEC, Spec, Text, UnknownGameError, read_toml

SECTIONS = ("tell", "ask", "prompt", "refuse", "label", "card", "place")
"""Cards stand by the letter of the side whose event it is and the number (`J09`), places off the
map as they are written in events."""


class Texts(msgspec.Struct, frozen=True):
    """The texts of one game over those of all games, by section and id."""

    sections: dict[str, dict[str, Text]]

    def find(self, section: str, ident: str) -> Text | None:
        return self.sections[section].get(ident)


@cache
def texts_of(folder: str) -> Texts:
    """A game's texts. Raises DataError for one without both languages."""
    sections: dict[str, dict[str, Text]] = {name: {} for name in SECTIONS}
    for path in (SPEC / "texts.toml", Path(folder) / "texts.toml"):
        if not path.exists():
            continue
        for name, entries in read_toml(path).items():
            if name not in sections:
                raise DataError(f"{path}: no section {name}; expected {', '.join(SECTIONS)}")
            for ident, text in entries.items():
                if sorted(text) != sorted(LANGUAGES):
                    raise DataError(f"{path}: {name}.{ident} needs {' and '.join(LANGUAGES)}")
                sections[name][ident] = text
    return Texts(sections)


class RuleText(msgspec.Struct, frozen=True):
    """An entry of `rules.md`: the printed number, our title, our words."""

    number: str
    title: str
    body: str


@cache
def rules_text(folder: str, edition: str) -> tuple[RuleText, ...]:
    """The entries of an edition, then the readings, in the order of `rules.md`."""
    path = Path(folder) / "rules.md"
    try:
        source = path.read_text("utf-8")
    except OSError as error:
        raise DataError("unreadableFile", path=path, why=error) from None
    entries = []
    for part in re.split(r"^## ", source, flags=re.MULTILINE)[1:]:
        heading, _, rest = part.partition("\n")
        if heading.strip() not in (edition, "Readings"):
            continue
        for entry in re.split(r"^### ", rest, flags=re.MULTILINE)[1:]:
            title, _, body = entry.partition("\n")
            if heading.strip() == "Readings":
                number, _, title = title.partition(": ")
            else:
                number, _, title = title.partition(" ")
            entries.append(RuleText(number.strip(), title.strip(), body.strip()))
    return tuple(entries)


def rule_text(spec: Spec, number: str) -> tuple[RuleText, ...]:
    """The entry of that number, and those below it (`7.2` has 7.2-1 to 7.2-7).
    Raises UnknownGameError if there is none."""
    entries = rules_text(spec.folder, spec.id.partition("/")[2])
    wanted = re.sub(r"(?i)^readings?[ -]*", "Reading ", number.strip())
    for each in (wanted, f"Reading {wanted}"):
        below = re.compile(rf"{re.escape(each)}(?:[-.].*)?$")
        if found := tuple(entry for entry in entries if below.match(entry.number)):
            return found
    raise UnknownGameError("noRule", game=spec.id, rule=number)
