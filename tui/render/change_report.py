"""The list of what an owner's file changes, in a form that can be sent to others."""

from collections.abc import Iterable, Iterator

from senpu.spec.corrections import Change, list_changes
from senpu.spec.data import Value, Values, format_value
from senpu.tui.render.text_layout import get_text, wrap_rows


def render_changes(changes: Iterable[Change], language: str) -> Iterator[str]:
    """Yield the rows of the entries that differ: the values, provenance and source."""
    for change in changes:
        yield from wrap_rows(describe_change(change, language), "    ")


def describe_change(change: Change, language: str) -> str:
    """Return an entry that differs, in a line."""
    old, new = change.old, change.new
    if old is None and new is not None:
        text = get_text(language, "value_new", name=change.name, value=format_value(new.value))
        return _add_source(text, new, language)
    assert old is not None
    if new is None:
        return get_text(language, "value_gone", name=change.name, old=format_value(old.value))
    text = get_text(
        language, "value_now", name=change.name, old=format_value(old.value),
        value=format_value(new.value),
    )  # fmt: skip
    return _add_source(text, new, language)


def _add_source(text: str, value: Value, language: str) -> str:
    source = get_text(language, value.provenance)
    if value.source:
        source = get_text(language, "fill_source", provenance=source, source=value.source)
    return get_text(language, "fill_change", change=text, source=source)


def render_report(ident: str, shipped: Values, own: Values, language: str) -> Iterator[str]:
    """Yield the rows of a report for other owners: the changes, and how much was confirmed."""
    changes = list_changes(shipped, own)
    yield get_text(language, "fill_report", game=ident)
    yield f"    Data: sha256:{shipped.digest()}"
    yield get_text(language, "fill_report_own")
    yield f"    Data: sha256:{own.digest()}"
    yield ""
    yield get_text(language, "fill_changed", n=len(changes))
    yield from render_changes(changes, language)
    kept = list(_list_confirmed(shipped, own))
    if kept:
        yield ""
        yield get_text(language, "fill_report_same", n=sum(n for _, n in kept))
        names = [f"{name} {n}" for name, n in kept]
        yield from wrap_rows(get_text(language, "and").join(names), "    ")


def _list_confirmed(shipped: Values, own: Values) -> Iterator[tuple[str, int]]:
    """Yield the tables with values that the owner's copy confirms, and their number."""
    for name, table in own.tables.items():
        old = shipped.tables.get(name, {})
        n = sum(
            key in old and old[key].value == value.value and old[key] != value
            for key, value in table.items()
        )
        if n:
            yield name, n
