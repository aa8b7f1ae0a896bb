"""The names of sides and of endings in messages, in place of their ids."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from senpu.logs.machine_lines import DEALER
from senpu.notation.faults import Error
from senpu.notation.messages import SOURCE, Message
from senpu.replay.core.states import BY_PLAYERS
from senpu.spec.game_file import DRAW
from senpu.spec.loader import Spec
from senpu.spec.names import find_name


class SideName(Message, frozen=True, kw_only=True):
    """The name of a side or of the dealer; its field is the id."""

    folder: str
    """The folder of the game."""

    def text(self, language: str = SOURCE) -> str:
        """Return the name in a language."""
        side = str(self.fields["text"])
        if side == DEALER:
            return Message("findings.dealer").text(language)
        return find_name(self.folder, language, "side", side) or side


def make_side_name(spec: Spec, side: str) -> SideName:
    """Return the name of a side, by its id."""
    return SideName("plain.text", {"text": side}, folder=spec.folder)


def name_ending(folder: str, ending: str, form: str = "full") -> Message:
    """Return an ending for people, without its id.

    Args:
        folder: The folder of the game; without it, the winner has the name in English.
        ending: The id, such as `China 4.2`, `China resign` or `Draw agree`.
        form: `full`, or `brief` for a column or a label.

    Returns:
        The name of the winner, and the rule or the act that ended the game.
    """
    winner, _, way = ending.partition(" ")
    if not way:
        return Message("plain.text", {"text": ending})
    fields: dict[str, Any] = {}
    key, draw = way, "draw_"
    if not ending.endswith(BY_PLAYERS):
        key, fields["rule"] = "rule", way
    if winner != DRAW:
        named = SideName("plain.text", {"text": winner.lower()}, folder=folder)
        draw, fields["side"] = "", named if folder else winner
    return Message(f"endings.{form}.{draw}{key}", fields)


SIDE_FIELDS = ("side", "sides", "missing", "other", "owner", "drawer")
"""The fields of a sentence that can have ids of sides."""


def name_sides(spec: Spec, message: Message) -> Message:
    """Return a message with the names of sides in place of their ids."""
    ids = {DEALER, *(side.id for side in spec.sides)}

    def name(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(name, value))
        return make_side_name(spec, value) if isinstance(value, str) and value in ids else value

    found = {key: name(message.fields[key]) for key in SIDE_FIELDS if key in message.fields}
    for key, value in message.fields.items():
        if isinstance(value, Message):
            found[key] = name_sides(spec, value)
    return replace(message, fields={**message.fields, **found}) if found else message


@contextmanager
def naming_sides(spec: Spec) -> Iterator[None]:
    """Replace the ids of sides with their names in an error."""
    try:
        yield
    except Error as error:
        error.message = name_sides(spec, error.message)
        raise
