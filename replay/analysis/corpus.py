"""Many games between programs, as logs in a folder: a corpus.

The same seed and number give the same game, whoever plays it and in whichever order. A game that is
there already is not played again, so that a corpus that was broken off, or is to be larger, is gone
on with; no file of anything else is ever touched.
"""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple

import msgspec

from senpu.logs.chain import CHAIN, KIND, NONCE, chained, new_nonce
from senpu.logs.chain import WIDTH as TAG
from senpu.logs.journal import JournalError
from senpu.notation.writer import WIDTH
from senpu.replay.analysis.executors import in_order
from senpu.replay.analysis.players import game, player, seed_of
from senpu.replay.core.reducer import Reducer
from senpu.replay.core.registry import open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.recording.log_writing import Drafter, format_header

BATCH = 4
"""How many games are played as one piece of work."""
DIGITS = 4
"""Of a file's name at least, so that a corpus that grows keeps its names."""


class Corpus(msgspec.Struct, frozen=True):
    """Which games: `seed` is that of the whole corpus, from which each has one of its own."""

    ident: str
    options: tuple[str, ...]
    data: Path | None
    names: dict[str, str]
    """The program of each side."""
    seed: int
    count: int
    folder: Path
    chain: bool = False
    """Whether each line gets a tag."""

    def path(self, number: int) -> Path:
        """The file of a game, numbered from 1."""
        return self.folder / f"{number:0{max(DIGITS, len(str(self.count)))}}.senpu"

    def seed_of(self, number: int) -> int:
        """The seed of a game, by which `senpu play` alone plays it too. Two corpora with seeds
        side by side have no games in common.
        """
        return seed_of(self.seed, number)


class Played(NamedTuple):
    """A game of a corpus: its log, and how it ended."""

    text: str
    ending: str


def head(rules: AnyRules, names: dict[str, str], seed: int, nonce: str = "") -> str:
    """The header of a game between programs; of a chained one, if it has a name."""
    fields: dict[str, str | None] = {side.capitalize(): name for side, name in names.items()}
    fields["Program"] = f"senpu play, seed {seed}"
    return format_header(rules, fields | ({CHAIN: KIND, NONCE: nonce} if nonce else {}))


def played(rules: AnyRules, names: dict[str, str], seed: int, nonce: str = "") -> Played:
    """A game between programs, one by side's id; chained, if it has a name. Repeatable for a
    seed.
    """
    reducer = Reducer(rules)
    scribe = Drafter(rules, reducer, None, WIDTH - TAG if nonce else WIDTH)
    for _, event in game(rules, {side: player(name) for side, name in names.items()}, seed):
        reducer.accept_event(event)
    draft = scribe.finish()
    assert reducer.state.outcome is not None
    ending = reducer.state.outcome.ending
    text = f"{head(rules, names, seed, nonce)}{draft.text}End: {ending}\n"
    return Played(chained(text), ending)


def play_all(
    corpus: Corpus,
    executor: Executor,
    jobs: int | None = None,
    heard: Callable[[int, int], None] = lambda done, of: None,
) -> dict[str, int]:
    """Have every game of a corpus in its folder; how often each ending came. `heard` is told how
    many games are there of how many. Raises JournalError, OSError.
    """
    endings: dict[str, int] = {}
    done = 0
    for found in in_order(executor, play_some, _work(corpus), jobs):
        for ending in found:
            endings[ending] = endings.get(ending, 0) + 1
        done += len(found)
        heard(done, corpus.count)
    return endings


def _work(corpus: Corpus) -> Iterator[tuple[Corpus, range]]:
    numbers = range(1, corpus.count + 1)
    return ((corpus, numbers[at : at + BATCH]) for at in range(0, corpus.count, BATCH))


def play_some(work: tuple[Corpus, range]) -> list[str]:
    """Some games of a corpus: their endings. Work for another program."""
    corpus, numbers = work
    rules = open_rules(corpus.ident, corpus.options, data_file=corpus.data)
    return [_one(corpus, rules, number) for number in numbers]


def _one(corpus: Corpus, rules: AnyRules, number: int) -> str:
    path, seed = corpus.path(number), corpus.seed_of(number)
    there = path.read_text("utf-8", "replace") if path.exists() else ""
    named = NAMED.search(there)
    nonce = (named[1] if named else new_nonce()) if corpus.chain else ""
    ended = ENDED.search(there)
    if ended and there.startswith(head(rules, corpus.names, seed, nonce)):
        return ended[1]
    text, ending = played(rules, corpus.names, seed, nonce)
    if not text.startswith(there):
        raise JournalError("otherGameExists", path=path)
    # Not forced onto the disk: what is lost can be played again.
    path.write_text(text, "utf-8", newline="\n")
    return ending


NAMED = re.compile(rf"^{NONCE}: (\w+)$", re.MULTILINE)
ENDED = re.compile(r"^End: (.+?)(?: ~[0-9a-f]{8})?\n\Z", re.MULTILINE)
