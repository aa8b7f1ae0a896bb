"""Forms of the fields of a position text, for a user who edits them: choices, numbers, lists.

A form is derived from the codec of a field. It handles words and no values, so that a field can
also hold words that are not yet readable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from senpu.notation.position_text import FieldWords, PositionError, PositionField
from senpu.replay.core.position_format import (
    NEXT,
    OVER,
    SEEN,
    STAGE,
    TURN,
    Codec,
    PositionFormat,
)
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import CHANCE
from senpu.replay.parts.position_values import (
    NONE,
    BitsCodec,
    ChoiceCodec,
    FlagCodec,
    ListCodec,
    NumberCodec,
    PairCodec,
    RecordCodec,
)

Words: TypeAlias = tuple[str, ...]


class TextForm(msgspec.Struct, frozen=True):
    """Words without a known form, with words that may complete them."""

    choices: Words = ()


class ChoiceForm(msgspec.Struct, frozen=True):
    """A choice of one value; a value may have several words."""

    choices: Words


class NumberForm(msgspec.Struct, frozen=True):
    """A number."""

    least: int
    most: int


class FlagForm(msgspec.Struct, frozen=True):
    """A flag: the field has no words."""


class ListForm(msgspec.Struct, frozen=True):
    """A list or a set of named things in one word."""

    choices: Words
    empty: str = NONE
    """The word of an empty list."""
    is_ordered: bool = True
    """True if the names are in the order of `choices`."""
    codec: Codec[Any] | None = None
    """The codec of a set, which has a short form; None for a list with `+` between the names."""

    def split(self, words: Sequence[str]) -> Words:
        """Return the names in a word; none if it cannot be read."""
        if not words or words[0] == self.empty:
            return ()
        if self.codec is None:
            return tuple(words[0].split("+"))
        try:
            found = self.codec.read(make_field_value(words))
            return tuple(
                name for name in self.choices if found & self.codec.read(make_field_value((name,)))
            )
        except PositionError:
            return ()

    def join(self, names: Sequence[str]) -> Words:
        """Return the word of some names."""
        if not names:
            return (self.empty,)
        if self.is_ordered and set(names) <= {*self.choices}:
            names = sorted(names, key=self.choices.index)
        word = "+".join(names)
        if self.codec is None:
            return (word,)
        return tuple(self.codec.write(self.codec.read(make_field_value((word,)))))


class FormPart(msgspec.Struct, frozen=True):
    """A part of a record."""

    label: str
    """The word before the value; empty for parts that are always there."""
    name: str
    """The id of its name."""
    form: ValueForm
    is_optional: bool = False


class RecordForm(msgspec.Struct, frozen=True):
    """A record: parts with labels between them."""

    parts: tuple[FormPart, ...]

    def split(self, words: Sequence[str]) -> dict[str, Words]:
        """Return the words of each part that is there, by its name.

        All words are kept: words that fit no part belong to the part before them.
        """
        labels = {part.label: part for part in self.parts if part.label}
        leading = [part for part in self.parts if not part.label]
        found: dict[str, list[str]] = {}
        last: FormPart | None = None
        for word in words:
            part = labels.get(word)
            if part is not None and part.name not in found and not _has_label(last, word):
                found[part.name], last = [], part
            elif leading and (last is None or not last.label):
                last = leading.pop(0)
                found[last.name] = [word]
            elif last is not None:
                found[last.name].append(word)
        return {name: tuple(each) for name, each in found.items()}

    def join(self, values: Mapping[str, Words]) -> Words:
        """Return the words of a record."""
        found: list[str] = []
        for part in self.parts:
            if part.name in values:
                found += [part.label] if part.label else []
                found += values[part.name]
        return tuple(found)


def _has_label(part: FormPart | None, word: str) -> bool:
    """Return whether a part is a record with a label, so that the word belongs to it."""
    form = part.form if part is not None else None
    return isinstance(form, RecordForm) and word in [each.label for each in form.parts]


class PairForm(msgspec.Struct, frozen=True):
    """A value for each of two sides in one word."""

    parts: tuple[FormPart, ...]

    def split(self, words: Sequence[str]) -> dict[str, Words]:
        """Return the word of each side; empty if the words are not a pair."""
        values = words[0].split("/") if len(words) == 1 else []
        if len(values) != len(self.parts):
            return {}
        return {part.name: (value,) for part, value in zip(self.parts, values, strict=True)}

    def join(self, values: Mapping[str, Words]) -> Words:
        """Return the word of a pair."""
        return ("/".join("".join(values.get(part.name, ("",))) for part in self.parts),)


ValueForm: TypeAlias = (
    TextForm | ChoiceForm | NumberForm | FlagForm | ListForm | RecordForm | PairForm
)


def make_field_value(words: Iterable[str]) -> FieldWords:
    """Return words for a codec."""
    return FieldWords(PositionField("", tuple(words)))


def describe_field(rules: AnyRules, key: str) -> ValueForm:
    """Return the form of a field other than a place."""
    form, spec = rules.position_format, rules.spec
    own = form.get_field(key)
    if own is not None:
        return describe_codec(own.codec, form.sides)
    if key == TURN:
        return NumberForm(0, spec.game.turns)
    if key == NEXT:
        return _describe_decision(form)
    if key == OVER:
        return ChoiceForm(tuple(spec.edition.endings))
    if key == STAGE:
        return ChoiceForm(tuple(dict.fromkeys((form.usual_stage, *rules.stages))))
    assert key == SEEN, key
    return ChoiceForm(form.sides)


def _describe_decision(form: PositionFormat) -> RecordForm:
    """Return the form of the pending decision."""
    units, places = form.placement.units, tuple(form.placement.places)
    return RecordForm((
        FormPart("", "side", ChoiceForm((*form.sides, CHANCE))),
        FormPart("", "kind", ChoiceForm(tuple(form.kinds))),
        FormPart("units", "units", ListForm((*units, *form.sides)), is_optional=True),
        FormPart("at", "at", ChoiceForm(places), is_optional=True),
        FormPart("rolls", "rolls", TextForm(), is_optional=True),
        FormPart("count", "count", NumberForm(1, 99), is_optional=True),
        FormPart("by", "by", TextForm(tuple(dict.fromkeys(form.kinds.values()))), is_optional=True),
    ))  # fmt: skip


def describe_codec(codec: Codec[Any], sides: Sequence[str]) -> ValueForm:
    """Return the form of the values of a codec.

    A codec of a game can have its own form as an attribute `form`; otherwise its values are words.
    """
    match codec:
        case NumberCodec():
            return NumberForm(codec.least, codec.most)
        case FlagCodec():
            return FlagForm()
        case ChoiceCodec():
            return ChoiceForm(codec.choices)
        case ListCodec():
            return ListForm(codec.choices, "".join(codec.write(())), codec.is_sorted)
        case BitsCodec():
            return ListForm(codec.choices, "".join(codec.write(0)), codec=codec)
        case PairCodec():
            each = describe_codec(codec.codec, sides)
            return PairForm(tuple(FormPart("", side, each) for side in sides))
        case RecordCodec():
            return RecordForm(tuple(
                FormPart(
                    part.label, part.label or part.attribute, describe_codec(part.codec, sides),
                    bool(part.label) and part.attribute in codec.defaults,
                )
                for part in codec.parts
            ))  # fmt: skip
        case _:
            own: ValueForm = getattr(codec, "form", TextForm(codec.choices))
            return own
