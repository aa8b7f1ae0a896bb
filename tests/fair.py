"""Chained logs of Pendulum with dice commitments of both sides and public secrets."""

from hashlib import sha256

import tests.toy  # noqa: F401 (registers the rule set)
from senpu.logs.chain import add_tags
from senpu.logs.dice import DiceCommitment, RevealedSecret, format_dice_line, nth_secret
from tests.sealed import NONCE, go_on, read

LENGTH = 5
SIDES = ("north", "south")
LAST = {side: sha256(side.encode()).digest() for side in (*SIDES, "west")}
HEADER = f"Senpu: 1\nGame: pendulum/toy\nRules: 1\nChain: sha256\nNonce: {NONCE}\n"
AWAITED = "N: n1>B S: s1>B\nN: n1>C\n"
"""Moves after which a die is pending."""


def secret(side: str, number: int) -> bytes:
    return nth_secret(LAST[side], LENGTH, number)


def commit(text: str, side: str, length: int = LENGTH) -> str:
    """Append the commitment of a side to a log."""
    return go_on(text, format_dice_line(DiceCommitment(side, length, secret(side, 0))))


def reveal(text: str, side: str, number: int = 1, **other: object) -> str:
    """Append a secret of a side to a log; `other` replaces fields of the line."""
    fields: dict[str, object] = {"head": read(text).chain.head, "secret": secret(side, number)}
    return go_on(text, format_dice_line(RevealedSecret(side, number, **(fields | other))))  # type: ignore[arg-type]


def begun(moves: str = AWAITED) -> str:
    """Return a log with commitments of both sides."""
    text = add_tags(f"{HEADER}\n")
    for side in SIDES:
        text = commit(text, side)
    return go_on(text, moves)


def reveal_both() -> str:
    """Return a log with the first secrets of both sides and a pending die."""
    return reveal(reveal(begun(), "north"), "south")
