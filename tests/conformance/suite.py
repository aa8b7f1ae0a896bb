"""A reader of the conformance suite of the rules (`spec/conformance.md`).

It uses only the JSON of the suite and the public API.
"""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

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


def find_case_faults(case: Part) -> Iterator[str]:
    """Yield each difference between a numbered case and the program."""
    try:
        position = senpu.Position.from_text(case["position"])
    except senpu.Error as error:
        yield f"{case['id']}: {error}"
        return
    for number, step in enumerate(case["steps"], 1):
        act = step.get("play") or step.get("try")
        name = f"{case['id']} step {number} {act or step.get('view') or ''}"
        after, rule = position, None
        try:
            if act:
                after = position.play(act)
            elif "view" in step:
                after = position.view(step["view"])
        except senpu.IllegalEventError as error:
            rule = error.rule
        except senpu.Error as error:
            yield f"{name}: {error}"
            return
        if rule != step.get("rejected"):
            yield f"{name}: rejected by {rule}, expected {step.get('rejected')}"
            if "play" in step:
                return
            continue
        if rule is None:
            yield from (f"{name}: {fault}" for fault in _find_differences(step, after))
        if "play" in step:
            position = after


def _find_differences(step: Part, after: senpu.Position) -> Iterator[str]:
    fields = get_fields(after.text)
    if step.get("position", fields) != fields:
        yield f"the position is {fields}"
    found = {key: value for key, _, value in (each.partition(": ") for each in fields.split("; "))}
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
