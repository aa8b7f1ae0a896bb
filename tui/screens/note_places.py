"""The places of an arrow or a highlight: the page of the note entry, and typing."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from senpu.tui.boards.choices import ChoicePreview
from senpu.tui.screens.recording_pages import make_row, make_text
from senpu.tui.screens.recording_targets import WritablePlayer
from senpu.tui.widgets.chooser import ChooserEntry, ChooserPage
from senpu.tui.widgets.painting import Row


class PlaceSelection(NamedTuple):
    """The places selected on the map for a note."""

    kind: str = ""
    """The kind of the note, arrow or highlight; empty without a selection."""
    places: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The text of the note."""
        return (">" if self.kind == "arrow" else "+").join(self.places)

    @property
    def is_complete(self) -> bool:
        """Return whether there are enough places for the note."""
        return len(self.places) > (self.kind == "arrow")


class PlaceNoteEntry(Protocol):
    """The note entry as this page uses it."""

    screen: WritablePlayer
    way: PlaceSelection

    @property
    def entry(self) -> ChooserEntry | None:
        """The row at the cursor."""

    def push(self, build: Callable[[Any], ChooserPage], /) -> None:
        """Put another page on top."""

    def rebuild(self) -> None:
        """Make the top page again, and show it."""

    def pick(self, index: int) -> None:
        """Put the cursor on a row."""

    def add(self, kind: str, text: str) -> None:
        """Add a note on the current event."""

    def type_text(self, what: str, text: str = "") -> None:
        """Open the input line."""

    def format_prompt(self, what: str) -> str:
        """Return the hint in the input line for a kind of note."""


def begin_places(note_entry: PlaceNoteEntry, kind: str) -> None:
    """Begin the selection of places for an arrow or a highlight."""
    note_entry.way = PlaceSelection(kind)
    note_entry.push(make_places_page)
    scene, pointed = note_entry.screen.scene, note_entry.screen.pointed
    start = pointed.ident if pointed and pointed.kind == "area" else scene.marks.focus
    _move_cursor_to(note_entry, start)


def make_places_page(note_entry: PlaceNoteEntry) -> ChooserPage:
    """Return the page of the places and boxes of the map.

    The arrow keys move through them; a click selects one.
    """
    screen, way = note_entry.screen, note_entry.way
    look, narrator = screen.look, screen.narrator

    def place_line(place: str) -> ChooserEntry:
        name = narrator.place(place)

        def paint(row: Row, until: int) -> None:
            chosen = place in way.places
            row.add(f"{look.signs.good} " if chosen else "  ", "note", "b")
            row.add(look.clip(name, until - row.width - 1), how="b" if chosen else "")

        def add() -> None:
            add_place(note_entry, place)

        shows = ChoicePreview(focus=place)
        return ChooserEntry(paint, add, add=add, adds="key_add_place", shows=shows)

    def confirm() -> None:
        confirm_places(note_entry)

    places = [place_line(place) for place in list_places(note_entry)]
    typed = make_row(
        look, look.word("type_it"), note_entry.format_prompt(way.kind),
        lambda: type_places(note_entry),
    )  # fmt: skip
    help_id = "places_so_far" if way.is_complete else "places_help"
    progress = look.word(help_id, way=way.text or look.word("places_none"))
    aside = (look.word("choose_enter" if way.is_complete else f"need_{way.kind}"),)
    return ChooserPage(
        look.word(f"noted_{way.kind}"), [*places, typed], make_text(look, progress, "dim"),
        "note", numbered=not places_are_numbers(note_entry), aside=aside,
        adding=bool(way.places), confirm=confirm if way.places else None,
    )  # fmt: skip


def type_places(note_entry: PlaceNoteEntry, begun: str = "") -> None:
    """Type the places of an arrow or a highlight, after the added ones."""
    way = note_entry.way
    added = way._replace(places=(*way.places, begun)) if begun else way
    note_entry.type_text(way.kind, added.text)


def places_are_numbers(note_entry: PlaceNoteEntry) -> bool:
    """Return whether the ids of the places are numbers, which rows with numbers would hide."""
    return next(iter(note_entry.screen.map.places), "").isdigit()


def confirm_places(note_entry: PlaceNoteEntry) -> None:
    """Write the note of the added places; if it needs another one, add the place here first."""
    if not note_entry.way.is_complete:
        place = find_cursor_place(note_entry)
        if place and place not in note_entry.way.places:
            add_place(note_entry, place)
    way = note_entry.way
    if way.is_complete:
        note_entry.add(way.kind, way.text)


def find_cursor_place(note_entry: PlaceNoteEntry) -> str:
    """Return the place at the cursor."""
    shows = note_entry.entry.shows if note_entry.entry else None
    return shows.focus if isinstance(shows, ChoicePreview) else ""


def add_place(note_entry: PlaceNoteEntry, place: str) -> None:
    """Add a place; a highlighted place again is removed, and the last place of an arrow."""
    way = note_entry.way
    last = way.places[-1:] == (place,)
    if last or (way.kind == "highlight" and place in way.places):
        kept = way.places[:-1] if last else tuple(each for each in way.places if each != place)
    else:
        kept = (*way.places, place)
    note_entry.way = way._replace(places=kept)
    note_entry.rebuild()
    _move_cursor_to(note_entry, place)


def list_places(note_entry: PlaceNoteEntry) -> list[str]:
    """Return the places and the boxes of the map."""
    return [*note_entry.screen.map.places, *note_entry.screen.map.boxes]


def _move_cursor_to(note_entry: PlaceNoteEntry, place: str) -> None:
    order = list_places(note_entry)
    note_entry.pick(order.index(place) if place in order else 0)
