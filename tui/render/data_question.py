"""A question of guided entry as text: the map, the counter or the table, and what is accepted."""

from collections.abc import Iterable, Sequence
from typing import cast

from senpu.notation.faults import text_width
from senpu.notation.messages import Message, program_catalogue
from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import Board
from senpu.replay.parts.hexes import HexGrid
from senpu.spec.data import KINDS, PROVENANCES, ROSTER, TERRAIN, TILE, Value
from senpu.spec.loader import Spec
from senpu.spec.stagger import GRID
from senpu.tui.boards.signs import Signs
from senpu.tui.jobs.data_answers import describe_answer, format_answer, format_entry
from senpu.tui.jobs.data_entry import DataEntry
from senpu.tui.jobs.data_questions import Question, find_values, list_columns
from senpu.tui.render.data_sets import translate_sentence
from senpu.tui.render.text_layout import add_aside, add_label, get_text, wrap_rows
from senpu.tui.render.text_maps import HIGH, WIDE, draw_map, find_corner, plan_map

HERE = ">"
"""The sign before the row of a table or a counter that the question is about."""
MOST_SOURCES = 2
"""The most sources that a question shows."""
LEAST_PICTURE = 5
"""The least rows of a picture."""
INNER = 20
"""The columns inside a drawn counter."""


def describe_question(entry: DataEntry, question: Question, narrator: Narrator) -> list[str]:
    """Return the facts of a question in sentences, unwrapped.

    Returns:
        What it is about; the value in effect with its sources; what is accepted; further answers.
    """
    return [name_question(question, narrator), *list_facts(entry, question, narrator)]


def name_question(question: Question, narrator: Narrator) -> str:
    """Return what a question is about in plain words, with its table and key."""
    table, key = question.table, question.key
    fields = {"name": name_key(question, narrator), "table": narrator.table(table)}
    if question.shape == "name":
        language, _, key = key.partition(".")
        fields["language"] = program_catalogue(language).topic("language")["name"]
    for ident in (f"{table}_{key}", f"{table}_{question.shape}", table, f"any_{question.shape}"):
        if text := narrator.question(ident, fields):
            return f"{text} [{table}{'.' if question.key else ''}{question.key}]"
    raise AssertionError(question)


def name_key(question: Question, narrator: Narrator) -> str:
    """Return the name of the unit, place, kind or entry of a question."""
    table, key = question.table, question.key
    if question.shape == "name":
        key = key.partition(".")[2]
        if table == "card_name":
            return f"#{key}"
        return narrator.unit(key) if table == "unit_name" else narrator.place(key)
    spec = narrator.spec
    if any(unit.id == key for unit in spec.units):
        return narrator.unit(key)
    if narrator.name("card", key):
        return f"#{key} {narrator.name('card', key)}"
    if name := narrator.name("kind", key) or narrator.name("side", key):
        return name
    if narrator.name("place", key):
        return narrator.place(key)
    return narrator.name("value", key) or key.replace("_", " ")


def list_facts(entry: DataEntry, question: Question, narrator: Narrator) -> list[str]:
    """Return the current value with its sources, and what is accepted."""
    language, source = narrator.language, entry.questions_from
    found = find_values(question, source)
    shown = format_shown(question, entry, narrator)
    confirmed = entry.is_confirmed(question)
    rows = []
    sources = list_sources(found.values(), entry.spec.folder, language)
    ident = "fill_confirmed" if confirmed else "fill_shown"
    if entry.is_left(question):
        ident = "fill_left"
    rows.append(get_text(language, ident, value=shown, sources=sources))
    accepted = _name_answers(describe_answer(question, source), question, narrator)
    rows.append(get_text(language, "fill_accepted", what=accepted))
    batch = [each for each in entry.list_batch(question) if each != question]
    if batch:
        names = tuple(each.key for each in batch)
        several = names if len(names) <= 8 else (*names[:7], "…")
        ident = "fill_batch" if question.shape == "value" else f"fill_batch_{question.shape}"
        rows.append(get_text(language, ident, n=len(batch), names=several))
    form = entry.rules_of_data.forms.get(question.table)
    if question.shape == "value" and form and not form.closed and form.key in ("word", "number"):
        rows.append(get_text(language, "fill_can_add"))
    return rows


def _name_answers(accepted: Message, question: Question, narrator: Narrator) -> Message:
    """Return what a question accepts, with the names of the words that it accepts."""
    if accepted.id != "errors.formAmong":
        return accepted
    named = []
    for word in cast("Sequence[str]", accepted.fields["have"]):
        name = narrator.value(question.table, word)
        named.append(word if name == word else add_aside(narrator.language, word, name))
    return Message(accepted.id, {"have": tuple(named)})


def describe_state(entry: DataEntry, language: str) -> list[str]:
    """Return why no game can begin on the values, since which answer; empty if one can."""
    if entry.problem is None:
        return []
    if not entry.cause:
        return [get_text(language, "fill_problem_short", why=entry.problem)]
    return [get_text(language, "fill_problem", why=entry.problem, question=entry.cause)]


def format_shown(question: Question, entry: DataEntry, narrator: Narrator) -> str:
    """Return the current value as an answer; a word with its name in the language."""
    text = format_answer(question, entry.questions_from)
    found = find_values(question, entry.questions_from)
    if question.shape == "value" and question.key in found:
        value = found[question.key].value
        if isinstance(value, str) and value and (name := narrator.value(question.table, value)):
            return text if name == text else add_aside(narrator.language, text, name)
    return text


def format_brief(question: Question, entry: DataEntry, narrator: Narrator) -> str:
    """Return the current value for a list; of a word its name alone."""
    text = format_answer(question, entry.questions_from)
    found = find_values(question, entry.questions_from)
    if question.shape != "value" or " " in text or question.key not in found:
        return text
    is_word = isinstance(found[question.key].value, str)
    return (is_word and narrator.value(question.table, text)) or text


def list_sources(values: Iterable[Value], folder: str, language: str) -> tuple[str, ...]:
    """Return the provenances of some values with their sources, the least certain first."""
    found = dict.fromkeys((each.provenance, each.source) for each in values)
    ranked = sorted(found, key=lambda head: -PROVENANCES.index(head[0]))
    texts = [
        add_label(
            language, get_text(language, provenance), translate_sentence(folder, source, language)
        )
        if source
        else get_text(language, provenance)
        for provenance, source in ranked[:MOST_SOURCES]
    ]
    if more := len(ranked) - MOST_SOURCES:
        texts += [get_text(language, "more", n=more)] if more > 0 else []
    return tuple(texts) or (get_text(language, "fill_no_value"),)


# ---- pictures -----------------------------------------------------------------------------------


def draw_question(
    entry: DataEntry, question: Question, narrator: Narrator, size: tuple[int, int], pen: Signs
) -> list[str]:
    """Return the picture of a question: the map, the counter, or the table with its row marked."""
    spec, form = entry.spec, entry.rules_of_data.forms.get(question.table)
    units = {unit.id for unit in spec.units}
    key = question.key.partition(".")[2] if question.shape == "name" else question.key
    if key in units:
        rows = draw_unit(entry, question, key, narrator)
        return rows[: size[1]]
    places = find_places(question, entry)
    if places or (form is not None and (form.key in ON_MAP or form.value in ON_MAP)):
        if spec.game.board == "hexes":
            return draw_hexes(entry, places, narrator, size)
        return mark_areas(draw_map(spec, EMPTY, narrator, pen), places, size)
    if question.table == ROSTER:
        return list_roster(entry, question, narrator, size)
    if question.table in entry.values.tables:
        return list_table(entry, question, narrator, size)
    return []


ON_MAP = frozenset(("place", "pair", "hex", "hexes", "hexsides", "line"))
"""The forms of keys and of values that are on the map."""
EMPTY = Board((), {}, ())


def find_places(question: Question, entry: DataEntry) -> list[str]:
    """Return the places that a question is about."""
    source = entry.questions_from
    found = find_values(question, source)
    match question.shape:
        case "links":
            return [question.key]
        case "places":
            return [key for key, each in found.items() if each.value]
        case "row":
            return [question.key + column for column in list_columns(source)]
        case "name":
            key = question.key.partition(".")[2]
            return [key] if key in source.scope.places else []
    if question.key in source.scope.places:
        return [question.key]
    form = entry.rules_of_data.forms[question.table]
    if question.key not in found or form.value not in ("place", "hexes", "hexsides", "line"):
        return []
    value = found[question.key].value
    members = value if isinstance(value, list) else [value]
    return [part for member in members for part in str(member).split("-")]


def mark_areas(rows: list[str], places: Iterable[str], size: tuple[int, int]) -> list[str]:
    """Return the part of a map of areas around the areas that the signs `>` and `<` enclose."""
    marked = list(rows)
    (width, height), spots = size, list[tuple[int, int]]()
    for place in places:
        for at, row in enumerate(marked):
            if f" {place} " in row:
                marked[at] = row.replace(f" {place} ", f">{place}<", 1)
                spots.append((text_width(row[: row.index(f" {place} ")]), at))
                break
    x = sum(x for x, _ in spots) // max(len(spots), 1) - width // 2
    y = sum(y for _, y in spots) // max(len(spots), 1) - height // 2
    full = max(map(text_width, marked), default=0)
    x, y = max(0, min(x, full - width)), max(0, min(y, len(marked) - height))
    return [cut_cells(row, x, width).rstrip() for row in marked[y : y + height]]


def draw_hexes(
    entry: DataEntry, places: list[str], narrator: Narrator, size: tuple[int, int]
) -> list[str]:
    """Return the part of a map of hexes around the marked places."""
    width, height = size
    notes: list[str] = []
    spec = entry.spec
    try:
        grid = _make_grid(spec)
        rows = plan_map(spec, EMPTY, narrator, [each for each in places if each in grid.index])
    except Exception:  # the values do not fit together
        spec = entry.drawn
        grid = _make_grid(spec)
        rows = plan_map(spec, EMPTY, Narrator(spec, narrator.language),
                        [each for each in places if each in grid.index])  # fmt: skip
        notes = [*wrap_rows(get_text(narrator.language, "fill_old_map"), "", width)]
        height -= len(notes)
    spots = [find_corner(grid, grid.index[each]) for each in places if each in grid.index]
    xs, ys = zip(*spots, strict=True) if spots else ((0,), (0,))
    x = (min(xs) + max(xs) + WIDE) // 2 - width // 2
    y = (min(ys) + max(ys) + HIGH) // 2 - height // 2
    full = max(map(text_width, rows), default=0)
    x, y = max(0, min(x, full - width)), max(0, min(y, HIGH * grid.high + 1 - height))
    return [*(cut_cells(row, x, width).rstrip() for row in rows[y : y + height]), *notes]


def _make_grid(spec: Spec) -> HexGrid:
    tables = spec.values.tables
    return HexGrid({key: each.value for key, each in tables[GRID].items()}, tables[TERRAIN])


def cut_cells(row: str, left: int, width: int) -> str:
    """Return the part of a row between two columns of cells."""
    made, at = "", 0
    for sign in row:
        size = text_width(sign)
        if left <= at and at + size <= left + width:
            made += sign
        elif at < left < at + size:
            made += " "
        at += size
    return made


def draw_unit(entry: DataEntry, question: Question, unit: str, narrator: Narrator) -> list[str]:
    """Return a counter, and next to it the values of the unit with the asked one marked."""
    tables, spec = entry.values.tables, entry.spec
    side = next(each.side for each in spec.units if each.id == unit)
    is_first = side == spec.sides[0].id
    kind = str(tables[KINDS][unit].value) if unit in tables.get(KINDS, {}) else ""
    mark = next((each.mark for each in spec.game.kind if each.id == kind), "")
    corner = "+" if is_first else "."
    name = cut_cells(narrator.unit_name(unit), 0, INNER - 2)
    left = [
        f"{corner}{'-' * INNER}{corner}",
        f"|{_pad(f' {unit}', INNER - 4)}{mark:>3} |",
        f"|{_pad(f' {name}', INNER)}|",
        f"|{_pad(f' {cut_cells(narrator.side(side), 0, INNER - 2)}', INNER)}|",
        f"{corner if is_first else chr(39)}{'-' * INNER}{corner if is_first else chr(39)}",
    ]
    labels = {
        table: narrator.table(table)
        for table, values in tables.items()
        if unit in values and table not in (ROSTER, TILE)
    }
    wide = max(map(text_width, labels.values()), default=0)
    right = []
    for table, label in labels.items():
        each = Question(table, unit)
        sign = HERE if table == question.table else " "
        value = format_shown(each, entry, narrator)
        done = get_text(narrator.language, "fill_done") if entry.is_confirmed(each) else ""
        right.append(f"{sign} {_pad(label, wide)}  {value}  {done}".rstrip())
    rows = max(len(left), len(right))
    left += [" " * (INNER + 2)] * (rows - len(left))
    right += [""] * (rows - len(right))
    return [f"{one}   {other}".rstrip() for one, other in zip(left, right, strict=True)]


def _pad(text: str, width: int) -> str:
    return text + " " * max(width - text_width(text), 0)


def list_roster(
    entry: DataEntry, question: Question, narrator: Narrator, size: tuple[int, int]
) -> list[str]:
    """Return the units of a side with their kinds, in columns."""
    kinds = entry.values.tables.get(KINDS, {})
    cells = []
    for unit in entry.spec.units:
        if unit.side == question.key:
            kind = narrator.name("kind", str(kinds[unit.id].value)) if unit.id in kinds else ""
            cells.append(f"{unit.id} {kind}".rstrip())
    wide = max(map(text_width, cells), default=0) + 2
    columns = max(size[0] // wide, 1)
    rows = -(-len(cells) // columns)
    return ["".join(_pad(cell, wide) for cell in cells[at::rows]).rstrip() for at in range(rows)][
        : size[1]
    ]


def list_table(
    entry: DataEntry, question: Question, narrator: Narrator, size: tuple[int, int]
) -> list[str]:
    """Return the entries of a table around the asked one, which is marked."""
    table, (width, height) = entry.values.tables[question.table], size
    keys = list(table)
    if question.key not in keys:
        keys.append(question.key)
    at = keys.index(question.key)
    start = max(0, min(at - height // 2, len(keys) - height))
    shown = keys[start : start + height]
    values = {key: format_entry(table[key].value if key in table else None) for key in shown}
    room = width - 4 - min(max(map(text_width, values.values())), width // 2)
    names = {
        key: cut_cells(name_entry(Question(question.table, key), narrator), 0, room)
        for key in shown
    }
    wide = max(map(text_width, names.values()))
    return [
        cut_cells(
            f"{HERE if key == question.key else ' '} {_pad(names[key], wide)}  {values[key]}",
            0, width,
        ).rstrip()
        for key in shown
    ]  # fmt: skip


def name_entry(question: Question, narrator: Narrator) -> str:
    """Return the name of an entry of a table in a few words."""
    if text := narrator.question(f"{question.table}_{question.key}", {}):
        return text
    name = name_key(question, narrator)
    return name.replace("_", " ") if name == question.key else name


def render_question(
    entry: DataEntry, question: Question, narrator: Narrator, size: tuple[int, int], pen: Signs
) -> list[str]:
    """Return the rows of a question, with as much of its picture as fits into a size."""
    width, height = size
    facts = [
        row
        for fact in (
            *describe_question(entry, question, narrator),
            *describe_state(entry, narrator.language),
        )
        for row in wrap_rows(fact, "", width)
    ]  # fmt: skip
    room = max(height - len(facts) - 1, LEAST_PICTURE)
    picture = draw_question(entry, question, narrator, (width, room), pen)
    return [*picture, *([""] if picture else []), *facts]
