"""Hints on typed names of sides, units and places: the ids that they mean."""

import re
import unicodedata
from collections import defaultdict

from msgspec.structs import replace

from senpu.notation.faults import Fault, fault_message
from senpu.notation.messages import LANGUAGES
from senpu.notation.mistakes import LONGEST_ROW, correct_width
from senpu.replay.core.narration import Narrator
from senpu.spec.loader import Spec


def suggest_ids(fault: Fault, row: str, spec: Spec) -> Fault:
    """Return the fault of a typed row; with the row in ids as the hint, if they are clear.

    Args:
        fault: The fault.
        row: The row.
        spec: The data of the game.
    """
    if fault.id != "badToken" or row.isascii():
        return fault
    text = correct_width(_replace_names(row, spec))
    if not text.isascii() or text == correct_width(row) or len(text) > LONGEST_ROW:
        return fault
    return replace(fault, hint=fault_message("badToken", "ids", text=text))


def _replace_names(row: str, spec: Spec) -> str:
    """Return a row with ids instead of all names that are not in ASCII and have one meaning."""
    ids = defaultdict[str, set[str]](set)
    for language in LANGUAGES:
        narrator = Narrator(spec, language)
        for side in spec.sides:
            ids[narrator.side(side.id)].add(side.letter)
        for unit in spec.units:
            ids[narrator.unit_name(unit.id)].add(unit.id)
        for place in spec.named_places:
            ids[narrator.place_name(place)].add(place)
    unique = {
        unicodedata.normalize("NFKC", name): next(iter(found))
        for name, found in ids.items()
        if len(found) == 1 and not name.isascii()
    }
    names = sorted(map(re.escape, unique), key=len, reverse=True)
    row = unicodedata.normalize("NFKC", row)
    return re.sub("|".join(names), lambda name: unique[name[0]], row) if names else row
