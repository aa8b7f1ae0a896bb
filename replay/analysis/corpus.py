"""Corpora: many games between programs, as logs in a folder.

The same seed and number give the same game, on any machine and in any order. Existing games are
not played again: an interrupted corpus is completed, and a corpus can grow. Other files are never
changed.
"""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple

import msgspec

from senpu.logs.chain import CHAIN, KIND, NONCE, add_tags, create_nonce
from senpu.logs.chain import WIDTH as TAG
from senpu.logs.inputs import read_file
from senpu.logs.journal import JournalError
from senpu.notation.writer import WIDTH
from senpu.replay.analysis.executors import map_in_order
from senpu.replay.analysis.players import derive_seed, find_player, generate_game
from senpu.replay.analysis.playouts import RulesSource
from senpu.replay.core.reducer import Reducer
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.replay.recording.headers import format_header
from senpu.replay.recording.log_writing import Drafter

BATCH = 4
"""The number of games in one piece of work."""
DIGITS = 4
"""The least number of digits in a file's name, so that names stay when a corpus grows."""


class Corpus(msgspec.Struct, frozen=True):
    """The games of a corpus; the seed of each is derived from `seed`."""

    ground: RulesSource
    names: dict[str, str]
    """The program of each side."""
    seed: int
    count: int
    folder: Path
    chain: bool = False
    """True if each line gets a tag."""
    start: State | None = None
    """The position from which the games start; None for the usual start."""

    def path(self, number: int) -> Path:
        """Return the file of a game, numbered from 1."""
        return self.folder / f"{number:0{max(DIGITS, len(str(self.count)))}}.senpu"

    def seed_of(self, number: int) -> int:
        """Return the seed of a game; `senpu play` with this seed plays the same game.

        Corpora with adjacent seeds have no games in common.

        Returns:
            The seed.
        """
        return derive_seed(self.seed, number)


class PlayedGame(NamedTuple):
    """A game of a corpus: the text of its log, and its ending."""

    text: str
    ending: str


def format_game_header(rules: AnyRules, names: dict[str, str], seed: int, nonce: str = "") -> str:
    """Return the header of a game between programs; with a nonce, of a chained game."""
    fields: dict[str, str | None] = {side.capitalize(): name for side, name in names.items()}
    fields["Program"] = f"senpu play, seed {seed}"
    return format_header(rules, fields | ({CHAIN: KIND, NONCE: nonce} if nonce else {}))


def play_game(rules: AnyRules, names: dict[str, str], seed: int, nonce: str = "") -> PlayedGame:
    """Return a game between the programs of the sides; with a nonce, a chained one."""
    reducer = Reducer(rules)
    scribe = Drafter(rules, reducer, None, WIDTH - TAG if nonce else WIDTH)
    for _, event in generate_game(
        rules, {side: find_player(name) for side, name in names.items()}, seed
    ):
        reducer.accept_event(event)
    draft = scribe.finish()
    assert reducer.state.outcome is not None
    ending = reducer.state.outcome.ending
    text = f"{format_game_header(rules, names, seed, nonce)}{draft.text}End: {ending}\n"
    return PlayedGame(add_tags(text), ending)


def play_all(
    corpus: Corpus,
    executor: Executor,
    jobs: int | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> dict[str, int]:
    """Play the games of a corpus that its folder lacks.

    Args:
        corpus: The games.
        executor: The executor of the work.
        jobs: The number of workers, if it is not the number of cores.
        progress: Is called with the number of finished games and of all games.

    Returns:
        The number of games with each ending.

    Raises:
        JournalError: A file of the folder has another game, or cannot be written whole.
        OSError: A file could not be read.
    """
    endings: dict[str, int] = {}
    done = 0
    for found in map_in_order(executor, play_batch, _work(corpus), jobs):
        for ending in found:
            endings[ending] = endings.get(ending, 0) + 1
        done += len(found)
        progress(done, corpus.count)
    return endings


def _work(corpus: Corpus) -> Iterator[tuple[Corpus, range]]:
    numbers = range(1, corpus.count + 1)
    return ((corpus, numbers[at : at + BATCH]) for at in range(0, corpus.count, BATCH))


def play_batch(work: tuple[Corpus, range]) -> list[str]:
    """Play some games of a corpus and return their endings; runs in a worker."""
    corpus, numbers = work
    rules = corpus.ground.open().start_from(corpus.start)
    return [_one(corpus, rules, number) for number in numbers]


def _one(corpus: Corpus, rules: AnyRules, number: int) -> str:
    path, seed = corpus.path(number), corpus.seed_of(number)
    there = read_file(path).decode("utf-8", "replace") if path.exists() else ""
    named = NONCE_LINE.search(there)
    nonce = (named[1] if named else create_nonce()) if corpus.chain else ""
    ended = END_LINE.search(there)
    if ended and there.startswith(format_game_header(rules, corpus.names, seed, nonce)):
        return ended[1]
    text, ending = play_game(rules, corpus.names, seed, nonce)
    if not text.startswith(there):
        raise JournalError("otherGameExists", path=path)
    # Not forced onto the disk: a lost game can be played again.
    try:
        path.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        raise JournalError("couldNotWrite", path=path, why=error) from None
    return ending


NONCE_LINE = re.compile(rf"^{NONCE}: (\w+)$", re.MULTILINE)
END_LINE = re.compile(r"^End: (.+?)(?: ~[0-9a-f]{8})?\n\Z", re.MULTILINE)
