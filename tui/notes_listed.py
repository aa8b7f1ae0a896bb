"""The notes beside a log as a list: what each is about, its id, itself as an annotated text has it,
and who wrote it when."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from logs.notes import Note, walk
from notation.lines import Remark
from notation.writer import format_item
from replay.annotations import Annotations
from replay.branches import Annotation
from replay.marks import item_of
from replay.narration import Narrator

LEAST = 4
"""Digits of an id that are shown, if they are enough to tell it from the others."""


def listed(
    path: Path, shown: Iterable[Annotation], notes: Annotations, say: Narrator
) -> Iterator[str]:
    """The rows: how many notes there are, then those to be shown, each with those inside it."""
    idents = [each.ident for each in walk(notes.file.notes)]
    yield f"{path.name}: {say.label('notes_count', n=len(idents))}"
    size = next(
        size for size in range(LEAST, 17) if len({each[:size] for each in idents}) == len(idents)
    )
    for each in shown:
        yield from _rows(each, size, "")


def _rows(each: Annotation, size: int, margin: str) -> Iterator[str]:
    note = each.note
    if each.branch is not None:
        said = f"( {each.branch.text} )"
    elif note.kind:
        said = format_item(item_of(note))
    else:
        said = format_item(Remark(", ".join(note.other)))
    yield f"{margin}{note.event:>5}  {each.ident[:size]}  {said}{by(note)}"
    for inner in each.branch.annotations if each.branch else ():
        yield from _rows(inner, size, f"{margin}    ")


def by(note: Note) -> str:
    """Who wrote it, and when."""
    who = ", ".join(filter(None, (note.author, note.time[:10])))
    return f"  ({who})" if who else ""
