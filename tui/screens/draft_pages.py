"""The pages of the editor of positions: the units, the fields, the places of units, the end."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from msgspec.structs import replace
from textual import events

from senpu.logs.position_logs import join_position_rows
from senpu.notation.faults import Error
from senpu.notation.position_text import parse_position_text
from senpu.replay.core.position_drafts import PositionDraft
from senpu.replay.core.position_format import COMMON, SEEN
from senpu.replay.parts.position_forms import NumberForm, Words, describe_field
from senpu.tui.boards.choices import ChoicePreview
from senpu.tui.boards.scene import Scene
from senpu.tui.keys import EDITOR
from senpu.tui.screens.draft_rows import (
    UnitRows,
    clip_place,
    matches,
    name_place,
)
from senpu.tui.screens.draft_values import (
    Slot,
    add_number,
    make_slot_row,
    name_field,
    type_value,
)
from senpu.tui.screens.edited_position import EditedPosition
from senpu.tui.screens.input_lines import InputLine, close_line, open_line
from senpu.tui.screens.interfaces import PagedScreen
from senpu.tui.screens.page_stack import PageFrame, PageStack
from senpu.tui.screens.recording_pages import make_row, make_text
from senpu.tui.widgets.chooser import Chooser, ChooserEntry, ChooserPage
from senpu.tui.widgets.clicks import ObjectClicked
from senpu.tui.widgets.painting import Row

UNITS, FIELDS = 0, 1
"""The indexes of the two lists."""


class DraftScreen(PagedScreen, Protocol):
    """The screen of the editor, as its pages use it."""

    def present(self) -> None:
        """Show the position in every part."""

    def show_message(self, status: str) -> None:
        """Show a message in the last line until the next key."""

    def close(self) -> None:
        """Leave the editor; changes that were not saved are lost."""

    def save(self) -> None:
        """Ask for the name of a log that starts with the position, and write it."""


class DraftChooser(Chooser):
    """The chooser of the editor."""

    def __init__(self, pages: "DraftPages") -> None:
        super().__init__(pages.screen.look, pages)
        self.pages = pages

    def on_key(self, event: events.Key) -> None:
        """Begin to type a place; no letter is a command while a place is chosen."""
        char = event.character or ""
        if self.pages.moving and (char.isalpha() or (char.isdigit() and not self.page.numbered)):
            event.stop()
            event.prevent_default()
            self.pages.find(char)


class DraftPages(PageStack):
    """The pages of the editor."""

    KEYS = EDITOR
    FOOTER = "editor"
    screen: DraftScreen

    def __init__(self, screen: DraftScreen, edited: EditedPosition) -> None:
        super().__init__(screen)
        self.edited = edited
        boxes = (box.place for box in edited.rules.spec.game.box if box.place)
        self.map_places = frozenset((*screen.map.places, *boxes))
        self.active = UNITS
        """The list that has the keys, if no other page covers both."""
        self.bottom = (PageFrame(make_units_page), PageFrame(make_fields_page))
        self.added: list[str] = []
        """The units that will be moved together."""
        self.moving: tuple[str, ...] = ()
        """The units whose place is being chosen."""
        self.typed = ""
        """The text that filters the units or the places."""
        self._line: InputLine | None = None
        self.rows: UnitRows | None = None

    def make_chooser(self) -> DraftChooser:
        """Return a new chooser."""
        return DraftChooser(self)

    # ---- pages ------------------------------------------------------------------------------

    def reset(self, *frames: PageFrame) -> None:
        """Show the active list, and other pages on it."""
        self.stack = [self.bottom[self.active], *frames]
        self.moving, self.typed = (), ""
        self.rebuild()

    def rebuild(self) -> None:
        """Make the top page again, and show it."""
        self.rows = UnitRows(self)
        super().rebuild()

    def pop(self) -> None:
        """Return to the page below."""
        self.stack.pop()
        self.moving, self.typed = (), ""
        self.rebuild()

    def retrace(self) -> None:
        """Return to the page below; from the bottom, leave the editor."""
        if len(self.stack) > 1:
            self.pop()
        elif self.added:
            self.added.clear()
            self.rebuild()
        elif self.edited.is_changed:
            self.push(make_leaving_page)
        else:
            self.screen.close()

    def leave_all(self) -> None:
        """Leave the editor from any page, after a question if changes would be lost."""
        self.added.clear()
        self.reset()
        self.retrace()

    def next_list(self, way: int) -> None:
        """Go to the other list."""
        del way
        if len(self.stack) == 1:
            self.active = FIELDS if self.active == UNITS else UNITS
            self.reset()

    def pick_above(self, index: int) -> None:
        """Choose a unit in the list above."""
        self.active = UNITS
        self.reset()
        self.pick(index)
        self.take()

    def change(self, draft: PositionDraft) -> None:
        """Replace the draft, and show it."""
        self.edited.change(draft)
        self.show_draft()

    def show_draft(self) -> None:
        """Show the draft in every part."""
        self.screen.present()
        self.rebuild()

    def adapt_scene(self, scene: Scene) -> Scene:
        """Return the scene for the map, with the row at the cursor and the place of the fault."""
        shown = super().adapt_scene(scene)
        key = self.edited.check.key
        if key not in self.map_places:
            return shown
        return replace(shown, marks=replace(shown.marks, rejected=key))

    # ---- units ------------------------------------------------------------------------------

    @property
    def listed_units(self) -> list[str]:
        """The units of the list: all units, or the units that match the typed text."""
        typed = self.typed if self.active == UNITS and not self.moving else ""
        narrator = self.screen.narrator
        return [
            unit for unit in self.edited.draft.units if matches(typed, narrator.unit(unit))
        ]  # fmt: skip

    @property
    def units(self) -> tuple[str, ...]:
        """The units that a key changes: moved or added units, or the unit at the cursor."""
        entry = self.entry
        here = (entry.unit,) if entry is not None and entry.unit and len(self.stack) == 1 else ()
        return self.moving or tuple(self.added) or here

    def add_unit(self, unit: str) -> None:
        """Add a unit to the units to be moved, or remove it."""
        if unit in self.added:
            self.added.remove(unit)
        else:
            self.added.append(unit)
        self.rebuild()

    def move(self, units: Iterable[str] = (), off_map: bool = False) -> None:
        """Open the page of the places for units, by default for the units at the cursor."""
        moving = tuple(units) or self.units
        if not moving:
            return
        if len(self.stack) > 1:
            self.stack.pop()
        self.typed = ""
        self.push(lambda pages: make_places_page(pages, moving, off_map))
        self.moving = moving
        here = {self.edited.draft.units[unit].place for unit in moving}
        places = list_places(self, off_map)
        self.pick(next((at for at, place in enumerate(places) if place in here), 0))

    def place(self, units: Sequence[str], place: str) -> None:
        """Put units at a place."""
        self.close_line()
        self.added.clear()
        self.reset()
        self.change(self.edited.draft.move(units, place))

    def take_off(self) -> None:
        """Take units off the map, or give a field its usual value."""
        units, places = self.units, list_places(self, off_map=True)
        if units and len(places) == 1:
            self.place(units, places[0])
        elif units:
            self.move(units, off_map=True)
        elif (slot := self.slot) is not None and slot.is_optional:
            slot.put(None)

    def turn_over(self) -> None:
        """Make units reduced, or full again."""
        if self.units:
            self.change(self.edited.draft.turn_over(self.units))

    def add_points(self, by: int) -> None:
        """Add points to units, or to the number of a field."""
        if self.units and self.edited.rules.position_format.placement.usual_points:
            self.change(self.edited.draft.add_points(self.units, by))
        elif (slot := self.slot) is not None:
            add_number(slot, by)

    # ---- fields -----------------------------------------------------------------------------

    @property
    def slots(self) -> list[Slot]:
        """The fields of the list."""
        draft, form = self.edited.draft, self.edited.rules.position_format
        keys = [key for key in COMMON if key != SEEN or draft.side]
        return [self._make_slot(key) for key in (*keys, *form.own_keys)]

    @property
    def slot(self) -> Slot | None:
        """The field at the cursor."""
        is_field = self.active == FIELDS and len(self.stack) == 1
        return self.slots[self.cursor] if is_field else None

    def _make_slot(self, key: str) -> Slot:
        def put(words: Words | None) -> None:
            self.change(self.edited.draft.set_value(key, words))

        form = describe_field(self.edited.rules, key)
        is_optional = self.edited.rules.position_format.is_optional(key)
        return Slot(
            key, name_field(self, key), form, lambda: self.edited.draft.values.get(key), put,
            is_optional, lambda: self.edited.find_usual_value(key),
        )  # fmt: skip

    # ---- typing -----------------------------------------------------------------------------

    def find(self, begun: str = "") -> None:
        """Filter the units or the places by typing."""
        is_places = bool(self.moving)
        if not is_places and (len(self.stack) > 1 or self.active != UNITS):
            return
        if self._place_typed(begun):
            return  # without a line, whose focus would come too late
        look = self.screen.look
        self._open_line(
            look.word("draft_place" if is_places else "draft_unit"), begun, self._take_typed,
            self._filter, self._move_in_list,
        )  # fmt: skip
        if begun:
            self._filter(begun)

    def _filter(self, text: str) -> None:
        """Show the units or places that match; a whole id of a place puts the units there."""
        self.typed = text
        if not self._place_typed(text):
            self.top.cursor = 0
            self.rebuild()

    def _place_typed(self, text: str) -> bool:
        """Put the units at the place of a whole id; return whether the text is one."""
        units, place = self.moving, text.strip()
        places = list_places(self) if units and place else []
        begun = [each for each in places if each.startswith(place)]
        begun = begun or [each for each in places if each.casefold().startswith(place.casefold())]
        if len(begun) != 1 or begun[0].casefold() != place.casefold():
            return False
        self.place(units, begun[0])
        return True

    @property
    def listed_places(self) -> list[str]:
        """The places of the list that match the typed text."""
        return [
            place for place in list_places(self)
            if matches(self.typed, place, name_place(self, place))
        ]  # fmt: skip

    def _take_typed(self, text: str) -> None:
        """Choose the row at the cursor of the filtered list."""
        del text
        entry = self.entry
        unit = entry.unit if entry is not None and not self.moving else ""
        self.close_line()
        if entry is None:
            self.screen.show_message(self.screen.look.word("not_found", text=self.typed))
            self.typed = ""
            self.rebuild()
            return
        if unit:
            self.typed = ""
            self.rebuild()
            self.pick(list(self.edited.draft.units).index(unit))
        entry.take()

    def _move_in_list(self, name: str) -> None:
        if name == "tab":
            self._take_typed("")
        else:
            self.pick(self.top.cursor + (1 if name == "down" else -1))

    def type_here(self) -> None:
        """Type the words of the field at the cursor, or the whole position."""
        slot = self.slot
        if slot is not None:
            type_value(self, slot)
        elif len(self.stack) == 1:
            label = self.screen.look.word("draft_whole")
            self.type_text(label, self.edited.check.text, self.load)

    def load(self, text: str) -> None:
        """Replace the draft by a typed or pasted position."""
        look = self.screen.look
        try:
            self.edited.load(parse_position_text(join_position_rows(text)))
        except Error as error:
            self.screen.show_message(look.word("draft_unread", why=look.reason(error)))
            return
        self.added.clear()
        self.show_draft()

    def type_text(self, label: str, text: str, done: Callable[[str], None]) -> None:
        """Open the input line."""

        def finish(typed: str) -> None:
            self.close_line()
            done(typed)

        self._open_line(label, text, finish)

    def _open_line(
        self, label: str, text: str, done: Callable[[str], None],
        changed: Callable[[str], None] | None = None, key: Callable[[str], None] | None = None,
    ) -> None:  # fmt: skip
        screen = self.screen
        if screen.footer.label:
            return
        screen.footer.label = label

        def follow(text: str) -> None:
            if changed is not None and self._line is line:  # an event may be of a closed line
                changed(text)

        line = InputLine(text, "", done, self._give_up, follow, key, row_break=" ")
        self._line = line
        open_line(screen, line)
        line.cursor_position = len(text)
        screen.footer.repaint()

    def _give_up(self) -> None:
        """Close the line, and show the whole list again."""
        self.close_line()
        self.typed = ""
        self.rebuild()

    def close_line(self) -> None:
        """Close the input line."""
        if self._line is not None:
            close_line(self.screen, self._line)
            self._line = None
            self.screen.set_focus(self.chooser)

    # ---- keys and mouse ---------------------------------------------------------------------

    def handle_click(self, message: ObjectClicked) -> bool:
        """Choose the clicked unit or place."""
        self.screen.show_message("")
        is_unit, ident = message.kind == "unit", message.ident
        place = self.edited.draft.units[ident].place if is_unit else self._find_key(ident)
        if len(self.stack) == 1 and not self.moving:
            self._click_list(ident if is_unit else "", place)
            return True
        for index, entry in enumerate(self.page.entries):
            focus = entry.shows.focus if isinstance(entry.shows, ChoicePreview) else ""
            if (is_unit and entry.unit == ident) or (focus == place and not entry.unit):
                self.pick(index)
                (entry.add or entry.take)()
                break
        return True

    def _click_list(self, unit: str, place: str) -> None:
        """Choose a unit on the map; or put the added units on a place."""
        if not unit:
            if self.added:
                self.place(tuple(self.added), place)
            return
        if self.added:
            self.add_unit(unit)
            return
        self.active, self.typed = UNITS, ""
        self.reset()
        self.pick(list(self.edited.draft.units).index(unit))
        self.move()

    def _find_key(self, ident: str) -> str:
        """Return the key of a place of the map in a position text."""
        places = self.edited.rules.position_format.placement.places
        return next((key for key in places if key.casefold() == ident.casefold()), ident)

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        edited, form = self.edited, self.edited.rules.position_format
        if word == "draft_reduced":
            return bool(self.units) and form.placement.has_reduced
        if word == "draft_points":
            slot = self.slot
            is_number = slot is not None and isinstance(slot.form, NumberForm)
            return is_number or (bool(self.units) and bool(form.placement.usual_points))
        if word == "draft_off":
            slot = self.slot
            return bool(self.units) or (slot is not None and slot.is_optional)
        if word == "draft_find":
            return bool(self.moving) or (len(self.stack) == 1 and self.active == UNITS)
        if word == "draft_undo":
            return edited.can_undo
        if word == "draft_redo":
            return edited.can_redo
        if word == "next_list":
            return len(self.stack) == 1
        return super().can_use(word)


# ---- pages --------------------------------------------------------------------------------------


def make_units_page(pages: DraftPages) -> ChooserPage:
    """Return the list of all units, with the fields below it."""
    look, draft, rows = pages.screen.look, pages.edited.draft, pages.rows
    assert rows is not None
    on_map = sum(unit.place in pages.map_places for unit in draft.units.values())
    counts = {"n": on_map, "of": len(draft.units)}
    aside: tuple[str, ...] = (
        look.word("draft_on_map", **counts), look.word("draft_count", **counts)
    )  # fmt: skip
    is_top = pages.active == UNITS
    entries = [_make_unit_entry(pages, rows, unit) for unit in pages.listed_units]
    title = look.word("draft_units")
    if pages.added and is_top:
        aside = (look.word("draft_added", n=len(pages.added)),)
    return ChooserPage(
        title, entries, aside=aside, adding=bool(pages.added) and is_top,
        confirm=pages.move if pages.added and is_top else None,
    )  # fmt: skip


def _make_unit_entry(pages: DraftPages, rows: UnitRows, unit: str) -> ChooserEntry:
    look, narrator, draft = pages.screen.look, pages.screen.narrator, pages.edited.draft
    place, key = draft.units[unit].place, pages.edited.check.key
    is_added = unit in pages.added

    def paint(row: Row, until: int) -> None:
        rows.paint(row, until, unit, is_added, is_wrong=place == key)

    def sentence() -> str:
        if pages.added:
            return look.word("draft_units_here", n=len(pages.added))
        place_name = name_place(pages, place)
        return look.word("draft_unit_here", unit=narrator.unit(unit), place=place_name)

    return ChooserEntry(
        paint, lambda: pages.move((unit,)), add=lambda: pages.add_unit(unit), adds="draft_add",
        shows=rows.preview(pages.added or (unit,)), unit=unit,
        leads_to=lambda: make_fields_page(pages), sentence=sentence,
    )  # fmt: skip


def make_fields_page(pages: DraftPages) -> ChooserPage:
    """Return the list of the fields; if it has the keys, the units are above it."""
    look, key = pages.screen.look, pages.edited.check.key
    entries = [make_slot_row(pages, slot, slot.key == key) for slot in pages.slots]
    is_top = pages.active == FIELDS
    return ChooserPage(
        look.word("draft_fields"), entries,
        upper=make_units_page(pages) if is_top else None, upper_cursor=pages.bottom[UNITS].cursor,
    )  # fmt: skip


def list_places(pages: DraftPages, off_map: bool = False) -> list[str]:
    """Return the places on the map and then those off it, or only the latter."""
    places = pages.edited.rules.position_format.placement.places
    away = [place for place in places if place not in pages.map_places]
    return away if off_map else [*(place for place in places if place in pages.map_places), *away]


def make_places_page(pages: DraftPages, units: tuple[str, ...], off_map: bool) -> ChooserPage:
    """Return the list of the places for units."""
    look, narrator, draft = pages.screen.look, pages.screen.narrator, pages.edited.draft
    rows = pages.rows
    assert rows is not None
    here: dict[str, list[str]] = {}
    for ident, unit in draft.units.items():
        here.setdefault(unit.place, []).append(ident)
    names = narrator.units(units)

    def make(place: str) -> ChooserEntry:
        name = name_place(pages, place)
        found = here.get(place, ())

        def paint(row: Row, until: int) -> None:
            is_here = any(unit in found for unit in units)
            row.add(look.signs.good if is_here else " ", "note", "b").add(" ")
            room = max(until - row.width - 2, 6)
            row.add(clip_place(pages, place, room)).add("  ")
            row.add(look.clip(" ".join(found), until - row.width - 1), "dim")

        focus = place if place in pages.map_places else ""
        return ChooserEntry(
            paint, lambda: pages.place(units, place),
            shows=ChoicePreview(frozenset(units), focus=focus),
            sentence=lambda: look.word("draft_place_here", units=names, place=name),
        )  # fmt: skip

    places = list_places(pages, True) if off_map else pages.listed_places
    is_numbers = any(place[:1].isdigit() for place in places)
    return ChooserPage(
        look.word("draft_place_of", units=names), [make(place) for place in places],
        numbered=not is_numbers, aside=(look.word("draft_choose"),),
        brief=look.word("draft_place_of", units="+".join(units)),
    )  # fmt: skip


def make_leaving_page(pages: DraftPages) -> ChooserPage:
    """Return the question whether changes are discarded."""
    look, screen = pages.screen.look, pages.screen

    def save() -> None:
        pages.pop()
        screen.save()

    rows = [
        make_row(look, look.word("draft_stay"), "", pages.pop),
        make_row(look, look.word("draft_save_log"), "", save),
        make_row(look, look.word("draft_discard"), look.word("draft_discard_help"), screen.close),
    ]
    text = make_text(look, look.word("draft_unsaved"))
    return ChooserPage(look.word("draft_leave"), rows, text, aside=(look.word("draft_choose"),))
