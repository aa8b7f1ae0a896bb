"""The frozen positions of the conformance suite: chosen, written and compared.

They come from the library, from random play with all options, and from the numbered cases.
"""

import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import senpu
from senpu.logs.record import LIBRARY
from tests.conformance.suite import CASES, FORMAT, ROOT, digest, load

LEAST, MOST = 2, 300
"""The number of legal events of a frozen position; a longer list would not be readable."""
OF_LIBRARY, OF_RANDOM_PLAY, OF_CASES = 8, 5, 4
"""The number of positions from each source."""
POSITIONS = OF_LIBRARY + OF_RANDOM_PLAY + OF_CASES
TRIED = 12
"""The most positions of one kind of decision that are compared."""
EVENTS = 900
"""The most events of a random game."""
WIDTH = 99

Kind = tuple[str, str]


class Candidate(NamedTuple):
    """A position text that may be frozen, and its origin."""

    title: str
    text: str


def _get_kind(position: senpu.Position) -> Kind | None:
    return (position.decision.side, position.decision.kind) if position.decision else None


def _remove_data(text: str) -> str:
    """Return a position text that names neither the version of the rules nor the data."""
    head, _, rest = text.partition("; ")
    return re.sub(r" rules \d+| data [0-9a-f]{16}", "", head) + f"; {rest}"


def _count_legal(text: str) -> int:
    """Return the number of legal events on the shipped data, 0 if it is not to be frozen."""
    try:
        position = senpu.Position.from_text(text)
    except senpu.Error:
        return 0
    number = len(list(islice(position.legal(), MOST + 1)))
    return number if LEAST <= number <= MOST else 0


def _choose(found: dict[Kind, list[Candidate]], number: int, random: Random) -> list[Candidate]:
    """Return positions: half with the longest lists, of different kinds, and the others at random.

    Args:
        found: The positions for each kind of decision.
        number: The number of positions.
        random: The source of random numbers.
    """
    longest, others = [], []
    for kind in sorted(found):
        tried = random.sample(found[kind], min(len(found[kind]), TRIED))
        counted = [(count, each) for each in tried if (count := _count_legal(each.text))]
        ranked = [each for _, each in sorted(counted, key=lambda pair: -pair[0])]
        longest += sorted(counted, key=lambda pair: -pair[0])[:1]
        others += ranked[1:2]
    chosen = [each for _, each in sorted(longest, key=lambda pair: -pair[0])]
    first, rest = chosen[: (number + 1) // 2], chosen[(number + 1) // 2 :] + others
    return first + random.sample(rest, min(number - len(first), len(rest)))


def _list_library(ident: str) -> dict[Kind, list[Candidate]]:
    found: dict[Kind, list[Candidate]] = {}
    for path in sorted(LIBRARY.rglob("*.senpu")):
        game = senpu.read(path)
        if game.rules.id == ident:
            for number in range(len(game.events)):
                position = game.at(number)
                if kind := _get_kind(position):
                    title = f"library: {path.stem} after {number} events"
                    found.setdefault(kind, []).append(Candidate(title, _remove_data(position.text)))
    return found


def _list_random_play(ident: str, random: Random) -> dict[Kind, list[Candidate]]:
    options = senpu.rule_set(ident).available_options
    position = senpu.start(ident, options=options)
    found: dict[Kind, list[Candidate]] = {}
    while position.decision is not None and position.number < EVENTS:
        kind = _get_kind(position)
        assert kind is not None
        title = f"random play after {position.number} events"
        found.setdefault(kind, []).append(Candidate(title, _remove_data(position.text)))
        position = position.play(position.choose("random", random))
    return found


def _list_cases(name: str) -> dict[Kind, list[Candidate]]:
    found: dict[Kind, list[Candidate]] = {}
    for case in load(ROOT / f"{name}.json")["cases"]:
        kind = _get_kind(senpu.Position.from_text(case["position"]))
        if kind and " data " not in case["position"].partition(";")[0]:
            title = f"case {case['id']}"
            found.setdefault(kind, []).append(Candidate(title, case["position"]))
    return found


def choose_positions(ident: str, name: str) -> list[Candidate]:
    """Return the positions of a rule set to be frozen, the same ones for the same data and logs."""
    random = Random(ident)
    sources = (
        (_list_library(ident), OF_LIBRARY),
        (_list_random_play(ident, random), OF_RANDOM_PLAY),
        (_list_cases(name), OF_CASES),
    )
    return [each for found, number in sources for each in _choose(found, number, random)]


def freeze(text: str) -> tuple[str, dict[str, str]]:
    """Return the canonical text of a position without its data, and its legal events.

    Each event has the state digest of the position after it.
    """
    position = senpu.Position.from_text(text)
    legal = {option.text: digest(position.play(option).text) for option in position.legal()}
    return _remove_data(position.text), legal


def format_frozen(ident: str, label: str, positions: list[Candidate]) -> str:
    """Return a file of frozen positions."""
    rules = senpu.rule_set(ident)
    rows = [
        "{",
        f'"format": {FORMAT},',
        f'"rule_set": {json.dumps(ident)},',
        f'"rules": {rules.version},',
        f'"data": "{rules.data}",',
        '"positions": [',
    ]
    for number, each in enumerate(positions, 1):
        text, legal = freeze(each.text)
        rows += [
            "{",
            f' "id": "{label}.frozen.{number}",',
            f' "title": {json.dumps(each.title)},',
            f' "position": {json.dumps(text)},',
            ' "legal": {',
            *_wrap([f'"{event}": "{found}"' for event, found in legal.items()]),
            " }",
            "}" + "," * (number < len(positions)),
        ]
    return "\n".join([*rows, "]", "}"]) + "\n"


def _wrap(entries: list[str]) -> Iterator[str]:
    """Yield rows of entries, with a comma after each entry but the last."""
    row = ""
    for entry in [f"{each}," for each in entries[:-1]] + entries[-1:]:
        if row and len(row) + len(entry) > WIDTH:
            yield row
            row = ""
        row += f" {entry}" if row else f"  {entry}"
    yield row


def keep_positions(path: Path) -> list[Candidate]:
    """Return the positions of a file of frozen positions that the shipped data still allow."""
    entries = load(path)["positions"] if path.exists() else ()
    found = [Candidate(each["title"], each["position"]) for each in entries]
    return [each for each in found if _count_legal(each.text)]


def write_all(is_new: bool) -> Iterator[Path]:
    """Write the frozen positions of each rule set; yield the files that changed.

    Args:
        is_new: Whether new positions are chosen. Otherwise only those are replaced that the shipped
            data no longer allow.
    """
    for path in CASES:
        cases = load(path)
        ident = cases["rule_set"]
        label = cases["cases"][0]["id"].partition(".")[0]
        target = path.with_suffix(".frozen.json")
        positions = [] if is_new else keep_positions(target)
        if len(positions) < POSITIONS:
            chosen = choose_positions(ident, path.stem)
            positions += [each for each in chosen if each not in positions]
        text = format_frozen(ident, label, positions[:POSITIONS])
        if not target.exists() or target.read_text("utf-8") != text:
            target.write_text(text, "utf-8", newline="\n")
            yield target
