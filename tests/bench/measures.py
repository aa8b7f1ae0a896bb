"""Measures, by the key of `--json`; each names its design goal."""

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import tests.toy  # noqa: F401 (registers the rule set)
from senpu.logs.record import LIBRARY, open_record, record_from
from senpu.replay.analysis.corpus import Corpus, play_all
from senpu.replay.analysis.executors import open_executor
from senpu.replay.analysis.playouts import get_rules_source
from senpu.replay.core.registry import list_rule_sets, open_rules
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.replay.disputes.verification import verify_record
from tests.bench import peers
from tests.bench.clock import ROUNDS, cold, printed, ratio
from tests.toy.logs import write

SHORT, LONG = 1_000, 1_000_000


def shipped() -> list[str]:
    """Return the rule sets that players have."""
    return [ident for ident in list_rule_sets() if not ident.startswith("pendulum")]


def replay_vs_python_chess() -> dict[str, float]:
    """Read + legality + state, events per second over python-chess's plies per second (goal 8)."""
    logs = [path.read_bytes() for path in sorted(LIBRARY.rglob("*.senpu"))]
    ratios = {}
    for ident in shipped():
        name = f"\nGame: {ident}\n".encode()
        games = [log for log in logs if name in log]
        if not games:
            continue
        repeat = max(1, 20_000 // sum(verify_record(record_from(log)).events for log in games))
        ratios[ident] = ratio(partial(reading_rate, games, repeat), peers.chess_rate)
    return ratios


def reading_rate(games: list[bytes], repeat: int) -> float:
    """Events per second through bytes, syntax and rules, games back to back."""
    events = 0
    start = perf_counter()
    for _ in range(repeat):
        for log in games:
            verdict = verify_record(record_from(log))
            assert verdict.valid
            events += verdict.events
    return events / (perf_counter() - start)


def seek_flatness(folder: Path) -> float:
    """A seek in a log of a million events over one in a log of a thousand (goal 1.2)."""
    timelines = [open_timeline(open_record(write(folder / f"{n}.senpu", n))) for n in (LONG, SHORT)]
    for timeline in timelines:
        timeline.extend()
    random = Random(1)

    def seek(timeline: Timeline) -> Callable[[], float]:
        def run() -> float:
            # As many places as fit no cache, in an order that no cache helps.
            places = [random.randrange(timeline.last) for _ in range(2_000)]
            start = perf_counter()
            for place in places:
                timeline.clear_cache()
                timeline.get_position(place)
            return perf_counter() - start

        return run

    return ratio(seek(timelines[0]), seek(timelines[1]))


PEAK = """
import resource, sys
import tests.toy
from senpu.tui.cli import main
status = main(["verify", sys.argv[1]])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
sys.exit(status)
"""


def verify_memory_flatness(folder: Path) -> float:
    """Peak memory of verifying a million events over a thousand (goal 1.5)."""
    peaks = []
    for count in (LONG, SHORT):
        path = write(folder / f"{count}.senpu", count)
        peaks.append(int(printed(PEAK, [str(path)]).splitlines()[-1]))
    return peaks[0] / peaks[1]


SENPU = "import sys; from senpu.__main__ import main; sys.exit(main())"


def verify_cold_vs_msgspec() -> float:
    """`senpu verify` of a short log in a new Python over `import msgspec` (goal 2)."""
    log = min(LIBRARY.rglob("*.senpu"), key=lambda path: path.stat().st_size)
    return ratio(
        lambda: cold(SENPU, "verify", str(log)), lambda: cold("import msgspec"), 3 * ROUNDS
    )


FRAME = """
import asyncio, sys, time
start = time.perf_counter()
if len(sys.argv) > 1:
    import gc
    gc.disable()  # as `senpu view` begins
    import tests.toy
    from pathlib import Path
    from senpu.logs.record import open_record
    from senpu.replay.disputes.log_timeline import open_timeline
    from senpu.tui.app import SenpuApp
    source = Path(sys.argv[1])
    app = SenpuApp(open_timeline(open_record(source)), source)
else:
    from textual.app import App
    from textual.widgets import Label
    class One(App):
        def compose(self):
            yield Label("one label")
    app = One()
async def frame():
    async with app.run_test(size=(120, 40)) as pilot:
        print(time.perf_counter() - start)
asyncio.run(frame())
"""


def first_frame_vs_textual(folder: Path) -> float:
    """First frame of the viewer on 100,000 events over an app of one label (goal 1.3)."""
    path = str(write(folder / "frame.senpu", 100_000))
    return ratio(
        lambda: float(printed(FRAME, [path]).split()[0]),
        lambda: float(printed(FRAME).split()[0]),
        9 * ROUNDS,
    )


def playout_vs_openspiel() -> dict[str, float]:
    """Random legal playouts, events a second over OpenSpiel's backgammon (goal 1)."""
    return {
        ident: ratio(partial(playout_rate, ident), peers.backgammon_rate) for ident in shipped()
    }


def playout_rate(ident: str, games: int = 40) -> float:
    """Return events per second of random games, drawn by `sample`, as in evaluations.

    No effects are reported.
    """
    rules = open_rules(ident)
    events = 0
    start = perf_counter()
    for seed in range(games):
        random = Random(seed)
        state: Any = rules.start()
        while state.outcome is None:
            state = rules.apply(state, rules.sample(state, random))[0]
            events += 1
    return events / (perf_counter() - start)


GAMES = 10_000


def book_vs_verify(folder: Path) -> float:
    """Return the games of 800 per second in a book over those in `senpu verify`.

    Programs played the games. Both use all cores and a new Python (goal 1).
    """
    corpus, book = folder / "corpus", folder / "book.sqlite"
    corpus.mkdir()
    names = dict.fromkeys(("japan", "china"), "random")
    with open_executor() as hands:
        play_all(
            Corpus(get_rules_source(open_rules("800/bonsai-2021")), names, 1, GAMES, corpus), hands
        )
    logs = sorted(map(str, corpus.iterdir()))

    def build() -> float:
        book.unlink(missing_ok=True)
        return 1 / cold(SENPU, "openings", "build", str(corpus), "-o", str(book))

    return ratio(build, lambda: 1 / cold(SENPU, "verify", *logs), 9)


def measure(names: list[str], report: Callable[[str, object], None]) -> dict[str, object]:
    """Return the measures of those names, in order; `report` gets each result at once."""
    found: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for key, run in measures(folder).items():
            if not names or key in names:
                found[key] = rounded(run())
                report(key, found[key])
    return found


def measures(folder: Path) -> dict[str, Callable[[], object]]:
    return {
        "replay_vs_python_chess": replay_vs_python_chess,
        "seek_flatness": lambda: seek_flatness(folder),
        "verify_memory_flatness": lambda: verify_memory_flatness(folder),
        "verify_cold_vs_msgspec": verify_cold_vs_msgspec,
        "first_frame_vs_textual": lambda: first_frame_vs_textual(folder),
        "playout_vs_openspiel": playout_vs_openspiel,
        "book_vs_verify": lambda: book_vs_verify(folder),
    }


def rounded(value: object) -> object:
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return round(value, 2) if isinstance(value, float) else value
