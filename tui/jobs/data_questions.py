"""The questions of guided entry: one for each printed fact, made from the forms of the tables.

A question covers one value, or values that a player reads off together: the roster of a side, the
neighbours of an area, the areas with a sign, a row of terrain. It has no text; see
:mod:`senpu.tui.render.data_question`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from senpu.notation.messages import LANGUAGES, Message
from senpu.spec.corrections import DataRules, Tables
from senpu.spec.data import PROVENANCES, Names, Value
from senpu.spec.forms import (
    KINDS,
    LISTS,
    ROSTER,
    TILE,
    FormScope,
    TableForm,
    find_expected,
    has_key,
    infer_form,
    is_key,
    list_words,
)
from senpu.spec.owner_files import GRID, TERRAIN

Shape = Literal["value", "roster", "links", "places", "row", "name"]
STRUCTURE = (GRID, TILE, ROSTER, KINDS, TERRAIN)
"""The tables that decide which other values exist; they are asked first."""
NONE = ("-", "none", "なし")
"""Answers that remove an entry or empty a list."""
YES = ("yes", "y", "true", "はい")
NO = ("no", "n", "false", "いいえ")
OFF_MAP = "-"
"""The sign of a place that is not a hex of the map."""


class Question(NamedTuple):
    """A question of guided entry."""

    table: str
    key: str
    """The key; of a roster its side, of links an area, of terrain the number of a row."""
    shape: Shape = "value"
    batch: tuple[str, ...] = ()
    """What the questions share that can be answered together."""

    @property
    def ident(self) -> tuple[str, str]:
        """Return the table and the key."""
        return self.table, self.key


class EntryError(Exception):
    """An answer is not accepted; the message says what is."""

    def __init__(self, ident: str, **fields: Any) -> None:
        super().__init__(ident)
        self.message = Message(f"screens.{ident}", fields)


class QuestionSource(NamedTuple):
    """The values from which questions are made."""

    tables: Tables
    names: Names
    rules: DataRules
    scope: FormScope


def list_questions(source: QuestionSource, areas: Iterable[str]) -> list[Question]:
    """Return all questions, table by table.

    Args:
        source: The values.
        areas: The areas of the map in their order; empty for a map of hexes.
    """
    found: list[Question] = []
    for table, form in source.rules.forms.items():
        if table in source.tables:
            found += _list_table(source, table, form, tuple(areas))
    for block, names in source.names.items():
        for language, key in names:
            if _is_named(block, key, source.scope):
                found.append(Question(block, f"{language}.{key}", "name", (block, language)))
    named = {each.ident for each in found}
    for block, keys in (("unit_name", source.scope.units), ("place_name", areas)):
        for language in LANGUAGES:
            missing = [key for key in keys if (block, f"{language}.{key}") not in named]
            found += [
                Question(block, f"{language}.{key}", "name", (block, language)) for key in missing
            ]
    return found


def _is_named(block: str, key: str, scope: FormScope) -> bool:
    """Return whether a name belongs to something that the data set has."""
    if block == "unit_name":
        return key in scope.units
    return block == "card_name" or key in scope.places or key in scope.boxes


def _list_table(
    source: QuestionSource, table: str, form: TableForm, areas: tuple[str, ...]
) -> Iterator[Question]:
    values, scope = source.tables[table], source.scope
    if table == ROSTER:
        yield from (Question(table, side, "roster") for side in source.rules.sides)
    elif table == TILE:
        yield Question(table, "", "places")
        yield from (Question(table, area, batch=(table,)) for area in areas)
    elif table == TERRAIN:
        yield from (Question(table, row, "row", (table,)) for row in list_rows(source))
    elif form.key == "pair" and form.value == "truth":
        yield from (Question(table, area, "links", (table,)) for area in areas)
    elif form.key == "place" and form.value == "truth":
        yield Question(table, "", "places")
    elif form.key == "unit":
        kinds = source.tables.get(KINDS, {})
        for unit in scope.units:
            if has_key(form, unit, scope):
                kind = str(kinds[unit].value) if unit in kinds else ""
                yield Question(table, unit, batch=(table, scope.units[unit], kind))
    elif form.key == "place":
        yield from (Question(table, area, batch=(table,)) for area in areas)
    elif form.key == "kind":
        kinds_of = tuple(values) if not form.optional else scope.kinds
        yield from (Question(table, kind, batch=(table,)) for kind in kinds_of)
    else:
        yield from (Question(table, key, batch=(table,)) for key in values)


def list_rows(source: QuestionSource) -> list[str]:
    """Return the numbers of the rows of a map of hexes, from the north."""
    grid = {key: each.value for key, each in source.tables[GRID].items()}
    step = 1 if grid["bottom"] >= grid["top"] else -1
    return [f"{row:02}" for row in range(grid["top"], grid["bottom"] + step, step)]


def list_columns(source: QuestionSource) -> list[str]:
    """Return the numbers of the columns of a map of hexes."""
    grid = {key: each.value for key, each in source.tables[GRID].items()}
    return [f"{column:02}" for column in range(grid["left"], grid["right"] + 1)]


def list_entries(question: Question, source: QuestionSource) -> list[str]:
    """Return the keys of the values that a question covers in its table."""
    table, key = question.table, question.key
    values = source.tables.get(table, {})
    match question.shape:
        case "roster":
            return [unit for unit, each in values.items() if each.value == key]
        case "links":
            return [pair for pair in values if key in pair.split("-")]
        case "places":
            return list(values)
        case "row":
            return [hexagon for hexagon in values if hexagon[:2] == key]
    return [key]


def find_values(question: Question, source: QuestionSource) -> dict[str, Value]:
    """Return the current values that a question covers, by key."""
    if question.shape == "name":
        language, _, key = question.key.partition(".")
        name = source.names.get(question.table, {}).get((language, key))
        return {question.key: name} if name else {}
    values = source.tables.get(question.table, {})
    return {key: values[key] for key in list_entries(question, source) if key in values}


# ---- order --------------------------------------------------------------------------------------


def order_questions(
    questions: Iterable[Question],
    source: QuestionSource,
    influence: Mapping[tuple[str, str], float] | None = None,
) -> list[Question]:
    """Return questions in the order in which they are asked.

    What decides which values exist comes first. Then the values follow by their influence on
    results where it is known, else by provenance, the least certain first; then in the order of the
    game's forms. Names are last.

    Args:
        questions: The questions, in the order of the forms.
        source: The shipped values, so that an answer does not change the order.
        influence: The influence by table and key; an empty key stands for the rest of a table.
    """
    known = influence or {}
    listed = list(questions)
    batches = {each: each.batch or each.ident for each in listed}

    def weigh(question: Question) -> tuple[float, int]:
        found = find_values(question, source)
        keys = [*found, question.key, ""]
        most = max((known[question.table, key] for key in keys if (question.table, key) in known),
                   default=0.0)  # fmt: skip
        doubt = max((PROVENANCES.index(each.provenance) for each in found.values()), default=0)
        return -most, -doubt

    weight: dict[tuple[str, ...], tuple[float, int]] = {}
    for each in listed:  # values that are answered together stay together
        weight[batches[each]] = min(weigh(each), weight.get(batches[each], (0.0, 0)))

    def rank(item: tuple[int, Question]) -> tuple[int, int, float, int, int]:
        at, each = item
        if each.table in STRUCTURE:
            return 0, STRUCTURE.index(each.table), 0.0, 0, at
        stage = 2 if each.shape == "name" else 1
        return stage, 0, *(weight[batches[each]] if stage == 1 else (0.0, 0)), at

    return [each for _, each in sorted(enumerate(listed), key=rank)]


# ---- answers ------------------------------------------------------------------------------------


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
        EntryError: The answer is not accepted.
    """
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
            return {question.key: text}
    form = source.rules.forms[question.table]
    known = source.tables[question.table].get(question.key)
    if form.value == "same":
        form = infer_form([known.value] if known else [])
    value = read_entry(form, text, source.scope, words, known)
    return {question.key: value}


def read_entry(
    form: TableForm, text: str, scope: FormScope, words: Mapping[str, str], known: Value | None
) -> Any:
    """Return the value of an answer. Raises EntryError."""
    text = text.strip()
    listed = form.value in LISTS
    if text.lower() in NONE:
        return [] if listed else ""
    if listed:
        parts = [each.strip() for each in re.split(r"[,、]" if re.search(r"[,、]", text) else r"\s", text)]
        parts = [part for part in parts if part]
        if form.value in ("hexes", "hexsides", "line"):
            old = list(known.value) if known else []
            value: Any = edit_list(parts, old)
        elif form.value in ("numbers", "tile"):
            value = [_read_number(part) for part in parts]
        else:
            value = [words.get(part.lower(), part) for part in parts]
    elif form.value == "truth":
        value = True if text.lower() in YES else False if text.lower() in NO else text
    elif form.value == "number":
        value = _read_number(text)
    else:
        value = words.get(text.lower(), text)
    expected = find_expected(form, value, scope, known)
    if expected is not None:
        raise EntryError("fill_wrong", text=text, expected=describe_form(form, scope))
    if form.value in ("hexes", "hexsides", "line"):
        for part in (hexagon for each in value for hexagon in each.split("-")):
            if part not in scope.places:
                raise EntryError("fill_no_place", place=part)
    return value


MOST_WORDS = 40
"""The most words that a description lists."""


def describe_form(form: TableForm, scope: FormScope) -> Message:
    """Return the description of an answer, as the user types it."""
    words = list_words(form, scope)
    each = _describe_member(form, words)
    if form.value in ("hexes", "line"):
        return Message("screens.fill_hexes")
    if form.value == "hexsides":
        return Message("screens.fill_hexsides")
    if form.value == "tile":
        return Message("screens.fill_tile")
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
            form = source.rules.forms[question.table]
            known = source.tables[question.table].get(question.key)
            form = infer_form([known.value] if known else []) if form.value == "same" else form
            return describe_form(form, source.scope)
        case "row":
            signs = tuple(f"{sign} {word}" for word, sign in find_signs(source).items())
            return Message("screens.fill_row", {"n": len(list_columns(source)), "signs": signs})
    return Message(f"screens.fill_{question.shape}")


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
                raise EntryError("fill_not_listed", text=name)
            made.remove(name)
        elif name not in made:
            made.append(name)
    return made


def _split(text: str) -> list[str]:
    return [] if text.strip().lower() in NONE else re.split(r"[\s,、]+", text.strip())


def _read_roster(question: Question, text: str, source: QuestionSource) -> dict[str, Any]:
    values, side = source.tables[ROSTER], question.key
    old = [unit for unit, each in values.items() if each.value == side]
    made = edit_list(_split(text), old)
    if not made:
        raise EntryError("fill_no_units")
    for unit in made:
        if not is_key(TableForm("unit"), unit):
            raise EntryError("fill_unit", text=unit)
        if unit in values and values[unit].value != side:
            raise EntryError("fill_other_side", text=unit)
    return dict.fromkeys(made, side) | {unit: "" for unit in old if unit not in made}


def _read_links(question: Question, text: str, source: QuestionSource) -> dict[str, Any]:
    table, area = source.tables[question.table], question.key
    old = [_find_other(pair, area) for pair in find_links(question, source)]
    made = edit_list(_split(text), old)
    changed: dict[str, Any] = {}
    for other in made:
        if other not in source.scope.places or other == area:
            raise EntryError("fill_no_place", place=other)
    order = sorted(source.scope.places)
    for other in order:
        if other == area:
            continue
        first, second = sorted((area, other), key=order.index)
        pair = next((each for each in (f"{first}-{second}", f"{second}-{first}") if each in table),
                    f"{first}-{second}")  # fmt: skip
        if pair in table or other in made:
            changed[pair] = other in made
    return changed or {f"{area}-{other}": False for other in order[:1]}


def find_links(question: Question, source: QuestionSource) -> list[str]:
    """Return the pairs of an area that are joined."""
    return [pair for pair, each in find_values(question, source).items() if each.value]


def _read_places(question: Question, text: str, source: QuestionSource) -> dict[str, Any]:
    table = source.tables[question.table]
    old = [key for key, each in table.items() if each.value]
    made = edit_list(_split(text), old)
    if question.table == TILE:
        if len(made) < 2:
            raise EntryError("fill_no_areas")
        for area in made:
            if not is_key(TableForm("place"), area):
                raise EntryError("fill_area", text=area)
        right = max(each.value[0] + (each.value[2:] or [1])[0] for each in table.values())
        new = [area for area in made if area not in table]
        kept = {area: table[area].value for area in made if area in table}
        return kept | {area: [right + at, 0] for at, area in enumerate(new)} | {
            area: [] for area in old if area not in made
        }  # fmt: skip
    for area in made:
        if area not in source.scope.places:
            raise EntryError("fill_no_place", place=area)
    return dict.fromkeys(made, True) | dict.fromkeys((area for area in old if area not in made), "")


def _read_row(
    question: Question, text: str, source: QuestionSource, words: Mapping[str, str]
) -> dict[str, Any]:
    columns, values = list_columns(source), source.tables[TERRAIN]
    signs = {sign: word for word, sign in find_signs(source).items()}
    signs |= {word: word for word in find_signs(source)} | dict(words) | {OFF_MAP: ""}
    old = [values[key].value if (key := question.key + column) in values else "" for column in columns]
    parts = re.split(r"\s+", text.strip())
    if len(parts) == 1 and len(text.strip()) == len(columns) > 1:
        parts = list(text.strip())  # signs without spaces
    if all("=" in part for part in parts):
        made = dict(zip(columns, old, strict=True))
        for part in parts:
            column, _, sign = part.partition("=")
            if column.zfill(2) not in made:
                raise EntryError("fill_no_place", place=column)
            made[column.zfill(2)] = _read_sign(sign, signs)
    else:
        if len(parts) != len(columns):
            raise EntryError("fill_row_length", n=len(parts), of=len(columns))
        made = dict(zip(columns, [_read_sign(part, signs) for part in parts], strict=True))
    return {
        question.key + column: word for column, word in made.items()
        if word or question.key + column in values
    }  # fmt: skip


def _read_sign(sign: str, signs: Mapping[str, str]) -> str:
    if sign not in signs:
        raise EntryError("fill_sign", text=sign, have=tuple(each for each in signs if len(each) == 1))
    return signs[sign]


def add_entry(table: str, text: str, source: QuestionSource, words: Mapping[str, str]) -> dict[str, Any]:
    """Return a new entry of a table whose keys are not fixed: its name and its value.

    Raises:
        EntryError: The table takes no new entries, or the entry is not accepted.
    """
    form = source.rules.forms.get(table)
    name, _, rest = text.strip().partition(" ")
    if form is None or form.closed or form.key not in ("word", "number") or table in STRUCTURE:
        raise EntryError("fill_no_new")
    if not is_key(form, name) or not re.fullmatch(r"-?[a-z0-9_]+", name) or not rest.strip():
        raise EntryError("fill_new_how")
    if name in source.tables[table]:
        raise EntryError("fill_new_twice", text=name)
    return {name: read_entry(form, rest, source.scope, words, None)}


def list_words_of(question: Question, source: QuestionSource) -> tuple[str, ...]:
    """Return the words that a question accepts; empty for any."""
    if question.shape != "value":
        return ()
    return list_words(source.rules.forms[question.table], source.scope)

