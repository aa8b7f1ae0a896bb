"""Answers in guided entry: the text of a value, what a question accepts, and how it is read.

An answer is checked against the form of its table.
"""

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from senpu.notation.messages import LANGUAGES, Message
from senpu.notation.printable import make_printable
from senpu.replay.parts.hexes import HexGrid
from senpu.spec.corrections import removes_entry
from senpu.spec.data import ROSTER, TERRAIN, TILE, TableError, Value
from senpu.spec.forms import (
    LISTS,
    FormScope,
    TableForm,
    find_accepted,
    find_expected,
    infer_form,
    is_key,
)
from senpu.spec.stagger import GRID
from senpu.tui.jobs.data_questions import (
    STRUCTURE,
    Question,
    QuestionSource,
    find_values,
    list_columns,
    list_pairs,
    make_absent,
    make_name_question,
)

NONE = ("-", "none", "なし")
"""Answers that remove an entry or empty a list."""
YES = ("yes", "y", "true", "はい")
NO = ("no", "n", "false", "いいえ")
OFF_MAP = "-"
"""The sign of a place that is not a hex of the map."""


class AnswerError(Exception):
    """An answer is not accepted; the message says what is."""

    def __init__(self, ident: str, **fields: Any) -> None:
        super().__init__(ident)
        self.message = Message(f"screens.{ident}", fields)


class DoubtError(AnswerError):
    """An answer is accepted after a further word: one of `choices`; nothing is changed yet."""

    def __init__(self, ident: str, choices: tuple[str, ...], **fields: Any) -> None:
        super().__init__(ident, **fields)
        self.choices = choices


COMMANDS = {
    "b": False, "q": False, "h": False, "all": False, "g": True, "new": True,
}  # fmt: skip
"""The commands of guided entry, and whether words follow; `all` may have some."""
SKIP, LEAVE = "?", "??"
"""The commands without letters: ask later; the copy does not show the value."""
ALIASES = {"help": "h", "ヘルプ": "h", "\uff1f": SKIP, "\uff1f\uff1f": LEAVE}


def read_command(text: str, values: Iterable[str] | None) -> tuple[str, str] | None:
    """Return the command that an answer is, and the words after it; None for a value.

    A command may begin with `/`. It must if the question accepts the word as a value, and if the
    question asks for a name and other words or capital letters are in the answer.

    Args:
        text: The answer.
        values: The words that the question accepts; None for any name.

    Raises:
        AnswerError: There is no such command.
    """
    text = ALIASES.get(text.strip(), text.strip())
    if text in (SKIP, LEAVE):
        return text, ""
    is_marked = text.startswith("/")
    word, _, rest = text.removeprefix("/").partition(" ")
    is_name = values is None and (bool(rest) or word != word.lower())
    word, rest = ALIASES.get(word.lower(), word.lower()), rest.strip()
    if not is_marked and (is_name or (not rest and word in (values or ()))):
        return None
    if word in (SKIP, LEAVE) and not rest:
        return word, ""
    if word in COMMANDS and (bool(rest) is COMMANDS[word] or word == "all"):
        return word, rest
    if is_marked:
        raise AnswerError("fill_no_command", text=text)
    return None


def read_copy(text: str) -> str:
    """Return the name of the owner's copy. Raises AnswerError if it cannot be in a file."""
    name = text.strip()
    if not name or make_printable(name) != name or "\udc80" <= max(name) <= "\udcff":
        raise AnswerError("fill_bad_copy")
    return name


def read_typed_copy(text: str) -> str:
    """Return the name of the owner's copy that was typed: `=TEXT` if it looks like a command.

    Raises:
        AnswerError: It cannot be in a file, or is a command.
    """
    if read_command(text, None):
        raise AnswerError("fill_copy_first")
    return read_copy(text.strip().removeprefix("="))


ASSIGNMENT = re.compile(r"([a-z_]+)(?:\.(\S+))?\s*=\s*(.*)")
"""An answer to any question: `defence.i1 = 7 6`."""
MOST_KEYS = 8
"""The most keys that an error lists."""


def find_assigned(
    text: str, questions: Iterable[Question], source: QuestionSource
) -> tuple[Question, str] | None:
    """Return the question that an answer names, and the answer.

    Args:
        text: The answer.
        questions: All questions.
        source: The current values.

    Raises:
        AnswerError: There is no such table or key.
    """
    given = ASSIGNMENT.fullmatch(text.strip())
    if given is None:
        return None
    table, key, value = given[1], given[2] or "", given[3]
    tables = tuple(dict.fromkeys(each.table for each in questions))
    listed = [each for each in questions if each.table == table]
    found = next((each for each in listed if each.key == key), None)
    language, _, name = key.partition(".")
    if found is None and table == TILE and key in source.tables.get(TILE, {}):
        found = Question(TILE, key)
    if found is None and table == "place_name" and name in source.scope.places:
        found = make_name_question(table, language, name) if language in LANGUAGES else None
    if found is not None:
        return found, value
    if not listed:
        raise AnswerError("fill_no_table", table=table, have=tables)
    keys = [each.key for each in listed if each.key] or [table]
    have = tuple(keys if len(keys) <= MOST_KEYS else [*keys[:MOST_KEYS], "…"])
    raise AnswerError("fill_no_key", table=table, key=key or NONE[0], have=have)


def format_answer(question: Question, source: QuestionSource) -> str:
    """Return the current values of a question as an answer, or "-" for none."""
    found = find_values(question, source)
    match question.shape:
        case "roster":
            return " ".join(found) or NONE[0]
        case "links":
            others = [_find_other(pair, question.key) for pair, each in found.items() if each.value]
            return " ".join(sorted(others)) or NONE[0]
        case "places":
            return " ".join(key for key, each in found.items() if each.value) or NONE[0]
        case "row":
            signs = find_signs(source)
            values = source.tables[TERRAIN]
            keys = [f"{question.key}{column}" for column in list_columns(source)]
            return " ".join(signs[values[k].value] if k in values else OFF_MAP for k in keys)
    value = found[question.key].value if question.key in found else None
    return format_entry(value)


def format_entry(value: Any) -> str:
    """Return a value as an answer."""
    if value is None or value in ("", []):
        return NONE[0]
    if isinstance(value, list):
        between = ", " if any(" " in str(each) for each in value) else " "
        return between.join(map(str, value))
    if isinstance(value, bool):
        return YES[0] if value else NO[0]
    return str(value)


def _find_other(pair: str, area: str) -> str:
    first, _, second = pair.partition("-")
    return second if first == area else first


def find_signs(source: QuestionSource) -> dict[str, str]:
    """Return the sign of each terrain in a row."""
    signs: dict[str, str] = {}
    words = source.rules.forms[TERRAIN].among or dict.fromkeys(
        str(each.value) for each in source.tables[TERRAIN].values()
    )
    for word in words:
        sign = {"clear": ".", "sea": "~"}.get(word, word[:1])
        signs[word] = sign if sign not in signs.values() else sign.upper()
    return signs


def read_answer(
    question: Question, text: str, source: QuestionSource, words: Mapping[str, str]
) -> dict[str, Any]:
    """Return the values that an answer gives, by key; an empty text removes an entry.

    Args:
        question: The question.
        text: The answer.
        source: The current values.
        words: The values by their names in the language of the user.

    Raises:
        AnswerError: The answer is not accepted.
    """
    if question.shape != "name":
        text = text.removeprefix("=").strip()
    match question.shape:
        case "roster":
            return _read_roster(question, text, source)
        case "links":
            return _read_links(question, text, source)
        case "places":
            return _read_places(question, text, source)
        case "row":
            return _read_row(question, text, source, words)
        case "name":
            is_none = text.strip().lower() in NONE
            return {question.key: "" if is_none else text.strip().removeprefix("=").strip()}
    known = source.tables[question.table].get(question.key)
    form = find_form(question, source)
    return {question.key: read_entry(form, question.key, text, source, words, known)}


def find_form(question: Question, source: QuestionSource) -> TableForm:
    """Return the form of a single value."""
    form = source.rules.forms[question.table].select(question.key)
    known = source.tables[question.table].get(question.key)
    if form.value != "same":
        return form
    return infer_form([known.value] if known else [])


def read_entry(
    form: TableForm, key: str, text: str, source: QuestionSource, words: Mapping[str, str],
    known: Value | None,
) -> Any:  # fmt: skip
    """Return the value of an answer. Raises AnswerError."""
    text, scope = text.strip(), source.scope
    listed = form.value in LISTS
    if text.lower() in NONE and not (form.entries and text == "none"):
        value: Any = [] if listed else ""
        if removes_entry(form, value) and (form.optional or form.key in ("word", "number", "hex")):
            return value
    elif listed:
        parts = [
            each.strip()
            for each in re.split(r"[,、]" if re.search(r"[,、]", text) else r"\s", text)
        ]
        parts = [part for part in parts if part]
        if form.value in ("hexes", "hexsides", "line"):
            old = list(known.value) if known else []
            value = edit_list(parts, old)
        elif form.value in ("numbers", "tile"):
            value = [_read_number(part) for part in parts]
        elif form.among and (found := split_entries(text, {**words, **_index(form.among)})):
            value = found
        else:
            value = [words.get(part.lower(), part) for part in parts]
    elif form.value == "truth":
        value = True if text.lower() in YES else False if text.lower() in NO else text
    elif form.value == "number":
        value = _read_number(text)
    else:
        value = words.get(text.lower(), text)
    if find_expected(form, key, value, scope, known) is not None:
        raise AnswerError("fill_wrong", text=text, expected=describe_form(form, scope))
    if form.value in ("hexes", "hexsides", "line"):
        for part in (hexagon for each in value for hexagon in each.split("-")):
            if part not in scope.places:
                raise AnswerError("fill_no_place", place=part)
        check_joined(form, value, source)
    return value


def _index(words: Iterable[str]) -> dict[str, str]:
    return {word.lower(): word for word in words}


def split_entries(text: str, words: Mapping[str, str]) -> list[str]:
    """Return the known words of a list with or without commas; empty if another word is in it.

    >>> split_entries("a elim AR D Elim, ar", {"a elim": "A Elim", "d elim": "D Elim", "ar": "AR"})
    ['A Elim', 'AR', 'D Elim', 'AR']
    """
    known = {re.sub(r"\s", "", name): word for name, word in words.items()}
    parts = [part for part in re.split(r"[\s,、]+", text.lower()) if part]
    found: list[str] = []
    while parts:
        ends = (n for n in range(len(parts), 0, -1) if "".join(parts[:n]) in known)
        if not (end := next(ends, 0)):
            return []
        found.append(known["".join(parts[:end])])
        del parts[:end]
    return found


def check_joined(form: TableForm, value: list[str], source: QuestionSource) -> None:
    """Check that the hexes of hexsides and lines are adjacent. Raises AnswerError."""
    if form.value not in ("hexsides", "line") or GRID not in source.tables:
        return
    if form.value == "line" and len(value) == 1:
        raise AnswerError("fill_short_line")
    table = {key: each.value for key, each in source.tables[GRID].items()}
    try:
        grid = HexGrid(table, source.tables[TERRAIN])
    except TableError:
        return  # the grid itself does not fit yet
    pairs = pairwise(value) if form.value == "line" else (each.split("-") for each in value)
    for one, other in pairs:
        if grid.index[other] not in grid.neighbours[grid.index[one]]:
            raise AnswerError("fill_not_adjacent", one=one, other=other)


MOST_WORDS = 40
"""The most words that a description lists."""


def describe_form(form: TableForm, scope: FormScope) -> Message:
    """Return the description of an answer, as the user types it."""
    words = find_accepted(form, scope)
    each = _describe_member(form, words)
    if form.value in ("hexes", "line"):
        return Message("screens.fill_hex" if form.count == 1 else "screens.fill_hexes")
    if form.value == "hexsides":
        return Message("screens.fill_hexsides")
    if form.value == "tile":
        return Message("screens.fill_tile")
    if form.entries:
        return Message("screens.fill_entries")
    if form.value not in LISTS:
        return each
    if form.count:
        return Message("screens.fill_list", {"n": form.count, "each": each})
    return Message("screens.fill_any_list", {"each": each})


def _describe_member(form: TableForm, words: tuple[str, ...]) -> Message:
    match form.value:
        case "truth":
            return Message("screens.fill_truth", {"yes": YES[0], "no": NO[0]})
        case "number" | "numbers":
            if form.most is None:
                return Message("errors.formLeast", {"least": form.least})
            return Message("errors.formRange", {"least": form.least, "most": form.most})
        case "location":
            return Message("screens.fill_location")
        case "place" if len(words) > MOST_WORDS:
            return Message("screens.fill_hex")
    if words and len(words) <= MOST_WORDS:
        return Message("errors.formAmong", {"have": words})
    return Message("screens.fill_word")


def describe_answer(question: Question, source: QuestionSource) -> Message:
    """Return the description of what a question accepts."""
    match question.shape:
        case "value":
            return describe_form(find_form(question, source), source.scope)
        case "row":
            signs = tuple(f"{sign} {word}" for word, sign in find_signs(source).items())
            return Message("screens.fill_row", {"n": len(list_columns(source)), "signs": signs})
        case "roster":
            units = [unit for unit, side in source.scope.units.items() if side == question.key]
            return Message("screens.fill_roster", {"unit": units[-1]})
        case "links" | "places":
            return Message("screens.fill_areas", {"area": max(source.scope.places)})
    return Message("screens.fill_name")


def _read_number(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


def edit_list(parts: list[str], old: list[str]) -> list[str]:
    """Return a list as it is typed, or the old one with `+members` added and `-members` removed."""
    if not parts or not all(part[:1] in ("+", "-") and part[1:] for part in parts):
        return parts
    made = list(old)
    for part in parts:
        name = part[1:]
        if part[0] == "-":
            if name not in made:
                raise AnswerError("fill_not_listed", text=name)
            made.remove(name)
        elif name in made:
            raise AnswerError("fill_listed", text=name)
        else:
            made.append(name)
    return made


def list_removed(text: str) -> set[str]:
    """Return the members that a list names with `-`."""
    parts = _split(text)
    return {part[1:] for part in parts if part[:1] == "-" and part[1:]}


def _split(text: str) -> list[str]:
    return [] if text.strip().lower() in NONE else re.split(r"[\s,、]+", text.strip())


def _read_roster(question: Question, text: str, source: QuestionSource) -> dict[str, Any]:
    values, side = source.tables[ROSTER], question.key
    old = [unit for unit, each in values.items() if each.value == side]
    made = edit_list(_split(text), old)
    if not made:
        raise AnswerError("fill_no_units")
    for unit in made:
        if not is_key(TableForm("unit"), unit):
            raise AnswerError("fill_unit", text=unit)
        if unit in values and values[unit].value != side:
            raise AnswerError("fill_other_side", text=unit)
    return dict.fromkeys(made, side) | {unit: "" for unit in old if unit not in made}


def _read_links(question: Question, text: str, source: QuestionSource) -> dict[str, Any]:
    table, area = source.tables[question.table], question.key
    old = [_find_other(pair, area) for pair in find_links(question, source)]
    made = edit_list(_split(text), old)
    for other in made:
        if other not in source.scope.places or other == area:
            raise AnswerError("fill_no_place", place=other)
    return {
        pair: _find_other(pair, area) in made or (False if pair in table else "")
        for pair in list_pairs(question, source)
    }


def find_links(question: Question, source: QuestionSource) -> list[str]:
    """Return the pairs of an area that are joined."""
    return [pair for pair, each in find_values(question, source).items() if each.value]


def _read_places(question: Question, text: str, source: QuestionSource) -> dict[str, Any]:
    table = source.tables[question.table]
    old = [key for key, each in table.items() if each.value]
    made = edit_list(_split(text), old)
    if question.table == TILE:
        if len(made) < 2:
            raise AnswerError("fill_no_areas")
        for area in made:
            if not is_key(TableForm("place"), area):
                raise AnswerError("fill_area", text=area)
        right = max(each.value[0] + (each.value[2:] or [1])[0] for each in table.values())
        new = [area for area in made if area not in table]
        kept = {area: table[area].value for area in made if area in table}
        return kept | {area: [right + at, 0] for at, area in enumerate(new)} | {
            area: [] for area in old if area not in made
        }  # fmt: skip
    for area in made:
        if area not in source.scope.places:
            raise AnswerError("fill_no_place", place=area)
    return dict.fromkeys(made, True) | dict.fromkeys((area for area in old if area not in made), "")


def _read_row(
    question: Question, text: str, source: QuestionSource, words: Mapping[str, str]
) -> dict[str, Any]:
    columns, values = list_columns(source), source.tables[TERRAIN]
    signs = {sign: word for word, sign in find_signs(source).items()}
    signs |= {word: word for word in find_signs(source)} | dict(words) | {OFF_MAP: ""}
    old = [
        values[key].value if (key := question.key + column) in values else "" for column in columns
    ]
    parts = re.split(r"\s+", text.strip())
    if len(parts) == 1 and len(text.strip()) == len(columns) > 1:
        parts = list(text.strip())  # signs without spaces
    if all("=" in part for part in parts):
        made = dict(zip(columns, old, strict=True))
        for part in parts:
            column, _, sign = part.partition("=")
            if column.zfill(2) not in made:
                raise AnswerError("fill_no_place", place=column)
            made[column.zfill(2)] = _read_sign(sign, signs)
    else:
        if len(parts) != len(columns):
            raise AnswerError("fill_row_length", n=len(parts), of=len(columns))
        made = dict(zip(columns, [_read_sign(part, signs) for part in parts], strict=True))
    changed = {
        question.key + column: word for column, word in made.items()
        if word or question.key + column in values
    }  # fmt: skip
    return changed or make_absent(question, source)


def _read_sign(sign: str, signs: Mapping[str, str]) -> str:
    if sign not in signs:
        raise AnswerError(
            "fill_sign", text=sign, have=tuple(each for each in signs if len(each) == 1)
        )
    return signs[sign]


def add_entry(
    table: str, text: str, source: QuestionSource, words: Mapping[str, str]
) -> dict[str, Any]:
    """Return a new entry of a table whose keys are not fixed: its name and its value.

    Raises:
        AnswerError: The table takes no new entries, or the entry is not accepted.
    """
    form = source.rules.forms.get(table)
    name, _, rest = text.strip().partition(" ")
    if form is None or form.closed or form.key not in ("word", "number") or table in STRUCTURE:
        raise AnswerError("fill_no_new")
    if not is_key(form, name) or not re.fullmatch(r"-?[a-z0-9_]+", name) or not rest.strip():
        raise AnswerError("fill_new_how")
    if name in source.tables[table]:
        raise AnswerError("fill_new_twice", text=name)
    return {name: read_entry(form, name, rest, source, words, None)}


def list_words_of(question: Question, source: QuestionSource) -> tuple[str, ...]:
    """Return the words that a question accepts; empty for any."""
    if question.shape != "value":
        return ()
    return find_accepted(find_form(question, source), source.scope)
