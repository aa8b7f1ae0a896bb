"""The list of what an owner's file changes, in a form that can be sent to others."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import get_registration
from senpu.spec.corrections import Change, list_changes, read_data_rules
from senpu.spec.data import Values
from senpu.spec.forms import TableForm
from senpu.spec.loader import Spec, load_spec
from senpu.spec.owner_files import LEFT, PENDING
from senpu.spec.stagger import GRID, PARITIES, SHIFTED, list_fallen
from senpu.spec.translations import find_translation
from senpu.tui.render.headers import render_digest
from senpu.tui.render.text_layout import add_label, get_prose_width, get_text, wrap_rows

ROW = 78
"""The most columns of a row: of a post in a forum or of an issue."""
GROUP, ENTRY = "  ", "    "
"""The margins of the source of some changes, and of a change."""
SETS = frozenset(("hexes", "hexsides"))
"""The forms of lists whose order has no meaning."""


def render_changes(
    changes: Iterable[Change], own: Values, ident: str, language: str
) -> Iterator[str]:
    """Yield the rows of the entries that differ from the default, by their source.

    Entries that the owner has not entered yet are only counted.

    Args:
        changes: The entries.
        own: The data set.
        ident: The rule set.
        language: The language.
    """
    folder = get_registration(ident).folder
    default, spec = load_spec(ident, folder), load_spec(ident, folder, (), own)
    yield from _render_move(default, spec, language)
    groups: dict[tuple[str, str], list[Change]] = {}
    for change in changes:
        groups.setdefault(_find_source(change, own), []).append(change)
    pending = groups.pop(PENDING, [])
    narrators = Narrator(spec, language), Narrator(default, language)
    forms = read_data_rules(folder).forms
    for (provenance, source), group in groups.items():
        yield from _wrap_row(_name_source(provenance, source, spec.folder, language), GROUP)
        for change in group:
            form = forms.get(change.name.partition(".")[0], TableForm())
            yield from _wrap_row(_describe_change(change, form, narrators), ENTRY)
    if pending:
        yield from _wrap_row(get_text(language, "value_pending", n=len(pending)), GROUP)


def count_entered(changes: Iterable[Change], own: Values) -> int:
    """Return the number of entries that differ, without entries that wait for an answer."""
    return sum(_find_source(change, own) != PENDING for change in changes)


def _render_move(default: Spec, own: Spec, language: str) -> Iterator[str]:
    """Yield the sentence that the hexes of the default have other numbers, if so."""
    kept = read_data_rules(Path(own.folder)).kept_rows
    grids = (spec.values.tables.get(GRID, {}).get(SHIFTED) for spec in (default, own))
    old, new = (each and each.value for each in grids)
    if kept and old != new and new in PARITIES:
        hexes = " ".join(list_fallen(default.values, kept))
        yield from _wrap_row(get_text(language, "values_renumbered", hexes=hexes), GROUP)


def _find_source(change: Change, own: Values) -> tuple[str, str]:
    """Return the provenance and the source of a change; of one that follows from others, none."""
    name, _, key = change.name.partition(".")
    value = change.new or own.absent.get(name, {}).get(key)
    return (value.provenance, value.source) if value else ("", "")


def _name_source(provenance: str, source: str, folder: str, language: str) -> str:
    if not provenance:
        return get_text(language, "value_follows")
    name = get_text(language, provenance)
    translated = find_translation(folder, source, language) or source
    return add_label(language, name, translated) if source else name


def _describe_change(
    change: Change, form: TableForm, narrators: tuple[Narrator, Narrator]
) -> str:  # fmt: skip
    """Return an entry that differs, in a line: its key, its name and the change."""
    old, new = change.old, change.new
    own, default = narrators
    name = _name_entry(change, own if new else default)
    if old is None and new is not None:
        return get_text(own.language, "value_new", name=name, value=format_plain(new.value))
    assert old is not None
    if new is None:
        return get_text(own.language, "value_gone", name=name, old=format_plain(old.value))
    if form.value in SETS:
        parts = [f"+{each}" for each in new.value if each not in old.value]
        parts += [f"-{each}" for each in old.value if each not in new.value]
        return get_text(own.language, "value_members", name=name, changes=" ".join(parts))
    values = {"old": format_plain(old.value), "value": format_plain(new.value)}
    return get_text(own.language, "value_now", name=name, **values)


def _name_entry(change: Change, narrator: Narrator) -> str:
    """Return the key of an entry, and its table and name in plain words."""
    table, _, key = change.name.partition(".")
    ident = key.rpartition(".")[2]
    units = {unit.id for unit in narrator.spec.units}
    finders = [
        narrator.unit_name(ident) if ident in units else "",
        *(narrator.name(kind, ident) for kind in ("card", "kind", "side", "place", "value")),
    ]
    words = [narrator.table(table), next(filter(None, finders), "")]
    plain = get_text(narrator.language, "and").join(filter(None, words))
    return get_text(narrator.language, "value_named", key=change.name, name=plain)


def format_plain(value: Any) -> str:
    """Return a value without the signs of TOML; a list is its members, "-" no value."""
    if isinstance(value, list):
        comma = ", " if any(" " in str(each) for each in value) else " "
        return comma.join(map(str, value)) or "-"
    return str(value).lower() if isinstance(value, bool) else str(value) or "-"


def render_report(ident: str, base: Values, own: Values, language: str) -> Iterator[str]:
    """Yield the rows of a report for other owners: the changes, and how much was confirmed.

    Args:
        ident: The rule set.
        base: The default values and names, in the stagger of the owner's map.
        own: The values and names of the owner.
        language: The language.
    """
    default = load_spec(ident, get_registration(ident).folder).values
    changes = list_changes(base, own)
    yield from _wrap_row(get_text(language, "fill_report", game=ident), "")
    yield render_digest(default.digest(), language)
    yield get_text(language, "fill_report_own")
    yield render_digest(own.digest(), language)
    yield ""
    yield get_text(language, "fill_changed", n=count_entered(changes, own))
    yield from render_changes(changes, own, ident, language)
    for text, is_left in (("fill_report_same", False), ("fill_report_left", True)):
        kept = list(_list_same(base, own, is_left))
        if not kept:
            continue
        yield ""
        yield get_text(language, text, n=sum(n for _, n in kept))
        names = [f"{name} {n}" for name, n in kept]
        yield from _wrap_row(get_text(language, "and").join(names), ENTRY)


def _list_same(shipped: Values, own: Values, is_left: bool) -> Iterator[tuple[str, int]]:
    """Yield the tables with values that the copy confirms or does not show, and their number."""
    for name, table in own.tables.items():
        old = shipped.tables.get(name, {})
        n = sum(
            key in old
            and old[key].value == value.value
            and old[key] != value
            and value.source.startswith(LEFT) is is_left
            for key, value in table.items()
        )
        if n:
            yield name, n


def _wrap_row(text: str, margin: str) -> Iterator[str]:
    """Yield the rows of a text, which also fit a post."""
    return wrap_rows(text, margin, min(ROW, get_prose_width()))
