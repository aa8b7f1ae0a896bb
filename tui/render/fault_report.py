"""Faults in the language chosen.

The layers below tell a fault in English. In Japanese it is told by its id, with what its English
sentence says besides; a sentence that is not known stands as it is, in brackets. Why a rule
refuses an event is told from the texts of the game. Judges nothing.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from senpu.notation.faults import Error, Fault
from senpu.notation.messages import plain

if TYPE_CHECKING:
    from senpu.replay.core.rules import AnyRules


FIELD = re.compile(r"\{(\w+)\}")
SURPLUS = re.compile(r" \(and ([\d,]+) more on this line\)$")
LONGEST = 600
"""A sentence of more characters, which quotes a line at length, is not looked up."""


def told(fault: Fault, language: str, name: str = "", rules: AnyRules | None = None) -> str:
    """A fault for people: place, id, what it is, the line with a caret, what to do. With the rules
    of the log a refusal is told in full; `name` is the file's."""
    if language == "en" or fault.message.id != "plain.text":
        return fault.render(name, language)
    from msgspec.structs import replace

    hint = advice(fault, language)
    fault = replace(fault, message=plain(message(fault, language, rules)), hint=plain(hint))
    return fault.render(name)


def message(fault: Fault, language: str, rules: AnyRules | None = None) -> str:
    """What a fault is."""
    del rules  # the message explains itself
    if fault.message.id != "plain.text":
        return fault.message.text(language)
    return _message(fault.id, str(fault.message), language)


def advice(fault: Fault, language: str) -> str:
    """What to do about a fault."""
    if fault.hint is not None and fault.hint.id != "plain.text":
        return fault.hint.text(language)
    return _advice(fault.id, str(fault.hint or ""), language)


def forbidden(ident: str, said: str, hint: str, language: str) -> tuple[str, str]:
    """What a fault of that id is, and what to do, where it is said but stands in no file. What is
    no sentence of the layers below is a face's own, and stays as it is."""
    said, hint = str(said), str(hint or "")
    if language == "en" or _known(said) is None:
        return said, hint
    return _message(ident, said, language), _advice(ident, hint, language)


def error_told(error: Error, language: str) -> str:
    """What bad input has caused."""
    if language == "en":
        return str(error)
    if error.located is None:
        literal = (
            error.message if isinstance(error.message, str) else error.message.id == "plain.text"
        )
        return sentence(str(error), language) if literal else error.text(language)
    fault, name, so = error.located
    return "\n".join(filter(None, (told(fault, language, name), sentence(str(so or ""), language))))


def sentence(english: str, language: str) -> str:
    """Why a command is refused; as it is where it is not known in Japanese."""
    if language == "en":
        return english
    from senpu.tui.messages.errors import ASKED, ERRORS

    if found := _matched(english, ERRORS) or _matched(english, ASKED):
        return found
    place, _, why = english.rpartition(": ")
    known = _words(why)
    return english if known is None else f"{place}：{known}"


def _message(ident: str, english: str, language: str) -> str:
    if language == "en":
        return english
    meaning, _ = _by_id(ident)
    surplus = SURPLUS.search(english)
    core = SURPLUS.sub("", english)
    more = f"この行に他{surplus[1]}件。" if surplus else ""
    known = _known(core)
    return f"{meaning}{f'（{core}）' if known is None else known}{more}"


def _advice(ident: str, english: str, language: str) -> str:
    if language == "en":
        return english
    from senpu.tui.messages.fault_sentences import HINTS

    return _matched(english, HINTS) or _by_id(ident)[1]


def _by_id(ident: str) -> tuple[str, str]:
    """What it means, and what to do."""
    from senpu.tui.messages.faults import LOG_FAULTS, TEXT_FAULTS

    return TEXT_FAULTS.get(ident) or LOG_FAULTS[ident]


def _known(english: str) -> str | None:
    """What an English sentence adds in Japanese; nothing where the sentence is not known."""
    from senpu.tui.messages.fault_sentences import SENTENCES

    found = _matched(english, SENTENCES)
    if found is None and (words := _words(english)):
        return f"{words}。"
    return found


def _words(english: str) -> str | None:
    """Words of the layers below, or of the system, that stand in many sentences."""
    from senpu.tui.messages.fault_sentences import PHRASES, SYSTEM

    return SYSTEM.get(english) or _matched(english, PHRASES)


def _matched(english: str, table: dict[str, str]) -> str | None:
    """The Japanese of a sentence of a table, with its fields; nothing if it is not there."""
    if english in table or len(english) > LONGEST:
        return table.get(english)
    patterns = ((_pattern(each), each) for each in table)
    found = [
        (each, match.groupdict())
        for pattern, each in patterns
        if pattern and (match := pattern.fullmatch(english))
    ]
    if not found:
        return None
    # The one that says most itself: another may take a part of that for a field.
    sentence, fields = max(found, key=lambda one: len(FIELD.sub("", one[0])))
    return _filled(table[sentence], fields)


def _filled(japanese: str, fields: dict[str, str]) -> str:
    """A sentence with its fields, in Japanese where they are words of the layers below."""
    said = {}
    for name, words in fields.items():
        known = words.replace(" and ", "と") if name in LISTS else _words(words)
        said[name] = words if known is None else known
    return FIELD.sub(lambda field: said[field[1]], japanese)


@cache
def _pattern(sentence: str) -> re.Pattern[str] | None:
    """What matches a sentence with fields; nothing for one that has none."""
    first, *rest = FIELD.split(sentence)
    if not rest:
        return None
    parts = zip(rest[::2], rest[1::2], strict=True)
    made = "".join(f"(?P<{name}>{FORMS.get(name, '.+?')}){re.escape(text)}" for name, text in parts)
    return re.compile(f"{re.escape(first)}{made}", re.DOTALL)


LISTS = ("sides", "who")
"""Fields that are sides of a game, one or both."""
FORMS = dict.fromkeys(("n", "of", "line"), r"[\d,]+")
"""Fields that are numbers."""
