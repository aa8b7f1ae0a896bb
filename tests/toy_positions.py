"""The positions of toy games as text: each field of the state as JSON, and no check."""

from collections.abc import Iterator, Mapping
from typing import Any, get_type_hints

import msgspec

from senpu.notation.position_text import FieldWords
from senpu.replay.core.position_format import PositionFormat, PositionUnit, StateField
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State

COMMON = {each.name for each in msgspec.structs.fields(State)}


class JsonCodec:
    """A value as JSON, which has no space."""

    choices: tuple[str, ...] = ()

    def __init__(self, kind: Any) -> None:
        self._decoder = msgspec.json.Decoder(kind)

    def write(self, value: Any) -> Iterator[str]:
        yield msgspec.json.encode(value).decode()

    def read(self, words: FieldWords) -> Any:
        return self._decoder.decode(words.take())


class NoUnits:
    """The places of no units: they are in a field."""

    units: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    bare_places: frozenset[str] = frozenset()
    has_reduced = False

    def __init__(self) -> None:
        self.usual_points: Mapping[str, int] = {}
        self.bare_places: frozenset[str] = frozenset()

    def write(self, state: Any) -> Mapping[str, tuple[str, ...]]:
        return {}

    def read(self, found: Mapping[str, PositionUnit]) -> Mapping[str, Any]:
        return {}


def make_plain_format(rules: AnyRules, state_type: type[State], kinds: str) -> PositionFormat:
    """Return the form of positions whose fields are JSON; `kinds` are the kinds of decisions."""
    hints = get_type_hints(state_type)
    own = [each.name for each in msgspec.structs.fields(state_type) if each.name not in COMMON]
    return PositionFormat(
        state_type,
        NoUnits(),
        [StateField(name, name, JsonCodec(hints[name])) for name in own],
        [side.id for side in rules.spec.sides],
        dict.fromkeys(kinds.split(), rules.spec.edition.number["act"]),
    )
