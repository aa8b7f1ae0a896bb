"""The questions of guided entry: one for each printed fact, made from the forms of the tables.

A question covers one value, or values that a player reads off together: the roster of a side, the
neighbours of an area, the areas with a sign, a row of terrain. It has no text; see
:mod:`senpu.tui.render.data_question`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from senpu.notation.faults import text_width
from senpu.notation.messages import LANGUAGES
from senpu.spec.corrections import DataRules
from senpu.spec.data import KINDS, PROVENANCES, ROSTER, TERRAIN, TILE, Names, Tables, Value
from senpu.spec.forms import FormScope, TableForm, has_key
from senpu.spec.influence import rank_unknowns
from senpu.spec.loader import Spec
from senpu.spec.stagger import GRID

Shape = Literal["value", "roster", "links", "places", "row", "name"]
STRUCTURE = (GRID, TILE, ROSTER, KINDS, TERRAIN)
"""The tables that decide which other values exist; they precede the others."""


class Question(NamedTuple):
    """A question of guided entry."""

    table: str
    key: str
    """The key; of a roster its side, of links an area, of terrain the number of a row."""
    shape: Shape = "value"
    batch: tuple[str, ...] = ()
    """The property that the questions share that can be answered together."""

    @property
    def ident(self) -> tuple[str, str]:
        """Return the table and the key."""
        return self.table, self.key


class QuestionSource(NamedTuple):
    """The values from which questions are made."""

    tables: Tables
    names: Names
    rules: DataRules
    scope: FormScope
    shipped: Tables | None = None
    """The shipped values; None without them. An entry that an answer removed keeps its question."""


SHORT = 5
"""The most columns of a name on a narrow map."""


def list_questions(
    source: QuestionSource, areas: Iterable[str], languages: Iterable[str] = LANGUAGES
) -> list[Question]:
    """Return all questions, table by table, then the names.

    Args:
        source: The values.
        areas: The areas of the map in their order; empty for a map of hexes.
        languages: The languages of names, first the language of the edition.
    """
    found: list[Question] = []
    for table, form in source.rules.forms.items():
        if table in source.tables:
            found += _list_table(source, table, form, tuple(areas))
    units, cards, places = source.scope.units, [], dict.fromkeys(areas)
    for block, names in source.names.items():
        for (_, key), name in names.items():
            if block == "card_name" and key not in cards:
                cards.append(key)
            elif block == "place_name" and name.value and _is_place(key, source):
                places[key] = None
    places |= dict.fromkeys(_list_spots(source))
    for language in languages:
        for block, keys in (("unit_name", units), ("place_name", places), ("card_name", cards)):
            found += [make_name_question(block, language, key) for key in keys]
    for language in languages:
        short = source.names.get("short_name", {})
        long = source.names.get("place_name", {})
        for key in places:
            full = long.get((language, key))
            if (language, key) in short or (full and text_width(str(full.value)) > SHORT):
                found.append(make_name_question("short_name", language, key))
    return found


def make_name_question(block: str, language: str, key: str) -> Question:
    """Return the question about a name in a language."""
    return Question(block, f"{language}.{key}", "name", (block, language))


def _list_spots(source: QuestionSource) -> Iterator[str]:
    """Yield the hexes with a role, such as towns, apart from roles that have a name themselves."""
    names = {key for _, key in source.names.get("place_name", {})}
    table = source.tables.get("place", {})
    named = {hexagon for role, each in table.items() if role in names for hexagon in each.value}
    for each in table.values():
        if isinstance(each.value, list):
            yield from (hexagon for hexagon in each.value if hexagon not in named)


def _is_place(key: str, source: QuestionSource) -> bool:
    """Return whether a name belongs to a place, or to a role of a hex, that the data set has."""
    scope = source.scope
    return key in scope.places or key in scope.boxes or key in source.tables.get("place", {})


def _list_table(
    source: QuestionSource, table: str, form: TableForm, areas: tuple[str, ...]
) -> Iterator[Question]:
    values, scope = source.tables[table], source.scope
    if table == ROSTER:
        yield from (Question(table, side, "roster") for side in source.rules.sides)
    elif table == TILE:
        yield Question(table, "", "places")
        if {*(source.shipped or {}).get(TILE, {})} != {*values}:  # the program draws its own areas
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
        known = (source.shipped or {}).get(table, {}) if form.key in ("word", "number") else {}
        yield from (Question(table, key, batch=(table,)) for key in {**known, **values})


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
            return list_pairs(question, source)
        case "places":
            return list(values)
        case "row":
            return [hexagon for hexagon in values if hexagon[:2] == key]
    return [key]


def list_pairs(question: Question, source: QuestionSource) -> list[str]:
    """Return the pairs of an area with each other area, as the table writes them."""
    table, order = source.tables[question.table], sorted(source.scope.places)
    found = []
    for other in order:
        if other != question.key:
            pair = "-".join(sorted((question.key, other)))
            turned = "-".join(reversed(pair.split("-")))
            found.append(turned if turned in table else pair)
    return found


def find_values(question: Question, source: QuestionSource) -> dict[str, Value]:
    """Return the current values that a question covers, by key."""
    if question.shape == "name":
        language, _, key = question.key.partition(".")
        name = source.names.get(question.table, {}).get((language, key))
        return {question.key: name} if name else {}
    values = source.tables.get(question.table, {})
    return {key: values[key] for key in list_entries(question, source) if key in values}


def covers(question: Question, key: str) -> bool:
    """Return whether a key of its table belongs to a question."""
    match question.shape:
        case "row":
            return key[:2] == question.key
        case "places" | "roster":
            return True
    return key == question.key


def make_absent(question: Question, source: QuestionSource) -> dict[str, Any]:
    """Return the entry of the owner's file which says that a question has no value."""
    match question.shape:
        case "row":
            return {question.key + list_columns(source)[0]: ""}
        case "value":
            return {question.key: ""}
        case "name":
            return {question.key: ""}
    return {}


def measure_influence(spec: Spec) -> dict[tuple[str, str], float]:
    """Return the influence on results of the values of a rule set that were measured.

    The measures of two games cannot be compared.
    """
    return {
        key: abs(found.effect)
        for unknown, found in reversed(rank_unknowns(spec))
        if found is not None
        for key in unknown.keys
    }


# ---- search -------------------------------------------------------------------------------------


def search_questions(
    questions: Iterable[Question], text: str, describe: Callable[[Question], str]
) -> Question | None:
    """Return the first question whose table or key is a text or begins with it.

    If there is none, return the first question whose name contains the text.
    """
    wanted, listed = text.strip().casefold(), list(questions)
    for exact in (True, False):
        for each in listed:
            for name in (each.key, each.table, f"{each.table}.{each.key}"):
                if name and (name.casefold() == wanted or
                             (not exact and name.casefold().startswith(wanted))):  # fmt: skip
                    return each
    return next((each for each in listed if wanted in describe(each).casefold()), None)


def list_about(questions: Iterable[Question], text: str) -> list[Question]:
    """Return the questions about a unit or a place, by its id."""
    wanted = text.strip().casefold()
    return [
        each for each in questions
        if wanted in (
            each.key.casefold(),
            each.key.casefold().partition(".")[2] if each.shape == "name" else "",
        )
    ]  # fmt: skip


# ---- order --------------------------------------------------------------------------------------


def order_questions(
    questions: Iterable[Question],
    source: QuestionSource,
    influence: Mapping[tuple[str, str], float] | None = None,
) -> list[Question]:
    """Return questions in the order of guided entry.

    What decides which values exist comes first. Then the values follow by their influence on
    results where it is known, else by provenance, the least certain first; then in the order of the
    game's forms. Names follow, and last what is not printed: short names and the drawing of areas.

    Args:
        questions: The questions, in the order of the forms.
        source: The shipped values, so that an answer does not change the order.
        influence: The influence of measured values, by table and key.
    """
    known = influence or {}
    listed = list(questions)
    batches = {each: each.batch or each.ident for each in listed}

    def weigh(question: Question) -> tuple[float, int]:
        found = find_values(question, source)
        keys = [*found, question.key]
        most = max((known[question.table, key] for key in keys if (question.table, key) in known),
                   default=0.0)  # fmt: skip
        doubt = max((PROVENANCES.index(each.provenance) for each in found.values()), default=0)
        return -most, -doubt

    weight: dict[tuple[str, ...], tuple[float, int]] = {}
    for each in listed:  # values that are answered together stay together
        weight[batches[each]] = min(weigh(each), weight.get(batches[each], (0.0, 0)))

    def rank(item: tuple[int, Question]) -> tuple[int, int, float, int, int]:
        at, each = item
        if each.table == "short_name" or (each.table == TILE and each.key):
            return 3, 0, 0.0, 0, at
        if each.table in STRUCTURE:
            return 0, STRUCTURE.index(each.table), 0.0, 0, at
        stage = 2 if each.shape == "name" else 1
        return stage, 0, *(weight[batches[each]] if stage == 1 else (0.0, 0)), at

    return [each for _, each in sorted(enumerate(listed), key=rank)]
