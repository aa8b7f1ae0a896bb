"""The ways through a gap, as a page of the note entry; Enter marks one as a conjecture."""

from itertools import chain
from typing import TYPE_CHECKING

from rich.cells import cell_len

from senpu.notation.printable import make_printable
from senpu.tui.render.bridge_report import describe_count, describe_way, format_chance
from senpu.tui.render.odds_report import mark_doubt
from senpu.tui.render.win_probability_report import find_weakest_provenance
from senpu.tui.widgets.chooser import ChooserEntry, ChooserPage
from senpu.tui.widgets.painting import Row, wrap_text

if TYPE_CHECKING:
    from senpu.tui.jobs.bridge import GapBridges
    from senpu.tui.screens.note_entry import NoteEntry


def make_ways_page(note_entry: "NoteEntry", found: "GapBridges") -> ChooserPage:
    """Return the page with the ways through a gap."""
    look = note_entry.screen.look
    caption = [describe_count(found, look.language), look.word("bridge_choose")]

    def rows(width: int, height: int) -> list[Row]:
        shown = (wrap_text(look, text, width - 2, margin=1) for text in caption)
        return [*chain.from_iterable(shown)][:height]

    entries = [_make_entry(note_entry, found, number) for number in range(1, len(found.texts) + 1)]
    return ChooserPage(
        look.word("bridge_title", gap=found.gap.number), entries, rows, "note",
        aside=(str(len(entries)),),
    )  # fmt: skip


def _make_entry(note_entry: "NoteEntry", found: "GapBridges", number: int) -> ChooserEntry:
    look = note_entry.screen.look
    text = make_printable(found.texts[number - 1])
    way = found.report.ways[number - 1]
    caption = describe_way(found, number, look.language)
    mark = mark_doubt(find_weakest_provenance(found.timeline.rules.spec))

    def take() -> None:
        note_entry.write(
            note_entry.writing.add_conjecture(found.gap, found.texts[number - 1]),
            "bridge_marked",
        )

    def paint(row: Row, until: int) -> None:
        share = format_chance(way.probability) + mark if way.probability < 1 else ""
        room = until - row.width - (cell_len(share) + 2 if share else 0)
        row.add(look.clip(text, room), how="b")
        if share:
            row.pad_to(until - cell_len(share)).add(share, "dim")

    def about(width: int) -> list[Row]:
        return [
            *wrap_text(look, text, width - 2, "text", 1),
            *wrap_text(look, caption, width - 2, "dim", 1),
        ]

    return ChooserEntry(
        paint, take, final=True, about=about,
        sentence=lambda: look.word("bridge_way", n=number, text=text, about=caption),
    )  # fmt: skip
