"""The results of the checks of the protocol, as rows of `spec/en/reference/reliability.md`."""

from collections.abc import Iterator
from time import monotonic
from typing import Any
from unittest import mock

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from senpu.logs import seals
from senpu.replay.disputes.signatures import Signatures
from tests.protocol import play as machine
from tests.protocol.flaws import FLAWS
from tests.protocol.play import Play, Steps
from tests.protocol.search import ROOTS, search
from tests.protocol.walks import walk
from tests.reliability.figures import Figure

DEPTH, STEPS = 8, 100_000
"""The lines of an interleaving, and the steps of the state machine."""
RUN = 50
"""The most steps of one game of the state machine."""
GOAL = "I1 to I4 hold"


def measure_searches(depth: int) -> Iterator[Figure]:
    """Yield the result of the search from each start."""
    for root in ROOTS:
        found = search(root, depth)
        what = f"every interleaving of up to {depth} lines: {root.name}"
        result = f"{found.states:,} states in {found.seconds:.0f} s, {len(found.broken)} broken"
        for broken, acts in found.broken.items():
            print(f"  {broken}: {'; '.join(map(str, acts))}", flush=True)
        yield Figure(what, found.lines, GOAL, result, not found.broken)


def measure_walks(count: int, lines: int = 40) -> Figure:
    """Return the result of random walks of the search and `verify`."""
    accepted = sum(walk(root, lines, seed) for root in ROOTS for seed in range(count))
    what = "random lines, in the search and as texts with signatures"
    tried = count * lines * len(ROOTS)
    return Figure(what, tried, "accepted by both or none", f"{accepted:,} accepted by both", True)


def measure_flaws() -> Figure:
    """Return how many flaws of the program the search finds."""
    missed = [flaw.name for flaw in FLAWS if not flaw.find()]
    found = "none missed" if not missed else f"missed: {', '.join(missed)}"
    return Figure("flaws added to the program", len(FLAWS), "each found", found, not missed)


GAME_FLAWS: tuple[tuple[Any, str, Any, str], ...] = (
    (seals, "is_signed", True, "I2: a signature with the key of another side"),
    (Signatures, "find_missing_consents", [], "without the consent of"),
    (machine, "compare_copies", mock.Mock(proofs=[]), "I4"),
)
"""Functions, values that they always return, and what the state machine then finds."""


def measure_game_flaws(steps: int) -> Figure:
    """Return how many flaws of the program the state machine finds within some steps."""
    missed = []
    for target, method, value, broken in GAME_FLAWS:
        always = mock.Mock(return_value=value)
        try:
            with mock.patch.object(target, method, always):
                play(steps)
            missed.append(method)
        except AssertionError as error:
            missed += [] if broken in str(error) else [method]
    found = "none missed" if not missed else f"missed: {', '.join(missed)}"
    what = "flaws added to the program, in games"
    return Figure(what, len(GAME_FLAWS), "each found", found, not missed)


def play(steps: int) -> None:
    """Run the state machine for some steps.

    A broken invariant is reported with all acts of the game, which is not shortened: that takes
    minutes.

    Args:
        steps: The least number of steps.

    Raises:
        AssertionError: An invariant is broken.
    """
    profile = settings(
        max_examples=max(1, min(200, steps // RUN)), stateful_step_count=RUN, deadline=None,
        database=None, phases=[Phase.generate], suppress_health_check=[*HealthCheck],
    )  # fmt: skip
    until = Steps.steps + steps
    while Steps.steps < until:
        run_state_machine_as_test(Play, settings=profile)


def measure_play(steps: int) -> Figure:
    """Return the result of the state machine."""
    begin, result, met = monotonic(), "nothing broken", True
    try:
        play(steps)
    except AssertionError as error:
        print(f"  {error}", flush=True)
        result, met = "broken", False
    facts = (
        f"{result}: {Steps.lines:,} lines of the cheat, {Steps.accepted:,} accepted, "
        f"{Steps.taken:,} of its copies taken, {Steps.proofs:,} proofs, {monotonic() - begin:.0f} s"
    )
    what = "an honest player against a cheat (steps)"
    return Figure(what, Steps.steps, GOAL, facts, met)
