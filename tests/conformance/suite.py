"""A reader of the conformance suite of the rules (`spec/en/reference/conformance.md`).

It uses only the JSON of the suite and the public API.
"""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import senpu

FORMAT = 1
"""The version of the format."""
ROOT = Path(__file__).parent / "rules"
CASES = sorted(path for path in ROOT.glob("*.json") if ".frozen." not in path.name)
FROZEN = sorted(ROOT.glob("*.frozen.json"))

Part = Mapping[str, Any]
"""An object of the JSON."""


def load(path: Path) -> Part:
    """Return the contents of a file of the suite."""
    found: Part = json.loads(path.read_text("utf-8"))
    return found


def get_fields(text: str) -> str:
    """Return all of a position text after its head."""
    return text.partition("; ")[2]


def digest(text: str) -> str:
    """Return the state digest of a canonical position text."""
    return sha256(get_fields(text).encode()).hexdigest()[:16]


class Taken(NamedTuple):
    """A step that was taken: its name, the position after it, and the rejection of its event."""

    name: str
    step: Part
    after: senpu.Position
    rejection: senpu.IllegalEventError | None


def take_steps(case: Part) -> Iterator[Taken]:
    """Yield each step of a numbered case, until an event that should be played is illegal.

    Raises:
        Error: The position or an event of the case cannot be read.
    """
    position = senpu.Position.from_text(case["position"])
    for number, step in enumerate(case["steps"], 1):
        event = step.get("play") or step.get("try")
        name = f"{case['id']} step {number} {event or step.get('view', '')}"
        after, rejection = position, None
        try:
            if event or "view" in step:
                after = position.play(event) if event else position.view(step["view"])
        except senpu.IllegalEventError as error:
            rejection = error
        yield Taken(name, step, after, rejection)
        if "play" in step:
            if rejection:
                return
            position = after


def find_case_faults(case: Part) -> Iterator[str]:
    """Yield each difference between a numbered case and the program."""
    try:
        for name, step, after, rejection in take_steps(case):
            rule = rejection.rule if rejection else None
            if rule != step.get("rejected"):
                yield f"{name}: rejected by {rule}, expected {step.get('rejected')}"
            elif rule is None:
                yield from (f"{name}: {fault}" for fault in _find_differences(step, after))
    except senpu.Error as error:
        yield f"{case['id']}: {error}"


def _find_differences(step: Part, after: senpu.Position) -> Iterator[str]:
    fields = get_fields(after.text)
    if step.get("position", fields) != fields:
        yield f"the position is {fields}"
    found = dict(field.partition(": ")[::2] for field in fields.split("; "))
    for key, value in step.get("expect", {}).items():
        if found.get(key) != value:
            yield f"{key} is {found.get(key)}, expected {value}"
    if "legal" in step:
        legal = sorted(option.text for option in after.legal())
        if legal != sorted(step["legal"]):
            yield f"legal are {legal}"


def find_frozen_faults(entry: Part) -> Iterator[str]:
    """Yield each difference between a frozen position and the program."""
    try:
        position = senpu.Position.from_text(entry["position"])
    except senpu.Error as error:
        yield f"{entry['id']}: {error}"
        return
    legal = {option.text: option for option in position.legal()}
    for event in legal.keys() ^ entry["legal"].keys():
        yield f"{entry['id']}: {event} is {'legal' if event in legal else 'not legal'}"
    for event in legal.keys() & entry["legal"].keys():
        found = digest(position.play(legal[event]).text)
        if found != entry["legal"][event]:
            yield f"{entry['id']}: {event} leads to {found}"
