"""The pages of values in the editor of positions: a choice, a number, a list, a record, a text."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from senpu.notation.position_text import PositionError
from senpu.replay.core.position_drafts import check_draft
from senpu.replay.core.position_format import NEXT, OVER, TURN
from senpu.replay.core.states import CHANCE, Decision
from senpu.replay.parts.position_forms import (
    ChoiceForm,
    FlagForm,
    ListForm,
    NumberForm,
    PairForm,
    RecordForm,
    TextForm,
    ValueForm,
    Words,
    make_field_value,
)
from senpu.replay.parts.position_values import NONE
from senpu.tui.boards.choices import ChoicePreview
from senpu.tui.screens.draft_rows import DraftEntry, make_value_row, name_place
from senpu.tui.screens.recording_pages import make_row, make_text
from senpu.tui.widgets.chooser import ChooserEntry, ChooserPage
from senpu.tui.widgets.painting import Row

HIDDEN_CARD = "#??"
"""The sign of a card that a side may not know, which only the view of a side has."""
LISTED = 120
"""The most numbers that are listed; others are typed."""


class Slot(NamedTuple):
    """A field, or a part of one, that can have another value."""

    key: str
    """The key of the field or the name of the part."""
    label: str
    form: ValueForm
    get: Callable[[], Words | None]
    """Returns its words; None if it is not there."""
    put: Callable[[Words | None], None]
    """Sets its words; None removes it."""
    is_optional: bool
    usual: Callable[[], Words | None] = lambda: None
    """Returns its words while it is left out, if they are known."""


# ---- names ------------------------------------------------------------------------------------


def name_field(entry: DraftEntry, key: str) -> str:
    """Return the name of a field or of a part of one; its key if it has none."""
    ident = f"field_{key}"
    text = entry.screen.narrator.label(ident)
    return key if text == ident else text


def name_thing(entry: DraftEntry, key: str, word: str) -> str:
    """Return what a word means: a side, a unit, a place, a card, a word of the game."""
    narrator, units = entry.screen.narrator, entry.edited.draft.units
    if word in units:
        return narrator.unit_name(word)
    if word in entry.edited.rules.position_format.placement.places:
        return name_place(entry, word)
    if word == CHANCE:
        return narrator.label("field_chance")
    if key == "kind":
        side = (*entry.edited.draft.values.get(NEXT, ()), "")[0]
        return narrator.decision(Decision(side, word, "")).strip()
    if word.startswith("#"):
        every = [side.id for side in narrator.spec.sides]
        labels = [narrator.card_label(word, side) for side in ([key] if key in every else every)]
        names = dict.fromkeys(label.removeprefix(word).strip() for label in labels)
        return " / ".join(filter(None, names))
    found = narrator.value(key, word)
    return "" if found == word or "{" in found else found  # a label with fields is another text


def describe_value(entry: DraftEntry, slot: Slot) -> str:
    """Return what the words of a field mean, in a few words."""
    narrator, words, form = entry.screen.narrator, slot.get(), slot.form
    if isinstance(form, FlagForm):
        is_set = words is not None or slot.usual() is not None
        return narrator.label("yes" if is_set else "no")
    if words is None:
        if slot.usual() is not None:
            return entry.screen.look.word("draft_usual")
        return narrator.label("none") if entry.edited.check.error is None else ""
    if slot.key == TURN and len(words) == 1 and words[0].isdecimal() and len(words[0]) < 4:
        return narrator.date(int(words[0])) if int(words[0]) else entry.screen.look.word("set_up")
    if slot.key == NEXT:
        decision = read_decision(entry, words)
        return narrator.decision(decision) if decision else ""
    if slot.key == OVER:
        return narrator.ending(" ".join(words))
    if isinstance(form, ChoiceForm):
        return name_thing(entry, slot.key, " ".join(words))
    if isinstance(form, PairForm):
        each = [
            f"{narrator.side(side)} {' '.join(value)}" for side, value in form.split(words).items()
        ]
        return narrator.label("comma").join(each)
    if isinstance(form, ListForm):
        names = [name_thing(entry, slot.key, name) for name in form.split(words)]
        return narrator.label("comma").join(filter(None, names))
    return ""


def read_decision(entry: DraftEntry, words: Words) -> Decision | None:
    """Return the decision in the words of `next`; None if they cannot be read."""
    try:
        return entry.edited.rules.position_format.read_decision(make_field_value(words))
    except PositionError:
        return None


# ---- pages ------------------------------------------------------------------------------------


def make_slot_row(entry: DraftEntry, slot: Slot, is_wrong: bool = False) -> ChooserEntry:
    """Return the row of a field, which opens the page of its values."""
    words, usual = slot.get(), slot.usual()
    value = " ".join(words or ())
    if words is None and usual:
        value = f"({' '.join(usual)})"
    return make_value_row(
        entry.screen.look, slot.label, value, describe_value(entry, slot),
        lambda: open_value(entry, slot), is_wrong,
        lambda: entry.screen.look.word("draft_field_here", field=slot.label),
    )  # fmt: skip


def open_value(entry: DraftEntry, slot: Slot) -> None:
    """Open the page of the values of a field; a flag changes at once."""
    form = slot.form
    if isinstance(form, FlagForm):
        slot.put(() if slot.get() is None else None)
        entry.rebuild()
    elif not _is_listed(form):
        type_value(entry, slot)
    elif isinstance(form, ListForm):
        _open_list(entry, slot, form)
    elif isinstance(form, RecordForm | PairForm):
        entry.push(lambda _: _make_parts_page(entry, slot, form))
    else:
        choices = (
            [str(number) for number in range(form.least, form.most + 1)]
            if isinstance(form, NumberForm)
            else form.choices
        )
        entry.push(lambda _: _make_choice_page(entry, slot, choices))


def _is_listed(form: ValueForm) -> bool:
    """Return whether the values of a form are a list to choose from."""
    if isinstance(form, NumberForm):
        return form.most - form.least <= LISTED
    return not isinstance(form, TextForm) or bool(form.choices)


def add_number(slot: Slot, by: int) -> None:
    """Add to the number of a field, if its value is a number."""
    words, form = slot.get(), slot.form
    if not isinstance(form, NumberForm):
        return
    text = (words or slot.usual() or ("0",))[0]
    number = int(text) if text.lstrip("-").isdecimal() and len(text) < 10 else 0
    slot.put((str(max(form.least, min(number + by, form.most))),))


def type_value(entry: DraftEntry, slot: Slot) -> None:
    """Type the words of a field; no words remove it."""

    def done(text: str) -> None:
        words = tuple(text.split())
        slot.put(words or None)

    entry.type_text(slot.label, " ".join(slot.get() or ()), done)


def _finish(entry: DraftEntry, slot: Slot, words: Words | None) -> None:
    entry.pop()
    slot.put(words)


def _make_removal(entry: DraftEntry, slot: Slot) -> list[ChooserEntry]:
    """Return the row that gives a field its usual value, if it has one."""
    if not slot.is_optional:
        return []
    look = entry.screen.look
    return [
        make_row(
            look, look.word("draft_remove"), look.word("draft_remove_help"),
            lambda: _finish(entry, slot, None),
        )
    ]  # fmt: skip


def _make_typing(entry: DraftEntry, slot: Slot) -> ChooserEntry:
    """Return the row that opens the input line."""
    look = entry.screen.look
    return make_row(look, look.word("draft_type"), "", lambda: _type(entry, slot))


def _type(entry: DraftEntry, slot: Slot) -> None:
    entry.pop()
    type_value(entry, slot)


def make_thing_entry(
    entry: DraftEntry, key: str, word: str, take: Callable[[], None], is_chosen: bool,
    add: Callable[[], None] | None = None,
) -> ChooserEntry:  # fmt: skip
    """Return the row of a value: its word and its meaning."""
    look, shown = entry.screen.look, name_thing(entry, key, word)

    def paint(row: Row, until: int) -> None:
        row.add(look.signs.good if is_chosen else " ", "note", "b").add(" ")
        row.add(look.clip(word, until - row.width), how="b" if is_chosen else "").add("  ")
        if shown != word:
            row.add(look.clip(shown, until - row.width), "dim")

    is_unit = word in entry.edited.draft.units
    preview = ChoicePreview(
        frozenset((word,) if is_unit else ()), focus=word if word in entry.map_places else ""
    )
    return ChooserEntry(
        paint, take, add=add, adds="draft_add", shows=preview, unit=word if is_unit else ""
    )


def _make_choice_page(entry: DraftEntry, slot: Slot, choices: Sequence[str]) -> ChooserPage:
    now = " ".join(slot.get() or ())

    def choose(word: str) -> Callable[[], None]:
        return lambda: _finish(entry, slot, tuple(word.split()))

    rows = [make_thing_entry(entry, slot.key, word, choose(word), word == now) for word in choices]
    rows += _make_removal(entry, slot)
    if isinstance(slot.form, TextForm):
        rows.append(_make_typing(entry, slot))
    return ChooserPage(slot.label, rows, aside=(entry.screen.look.word("draft_choose"),))


def _open_list(entry: DraftEntry, slot: Slot, form: ListForm) -> None:
    names = list(form.split(slot.get() or ()))
    is_view = bool(entry.edited.draft.side)
    choices = [name for name in form.choices if is_view or name != HIDDEN_CARD]

    def toggle(name: str) -> Callable[[], None]:
        def change() -> None:
            if name in names:
                names.remove(name)
            else:
                names.append(name)
            entry.rebuild()

        return change

    def confirm() -> None:
        _finish(entry, slot, None if slot.is_optional and not names else form.join(names))

    def make(_: DraftEntry) -> ChooserPage:
        look = entry.screen.look
        rows = [
            make_thing_entry(entry, slot.key, name, toggle(name), name in names, toggle(name))
            for name in choices
        ]
        count = look.word("draft_count", n=len(names), of=len(choices))
        text = make_text(look, " + ".join(names) or look.word("draft_empty"), "dim")
        return ChooserPage(
            slot.label, rows, text, aside=(count,), adding=True, confirm=confirm,
            numbered=not choices[0].isdigit(),
        )  # fmt: skip

    entry.push(make)


def _make_parts_page(entry: DraftEntry, slot: Slot, form: RecordForm | PairForm) -> ChooserPage:
    """Return the page of a record: its possible values, its parts, and the input line."""
    look = entry.screen.look
    rows = []
    if slot.key == NEXT:
        now = " ".join(slot.get() or ())
        for words in list_decisions(entry):
            decision = read_decision(entry, words)
            text = " ".join(words)
            meaning = entry.screen.narrator.decision(decision) if decision else ""
            rows.append(
                make_value_row(
                    look, look.word("draft_possible"), text, meaning,
                    _choose(entry, slot, words), False,
                    lambda: look.word("draft_possible_help"),
                )
                if text != now else
                make_value_row(look, look.word("draft_now"), text, meaning, entry.pop)
            )  # fmt: skip
    rows += [make_slot_row(entry, part) for part in _list_parts(entry, slot, form)]
    rows += _make_removal(entry, slot)
    rows.append(_make_typing(entry, slot))
    return ChooserPage(slot.label, rows, aside=(look.word("draft_choose"),))


def _choose(entry: DraftEntry, slot: Slot, words: Words) -> Callable[[], None]:
    return lambda: _finish(entry, slot, words)


def _list_parts(entry: DraftEntry, slot: Slot, form: RecordForm | PairForm) -> list[Slot]:
    """Return the parts of a record as fields."""

    def read() -> dict[str, Words]:
        return form.split(slot.get() or ())

    def make(name: str, part_form: ValueForm, is_optional: bool) -> Slot:
        def put(words: Words | None) -> None:
            values = {
                part.name: _make_first_value(part.form)
                for part in form.parts
                if not part.is_optional
            }
            values |= read()
            values.pop(name, None)
            if words is not None:
                values[name] = words
            slot.put(form.join(values))

        label = name_field(entry, name)
        label = entry.screen.narrator.side(name) if label == name else label
        return Slot(name, label, part_form, lambda: read().get(name), put, is_optional)

    return [make(part.name, part.form, part.is_optional) for part in form.parts]


def _make_first_value(form: ValueForm) -> Words:
    """Return words that a new part can begin with."""
    if isinstance(form, NumberForm):
        return (str(form.least),)
    if isinstance(form, ListForm):
        return form.join(())
    if isinstance(form, ChoiceForm | TextForm):
        return tuple(form.choices[0].split()) if form.choices else (NONE,)
    if isinstance(form, RecordForm | PairForm):
        return form.join({part.name: _make_first_value(part.form) for part in form.parts})
    return ()


def list_decisions(entry: DraftEntry) -> list[Words]:
    """Return decisions that may be pending in the position, as words of `next`.

    These are the decisions without units, places and dice, and the decision that the rules name.
    """
    draft = entry.edited.draft
    form = draft.rules.position_format
    found: dict[Words, None] = {}
    for side in (*form.sides, CHANCE):
        for kind in form.kinds:
            check = check_draft(draft.set_value(NEXT, (side, kind)))
            if check.expected is not None:
                words = tuple(form.write_decision(check.expected))
                check = check_draft(draft.set_value(NEXT, words))
            if check.state is not None:
                fields = form.write(check.state, draft.side)
                found |= {field.words: None for field in fields if field.key == NEXT}
    return list(found)
