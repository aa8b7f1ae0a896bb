"""Library logs sent through mail: restored exactly, or an error with its line."""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from senpu.logs.chain import add_tags
from senpu.logs.mail.characters import RestorationError
from senpu.logs.mail.extraction import restore_mail
from senpu.logs.record import LIBRARY
from tests.reliability.figures import Figure
from tests.reliability.games import NONCE
from tests.reliability.mangling import MANGLINGS, mangled, several

GOAL = "restored exactly, or the first line reported; never another text"


def measure(small: bool) -> Iterator[Figure]:
    logs = [path.read_text("utf-8") for path in sorted(LIBRARY.rglob("*.senpu"))]
    plain = [text for text in logs if "\nChain:" not in text][:: 9 if small else 1]
    tagged = [with_chain(text) for text in plain]
    random, times = Random(3), 30 if small else 500
    for kind, texts in (("with a chain", tagged), ("without a chain", plain)):
        each = [(text, [name]) for text in texts for name in MANGLINGS]
        yield restored(f"library logs {kind}, each through one of {len(MANGLINGS)} manglings", each)
        mixed = [(random.choice(texts), several(random)) for _ in range(times)]
        yield restored(f"library logs {kind}, each through 2 to 5 manglings", mixed)


def with_chain(text: str) -> str:
    header, _, lines = text.partition("\n\n")
    return add_tags(f"{header}\nChain: sha256\nNonce: {NONCE}\n\n{lines}")


def restored(what: str, tries: Iterable[tuple[str, list[str]]]) -> Figure:
    outcomes = Counter(outcome(text, names) for text, names in tries)
    found = f"{outcomes['exact']:,} exact, {outcomes['rejected']:,} rejected"
    found += f", **{outcomes['another']:,} another text**" if outcomes["another"] else ""
    return Figure(what, outcomes.total(), GOAL, found, not outcomes["another"])


def outcome(text: str, names: list[str]) -> str:
    try:
        found = restore_mail(mangled(text, names))
    except RestorationError as error:
        return "rejected" if error.fault.line else "another"
    return "exact" if found.text == text.encode() else "another"
