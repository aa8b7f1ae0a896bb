"""A part of the checks of the protocol; `python -m tests.protocol` runs the whole."""

from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest

from senpu.logs import seals
from senpu.replay.disputes.signatures import Signatures
from tests.protocol import play as machine
from tests.protocol.figures import play
from tests.protocol.flaws import FLAWS, Flaw
from tests.protocol.search import ROOTS, Root, search
from tests.protocol.walks import walk


@pytest.mark.parametrize("root", ROOTS, ids=lambda root: root.name)
def test_no_interleaving_breaks_an_invariant(root: Root) -> None:
    assert not search(root, 2).broken


@pytest.mark.slow
@pytest.mark.parametrize("root", ROOTS, ids=lambda root: root.name)
def test_no_longer_interleaving_breaks_an_invariant(root: Root) -> None:
    assert not search(root, 4).broken


@pytest.mark.parametrize("root", ROOTS, ids=lambda root: root.name)
def test_the_search_accepts_what_verify_accepts(root: Root) -> None:
    assert walk(root, 25, 0)


@pytest.mark.slow
def test_the_search_accepts_what_verify_accepts_on_many_walks() -> None:
    assert sum(walk(root, 40, seed) for root in ROOTS for seed in range(1, 9))


@pytest.mark.parametrize("flaw", FLAWS, ids=lambda flaw: flaw.name)
def test_a_flaw_is_found(flaw: Flaw) -> None:
    assert flaw.find()


def test_no_cheat_succeeds() -> None:
    play(40)


@pytest.mark.slow
def test_no_cheat_succeeds_in_many_games() -> None:
    play(500)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "method", "value", "broken"),
    [
        (seals, "is_signed", True, "I2: a signature with the key of another side"),
        (Signatures, "find_missing_consents", [], "without the consent of"),
        (machine, "compare_copies", mock.Mock(proofs=[]), "I4"),
    ],
)
def test_a_flaw_is_found_in_a_game(target: Any, method: str, value: Any, broken: str) -> None:
    always: Callable[..., Any] = lambda *_args, **_fields: value  # noqa: E731 - a value for any call
    with mock.patch.object(target, method, always), pytest.raises(AssertionError, match=broken):
        play(2000)
